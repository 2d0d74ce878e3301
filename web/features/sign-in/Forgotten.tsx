import { useEffect, useState } from 'react'
import { canMailPasswordLinks, requestPasswordLink } from '../../api/account.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { complain } from '../../ui/toast.tsx'

/** What to do about a forgotten password: a link by mail where mail leaves the service, else an admin's. */
export function Forgotten({ email }: { email: string }) {
  const [isMailed, setIsMailed] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    canMailPasswordLinks().then(setIsMailed, () => {}) // then an admin is named
  }, [])
  if (!isMailed) {
    return <p className="door-help">{t('Forgotten? An admin of your store can make you a link to a new password.')}</p>
  }
  if (isAsked) {
    return (
      <p className="door-help" role="status">
        {t('If the address is a member’s, a link to a new password is on its way to it.')}
      </p>
    )
  }
  return (
    <Button
      kind="quiet"
      onClick={() => {
        if (!email.includes('@')) return complain(new Error(t('Enter your address first.')))
        requestPasswordLink(email).then(() => setIsAsked(true), complain)
      }}
    >
      {t('Forgotten? Mail me a link to a new password')}
    </Button>
  )
}
