import { type FormEvent, useState } from 'react'
import { signIn } from '../../api/account.ts'
import type { SignInOutcome } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { findMe } from '../../live/session.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { errorWords } from '../../ui/service-errors.ts'
import { Forgotten } from './ForgotPassword.tsx'

const SingleSignOn = onDemand(() => import('./SingleSignOn.tsx'))
const FinishSingleSignOn = onDemand(() => import('./FinishSingleSignOn.tsx'))

/** Address and password; then, where it is wanted, which store and the second factor's code. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [shopId, setShopId] = useState<string | undefined>()
  const [code, setCode] = useState('')
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [takesPasswords, setTakesPasswords] = useState(true)
  const needs = outcome && !outcome.signedIn ? outcome.needs : null

  const submit = async (event?: FormEvent, store = shopId) => {
    event?.preventDefault()
    setBusy(true)
    setError('')
    try {
      const body = { email: email.trim(), password, ...(store && { shopId: store }), ...(needs === 'code' && { code }) }
      const answer = await signIn(body)
      setOutcome(answer)
      if (answer.signedIn) await findMe()
      else if (answer.needs === 'code') setShopId(answer.shopId)
    } catch (failure) {
      setError(errorWords(failure))
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
        <h1>{needs === 'store' ? t('Which store?') : needs === 'code' ? t('Your code') : t('Sign in')}</h1>
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
        ) : (
          takesPasswords && (
            <>
              <label>
                {t('Email')}
                <input
                  type="email"
                  name="email"
                  autoComplete="username"
                  value={email}
                  required
                  // biome-ignore lint/a11y/noAutofocus: it is what the page asks for
                  autoFocus
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
        {needs !== 'store' && takesPasswords && (
          <Button kind="primary" type="submit" busy={isBusy} disabled={isBusy}>
            {isBusy ? t('Signing in…') : t('Sign in')}
          </Button>
        )}
        {needs === null && <SingleSignOn onChoices={(choices) => setTakesPasswords(choices.takesPasswords)} />}
        {needs === null && takesPasswords && <Forgotten email={email.trim()} />}
      </form>
    </main>
  )
}

const icon = new URL('../../app/icon.svg', import.meta.url).href
