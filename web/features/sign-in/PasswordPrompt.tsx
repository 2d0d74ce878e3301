import { useEffect, useState } from 'react'
import { provePassword } from '../../api/account.ts'
import { whenPasswordNeeded } from '../../api/http.ts'
import { issuerAddress } from '../../api/single-sign-on.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { onDemand } from '../../ui/on-demand.tsx'

const PasskeyProof = onDemand(() => import('./PasskeyProof.tsx'))

/** Asks for the password again when the service wants it before an act; the act then goes on by itself. */
export function PasswordPrompt() {
  const [asked, setAsked] = useState<{ answer: (isGiven: boolean) => void } | null>(null)
  useEffect(() => whenPasswordNeeded(() => new Promise((answer) => setAsked({ answer }))), [])
  const me = useStore(inbox, (state) => state.me)
  if (!asked) return null
  const close = (isGiven: boolean) => {
    setAsked(null)
    asked.answer(isGiven)
  }
  return (
    <Dialog label={t('Confirm your password')} className="ask" onClose={() => close(false)}>
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          void attempt(() => provePassword(form('password'))).then((isRight) => isRight && close(true))
        }}
      >
        <h2>{t('Confirm it is you')}</h2>
        <p className="about">
          {me.hasPassword
            ? t('This grants access or exports data. Enter your password to confirm.')
            : me.hasPasskeys
              ? t('This grants access or exports data. Use your passkey to confirm.')
              : t('This grants access or exports data. Sign in again to confirm.')}
        </p>
        {me.hasPassword && (
          <>
            <label>
              {t('Your password')}
              <input type="password" name="password" autoComplete="current-password" required autoFocus />
            </label>
            <Button type="submit" kind="primary">
              {t('Confirm')}
            </Button>
          </>
        )}
        {me.hasPasskeys && <PasskeyProof onProven={() => close(true)} />}
        {me.signedInBy === 'single_sign_on' && (
          <a className="button" href={issuerAddress({ store: me.store.appId, next: location.pathname })}>
            {t('Sign in again, then repeat this')}
          </a>
        )}
      </form>
    </Dialog>
  )
}
