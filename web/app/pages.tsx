import { lazy, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { go, pathTo, useParts } from '../base/router.ts'
import { useStore } from '../base/store.ts'
import { t } from '../base/texts.ts'
import { AnywhereKeys } from '../features/inbox/AnywhereKeys.tsx'
import { InboxPage } from '../features/inbox/InboxPage.tsx'
import { Search } from '../features/search/Search.tsx'
import { goLive } from '../live/connect.ts'
import { newConversation } from '../live/new-conversation.ts'
import { findMe, signOut } from '../live/session.ts'
import { inbox } from '../live/state.ts'
import { viewOf } from '../live/views.ts'
import { Button } from '../ui/Button.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { Boundary } from './Boundary.tsx'

/** The pages and their routes. All but the inbox itself and its search are loaded when they are opened. */

export const Welcome = lazy(() => import('../features/sign-in/AcceptInvitation.tsx'))
const SecondFactor = lazy(() =>
  import('../features/settings/SecondFactor.tsx').then((module) => ({ default: module.SecondFactor })),
)
const Settings = lazy(() => import('../features/settings/Settings.tsx'))
const Reports = lazy(() => import('../features/reports/Reports.tsx'))
const Contacts = lazy(() => import('../features/contacts/Contacts.tsx'))
const Setup = lazy(() => import('../features/setup/Setup.tsx'))
const Connect = lazy(() => import('../features/connect/Connect.tsx'))

const NewConversation = onDemand(() => import('../features/compose/NewConversation.tsx'))

const HOME = 'open'

/** The inbox; first of all the second factor, where the store asks for one and the member has none. */
export function SignedIn() {
  const isBarred = useStore(inbox, (state) => state.me.lacksSecondFactor)
  if (isBarred) return <SecondFactorFirst />
  return (
    <Switch>
      <Route path="/inbox/connect/:appId">{({ appId }) => <Connect appId={appId} />}</Route>
      <Route component={Pages} />
    </Switch>
  )
}

function SecondFactorFirst() {
  return (
    <main className="alone">
      <h1>{t('One more step')}</h1>
      <p>
        {t(
          'Your store requires two-factor authentication: a code from an authenticator app in addition to your password.',
        )}
      </p>
      <SecondFactor />
      <Button onClick={() => void signOut()}>{t('Sign out')}</Button>
    </main>
  )
}

function Pages() {
  useEffect(() => goLive(() => void findMe()), [])
  const [first, second, third] = useParts()
  const isInbox = first !== undefined && viewOf(first) !== undefined
  const to = useStore(newConversation, (state) => state.to)
  return (
    <>
      <Boundary key={isInbox ? 'inbox' : first}>
        <Switch>
          <Route path="/inbox/settings/*?">
            <Settings tab={second ?? ''} part={third} />
          </Route>
          <Route path="/inbox/reports/*?" component={Reports} />
          <Route path="/inbox/contacts/*?">
            <Contacts segment={second} contact={third} />
          </Route>
          <Route path="/inbox/setup/*?" component={Setup} />
          <Route>{isInbox ? <InboxPage viewKey={first} openId={second} Search={Search} /> : <Home />}</Route>
        </Switch>
      </Boundary>
      {!isInbox && <AnywhereKeys Search={Search} />}
      {to !== undefined && <NewConversation to={to} />}
    </>
  )
}

/** Goes to the first view from an address that names none. */
function Home() {
  useEffect(() => go(pathTo(HOME), { replace: true }), [])
  return null
}
