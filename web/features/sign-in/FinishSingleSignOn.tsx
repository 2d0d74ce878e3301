import { type FormEvent, useEffect, useState } from 'react'
import type { PasskeyAnswer } from '../../api/passkeys.ts'
import type { SignInOutcome } from '../../api/records.ts'
import { finishSingleSignOn } from '../../api/single-sign-on.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { errorWords } from '../../ui/service-errors.ts'
import PasskeyStep from './PasskeyStep.tsx'

const HEADINGS = { store: t('Which store?'), code: t('Your code'), passkey: t('Your passkey') }

/** After the issuer: which store, and the code of a member who is linked for the first time. */
export default function FinishSingleSignOn() {
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const finish = async (chosen: { shopId?: string; code?: string; passkey?: PasskeyAnswer }) => {
    setBusy(true)
    setError('')
    try {
      const answer = await finishSingleSignOn(chosen)
      if (answer.signedIn) location.assign(answer.next ?? '/inbox')
      else setOutcome(answer)
    } catch (failure) {
      setError(errorWords(failure))
      // What a passkey signed works once: the next try needs another.
      const { passkey, ...again } = chosen
      if (passkey) await finishSingleSignOn(again).then(setOutcome, () => setOutcome(null))
    } finally {
      setBusy(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, to learn what is asked
  useEffect(() => void finish({}), [])
  const needs = outcome && !outcome.signedIn ? outcome.needs : null
  const shopId = outcome && 'shopId' in outcome ? outcome.shopId : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    void finish({ code, ...(shopId && { shopId }) })
  }
  return (
    <form onSubmit={submit} className="door-card" aria-busy={isBusy}>
      <h1>{needs ? HEADINGS[needs] : t('Sign in')}</h1>
      {outcome && 'stores' in outcome && (
        <div className="door-stores">
          {outcome.stores.map((store) => (
            <Button key={store.shopId} disabled={isBusy} onClick={() => void finish({ shopId: store.shopId })}>
              {store.name}
            </Button>
          ))}
        </div>
      )}
      {needs === 'code' && (
        <label>
          {t('Code from your authenticator app, or a recovery code')}
          <input name="code" autoComplete="one-time-code" required />
        </label>
      )}
      {outcome && 'needs' in outcome && outcome.needs !== 'store' && (
        <PasskeyStep
          request={outcome.passkey}
          isOnly={outcome.needs === 'passkey'}
          onAnswer={(passkey) => void finish({ passkey, shopId: outcome.shopId })}
        />
      )}
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      {needs === 'code' ? (
        <Button kind="primary" type="submit" disabled={isBusy}>
          {t('Sign in')}
        </Button>
      ) : (
        error && <a href="/inbox">{t('Go to sign-in')}</a>
      )}
    </form>
  )
}
