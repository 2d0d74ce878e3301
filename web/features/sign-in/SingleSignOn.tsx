import { useEffect, useState } from 'react'
import type { SignInChoices } from '../../api/records.ts'
import { getSignInChoices, issuerAddress } from '../../api/single-sign-on.ts'
import { setTabStore } from '../../api/tab-store.ts'
import { t } from '../../base/texts.ts'
import { PasskeyButton } from './PasskeyButton.tsx'

/** Why an issuer's sign-in let nobody in, by the reason in the page's address. */
const REASONS: Record<string, string> = {
  off: t('Single sign-on is not set up here. Sign in with your password.'),
  unreachable: t('The sign-in service cannot be reached at the moment. Try again, or sign in with your password.'),
  denied: t('You cancelled the sign-in, or you may not use it.'),
  expired: t('The sign-in took too long or was begun in another browser. Start again.'),
  rejected: t('The sign-in service’s answer could not be accepted. Start again, or ask your administrator.'),
  unverified: t('The sign-in service has not verified your email. Ask your administrator.'),
  unknown: t('Your account is not a member here. Ask an admin to invite you.'),
  deactivated: t('Your membership is deactivated. Ask an admin.'),
  linked: t('This member signs in with another account. Ask an admin to unlink it.'),
  busy: t('Too many tries. Wait 15 minutes before the next one.'),
}

/** Ways in beside the password: a button per issuer, and what the last try was refused for. */
export default function SingleSignOn({
  store,
  onChoices,
}: {
  /** The App ID of the store that is signed in to; null: any. */
  store: string | null
  onChoices: (choices: SignInChoices) => void
}) {
  const reason = new URLSearchParams(location.search).get('reason')
  const [choices, setChoices] = useState<SignInChoices | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that the page was opened with
  useEffect(() => {
    const take = (found: SignInChoices) => {
      setChoices(found)
      onChoices(found)
    }
    getSignInChoices(store).then(take, () => {}) // then the password is the way in
  }, [])
  const next = location.pathname === '/inbox/sign-in' ? '/inbox' : location.pathname + location.search
  return (
    <>
      {reason && REASONS[reason] && (
        <p className="form-error" role="alert">
          {REASONS[reason]}
        </p>
      )}
      {choices && !choices.takesPasswords && (
        <p className="door-help">{t('{0} is signed in to with single sign-on only.', choices.storeName)}</p>
      )}
      {choices?.takesPasskeys && 'PublicKeyCredential' in window && <PasskeyButton />}
      {choices?.singleSignOn.map((one) => (
        <a
          key={one.name}
          className="button"
          href={issuerAddress({ store: one.store, next })}
          // The store that the issuer's account opens is shown then, not the tab's former one.
          onClick={() => setTabStore(null)}
        >
          {t('Continue with {0}', one.name)}
        </a>
      ))}
    </>
  )
}
