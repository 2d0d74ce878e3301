import { useEffect, useState } from 'react'
import { canMailPasswordLinks, requestPasswordLink } from '../../api/account.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { complain } from '../../ui/toast.tsx'

/** What to do about a forgotten password: a link by mail if the service sends mail, otherwise an admin's. */
export function Forgotten({ email }: { email: string }) {
  const [isMailed, setIsMailed] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    canMailPasswordLinks().then(setIsMailed, () => {}) // then an admin is named
  }, [])
  if (!isMailed) {
    return <p className="door-help">{t('Forgot your password? Ask an admin for a reset link.')}</p>
  }
  if (isAsked) {
    return (
      <p className="door-help" role="status">
        {t('If this email belongs to a member, a reset link has been sent to it.')}
      </p>
    )
  }
  return (
    <Button
      kind="quiet"
      onClick={() => {
        if (!email.includes('@')) return complain(new Error(t('Enter your email first.')))
        requestPasswordLink(email).then(() => setIsAsked(true), complain)
      }}
    >
      {t('Forgot your password? Email me a reset link')}
    </Button>
  )
}
