import { useEffect, useRef, useState } from 'react'
import { askForPasskey, hasAutofill, requestSignIn, signInByPasskey, stopAsking } from '../../api/passkeys.ts'
import { t } from '../../base/texts.ts'
import { enterStore } from '../../live/session.ts'
import { Button } from '../../ui/Button.tsx'
import { passkeyWords } from '../../ui/passkey-errors.ts'

/** How long the browser's offer in the email field is good for, before it is made again: the service's challenge lasts five minutes. */
const OFFER_MS = 4 * 60 * 1000

/** The whole sign-in by a passkey: by this button, or chosen in the email field where the browser offers that. */
export function PasskeyButton() {
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const offer = useRef<() => void>(() => {})

  const signIn = async (isAutofill: boolean) => {
    if (!isAutofill) setBusy(true)
    try {
      const answer = await askForPasskey(await requestSignIn(), isAutofill)
      setError('')
      const outcome = await signInByPasskey(answer)
      await enterStore(outcome.signedIn ? outcome.shopId : null)
    } catch (failure) {
      const isService = 'status' in (failure as object)
      if (!isAutofill || isService) setError(passkeyWords(failure))
      if (!isAutofill || isService) offer.current() // the browser's offer has ended
    } finally {
      if (!isAutofill) setBusy(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for as long as the page shows it
  useEffect(() => {
    let isOver = false
    offer.current = () => {
      if (document.hidden) return
      void hasAutofill().then(
        (can) => (can && !isOver ? signIn(true) : undefined),
        () => {},
      )
    }
    offer.current()
    const timer = setInterval(() => offer.current(), OFFER_MS)
    const whenShown = () => offer.current()
    document.addEventListener('visibilitychange', whenShown)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', whenShown)
      void stopAsking()
    }
  }, [])

  return (
    <>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      <Button busy={isBusy} disabled={isBusy} onClick={() => void signIn(false)}>
        {t('Sign in with a passkey')}
      </Button>
    </>
  )
}
