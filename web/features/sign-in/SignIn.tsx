import { type FormEvent, useState } from 'react'
import { signIn } from '../../api/account.ts'
import type { PasskeyAnswer } from '../../api/passkeys.ts'
import type { SignInOutcome } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { knownStores, wantedStore } from '../../live/known-stores.ts'
import { isAdding } from '../../live/named-store.ts'
import { enterStore } from '../../live/session.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { errorWords } from '../../ui/service-errors.ts'
import { Forgotten } from './ForgotPassword.tsx'

const SingleSignOn = onDemand(() => import('./SingleSignOn.tsx'))
const PasskeyStep = onDemand(() => import('./PasskeyStep.tsx'))
const OtherStores = onDemand(() => import('./OtherStores.tsx'))
const FinishSingleSignOn = onDemand(() => import('./FinishSingleSignOn.tsx'))

/** Address and password; then, where it is wanted, which store and the second factor. */
export default function SignIn() {
  const [wanted] = useState(wantedStore)
  const [email, setEmail] = useState(wanted?.email ?? '')
  const [password, setPassword] = useState('')
  const [shopId, setShopId] = useState<string | undefined>()
  const [code, setCode] = useState('')
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [takesPasswords, setTakesPasswords] = useState(true)
  const needs = outcome && !outcome.signedIn ? outcome.needs : null

  // The store that is wanted, unless somebody else signs in here.
  const credentials = (store = email.trim() === wanted?.email ? wanted.shopId : undefined) => ({
    email: email.trim(),
    password,
    ...(store && { shopId: store }),
  })
  const submit = async (event?: FormEvent, store = shopId, passkey?: PasskeyAnswer) => {
    event?.preventDefault()
    setBusy(true)
    setError('')
    try {
      const proof = passkey ? { passkey } : needs === 'code' && { code }
      const answer = await signIn({ ...credentials(store), ...proof })
      setOutcome(answer)
      if (answer.signedIn) await enterStore(answer.shopId)
      else if (answer.needs !== 'store') setShopId(answer.shopId)
    } catch (failure) {
      setError(errorWords(failure))
      // What a passkey signed works once: the next try needs another.
      if (passkey) await signIn(credentials(store)).then(setOutcome, () => setOutcome(null))
    } finally {
      setBusy(false)
    }
  }

  if (location.search.includes('reason=continue')) {
    return (
      <main className="door">
        <FinishSingleSignOn />
      </main>
    )
  }
  return (
    <main className="door">
      <form className="door-card" onSubmit={submit}>
        <img src={icon} alt="" width="36" height="36" />
        <h1>{needs ? HEADINGS[needs] : wanted?.name ? t('Sign in to {0}', wanted.name) : t('Sign in')}</h1>
        {needs === 'store' && outcome && 'stores' in outcome ? (
          <div className="door-stores">
            {outcome.stores.map((store) => (
              <Button
                key={store.shopId}
                disabled={isBusy}
                onClick={() => {
                  setShopId(store.shopId)
                  void submit(undefined, store.shopId)
                }}
              >
                {store.name}
              </Button>
            ))}
          </div>
        ) : needs === 'code' ? (
          <label>
            {t('Code from your authenticator app, or a recovery code')}
            <input
              name="code"
              autoComplete="one-time-code"
              value={code}
              required
              // biome-ignore lint/a11y/noAutofocus: it is what the page asks for
              autoFocus
              onChange={(event) => setCode(event.target.value)}
            />
          </label>
        ) : needs === 'passkey' ? null : (
          takesPasswords && (
            <>
              <label>
                {t('Email')}
                <input
                  type="email"
                  name="email"
                  autoComplete="username webauthn"
                  value={email}
                  required
                  // biome-ignore lint/a11y/noAutofocus: it is what the page asks for
                  autoFocus={!wanted?.email}
                  onChange={(event) => setEmail(event.target.value)}
                />
              </label>
              <label>
                {t('Password')}
                <input
                  type="password"
                  name="password"
                  autoComplete="current-password"
                  value={password}
                  required
                  // biome-ignore lint/a11y/noAutofocus: it is what the page asks for
                  autoFocus={!!wanted?.email}
                  onChange={(event) => setPassword(event.target.value)}
                />
              </label>
            </>
          )
        )}
        {error && (
          <p className="form-error" role="alert">
            {error}
          </p>
        )}
        {(needs === null || needs === 'code') && takesPasswords && (
          <Button kind="primary" type="submit" busy={isBusy} disabled={isBusy}>
            {isBusy ? t('Signing in…') : t('Sign in')}
          </Button>
        )}
        {outcome && 'needs' in outcome && outcome.needs !== 'store' && (
          <PasskeyStep
            request={outcome.passkey}
            isOnly={outcome.needs === 'passkey'}
            onAnswer={(passkey) => void submit(undefined, outcome.shopId, passkey)}
          />
        )}
        {needs === null && (
          <SingleSignOn
            store={wanted?.appId ?? null}
            onChoices={(choices) => setTakesPasswords(choices.takesPasswords)}
          />
        )}
        {needs === null && takesPasswords && <Forgotten email={email.trim()} />}
        {needs === null && (isAdding() || knownStores().length > 0) && <OtherStores wanted={wanted} />}
      </form>
    </main>
  )
}

const HEADINGS = { store: t('Which store?'), code: t('Your code'), passkey: t('Your passkey') }
const icon = new URL('../../app/icon.svg', import.meta.url).href
