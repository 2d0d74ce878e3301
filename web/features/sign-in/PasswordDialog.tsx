import { provePassword } from '../../api/account.ts'
import { issuerAddress } from '../../api/single-sign-on.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { onDemand } from '../../ui/on-demand.tsx'

const PasskeyProof = onDemand(() => import('./PasskeyProof.tsx'))

/** The password once more, a passkey, or the issuer. `onClose`: whether the member has proven themselves. */
export default function PasswordDialog({ onClose }: { onClose: (isGiven: boolean) => void }) {
  const me = useStore(inbox, (state) => state.me)
  return (
    <Dialog label={t('Confirm your password')} className="ask" onClose={() => onClose(false)}>
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          void attempt(() => provePassword(form('password'))).then((isRight) => isRight && onClose(true))
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
        {me.hasPasskeys && <PasskeyProof onProven={() => onClose(true)} />}
        {me.signedInBy === 'single_sign_on' && (
          <a className="button" href={issuerAddress({ store: me.store.appId, next: location.pathname })}>
            {t('Sign in again, then repeat this')}
          </a>
        )}
      </form>
    </Dialog>
  )
}
