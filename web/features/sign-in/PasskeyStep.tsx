import { useState } from 'react'
import { askForPasskey, type PasskeyAnswer } from '../../api/passkeys.ts'
import type { PasskeyRequest } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { passkeyWords } from '../../ui/passkey-errors.ts'

/** The passkey as the second factor. `isOnly`: the member has no authenticator app. */
export default function PasskeyStep({
  request,
  isOnly,
  onAnswer,
}: {
  request: PasskeyRequest | undefined
  isOnly: boolean
  onAnswer: (answer: PasskeyAnswer) => void
}) {
  const [error, setError] = useState('')
  if (!request) {
    const words = t('Your passkeys do not work at this address. Ask an admin to reset your two-factor authentication.')
    return isOnly ? <p className="door-help">{words}</p> : null
  }
  return (
    <>
      {isOnly && (
        <p className="door-help">{t('Confirm it is you with your fingerprint, face, PIN or security key.')}</p>
      )}
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      <Button
        kind={isOnly ? 'primary' : 'plain'}
        onClick={() => {
          setError('')
          askForPasskey(request).then(onAnswer, (failure) => setError(passkeyWords(failure)))
        }}
      >
        {t('Use a passkey')}
      </Button>
    </>
  )
}
