import { lazy, Suspense, useEffect } from 'react'
import { Route, Router, Switch } from 'wouter'
import { pathWithStore } from '../api/tab-store.ts'
import { go, pathTo } from '../base/router.ts'
import { useStore } from '../base/store.ts'
import { t } from '../base/texts.ts'
import { PasswordPrompt } from '../features/sign-in/PasswordPrompt.tsx'
import { findMe, session } from '../live/session.ts'
import { inbox } from '../live/state.ts'
import { Button } from '../ui/Button.tsx'
import { Toasts } from '../ui/toast.tsx'
import { SignedIn, Welcome } from './pages.tsx'

const SignIn = lazy(() => import('../features/sign-in/SignIn.tsx'))

const BLANK = <p className="boot" aria-busy="true" />

/** A link to the page one is on makes no second entry in the history. */
const goElsewhere = (navigate: (to: string, ...rest: never[]) => void, to: string, ...rest: unknown[]) => {
  if (to !== location.pathname) navigate(to, ...(rest as never[]))
}

/** Links name their store where the browser has several, so that they open in it in a new tab, too. */
const leavingTab = (path: string) => {
  const { me } = inbox.get()
  return me?.otherStores > 0 ? pathWithStore(path, me.store.appId) : path
}

export function App() {
  useEffect(() => {
    void findMe()
  }, [])
  return (
    <Router aroundNav={goElsewhere} hrefs={leavingTab}>
      <Suspense fallback={BLANK}>
        <Switch>
          <Route path="/inbox/welcome/*?" component={Welcome} />
          <Route component={ForMembers} />
        </Switch>
      </Suspense>
      <PasswordPrompt />
      <Toasts />
    </Router>
  )
}

/** The inbox for who is signed in, the sign-in for the others. */
function ForMembers() {
  const { state, error } = useStore(session, (now) => now)
  // A member who is signed in has nothing to do there.
  useEffect(() => {
    if (state === 'in' && location.pathname === '/inbox/sign-in') go(pathTo('open'), { replace: true })
  }, [state])
  if (state === 'in') return <SignedIn />
  if (state === 'out') return <SignIn />
  if (state === 'unknown') return BLANK
  return (
    <main className="boot" role="alert">
      <p>{error}</p>
      <Button onClick={() => void findMe()}>{t('Try again')}</Button>
    </main>
  )
}
