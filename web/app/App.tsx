import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../api/store.ts'
import { InboxPage } from '../features/inbox/InboxPage.tsx'
import { goLive } from '../features/inbox/live.ts'
import { viewOf } from '../features/inbox/views.ts'
import { SignIn } from '../features/sign-in/SignIn.tsx'
import { Button } from '../ui/Button.tsx'
import { Toasts } from '../ui/toast.tsx'
import { go, pathTo, usePlace } from './router.ts'
import { findMe, session } from './session.ts'

const Welcome = lazy(() => import('../features/sign-in/Welcome.tsx'))
const Settings = lazy(() => import('../features/settings/Settings.tsx'))
const Reports = lazy(() => import('../features/reports/Reports.tsx'))
const Setup = lazy(() => import('../features/setup/Setup.tsx'))

const HOME = 'open'

export function App() {
  const { state, error } = useStore(session, (now) => now)
  const { parts } = usePlace()
  useEffect(() => {
    void findMe()
  }, [])

  return (
    <>
      <Suspense fallback={<p className="boot" aria-busy="true" />}>
        {parts[0] === 'welcome' ? (
          <Welcome />
        ) : state === 'in' ? (
          <SignedIn />
        ) : state === 'out' ? (
          <SignIn />
        ) : state === 'failed' ? (
          <main className="boot" role="alert">
            <p>{error}</p>
            <Button onClick={() => void findMe()}>Try again</Button>
          </main>
        ) : (
          <p className="boot" aria-busy="true" />
        )}
      </Suspense>
      <Toasts />
    </>
  )
}

function SignedIn() {
  const { parts } = usePlace()
  const [first = '', second] = parts
  const isKnown = ['settings', 'reports', 'setup'].includes(first) || viewOf(first) !== undefined
  useEffect(() => goLive(() => void findMe()), [])
  useEffect(() => {
    if (!isKnown) go(pathTo(HOME), { replace: true })
  }, [isKnown])

  if (first === 'settings') return <Settings tab={second ?? ''} />
  if (first === 'reports') return <Reports />
  if (first === 'setup') return <Setup />
  return <InboxPage viewKey={first || HOME} openId={second} />
}
