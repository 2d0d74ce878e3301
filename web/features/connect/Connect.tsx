import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { allowAssistant, consentQuery } from '../../api/store/assistants.ts'
import { useStore } from '../../base/store.ts'
import { signOut } from '../../live/session.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { complain } from '../../ui/toast.tsx'
import { Whom } from './AssistantIdentity.tsx'
import { useSettled } from './useClickjackGuard.ts'
import './connect.css'

/** The page that an assistant sends its user to: an admin of the store is asked whether it may work there. */
export default function Connect({ appId }: { appId: string }) {
  const { member, store } = useStore(inbox, (state) => state.me)
  useEffect(() => {
    document.title = 'Connect an assistant'
  }, [])
  if (store.appId !== appId) {
    return (
      <Notice title="Another store">
        <p>
          The assistant asks for another store than <strong>{store.name}</strong>, which you are signed in to. Sign out,
          then sign in to the other one.
        </p>
        <SignOut />
      </Notice>
    )
  }
  if (member.role !== 'admin') {
    return (
      <Notice title="Only admins connect assistants">
        <p>
          You are signed in to <strong>{store.name}</strong> as {member.fullName}, who is no admin of it. Ask an admin
          to connect the assistant.
        </p>
        <SignOut />
      </Notice>
    )
  }
  return <Ask appId={appId} storeName={store.name} signedInAs={member.email} />
}

function Ask({ appId, storeName, signedInAs }: { appId: string; storeName: string; signedInAs: string }) {
  const query = location.search.slice(1)
  const { data: consent, error, refetch } = useQuery(consentQuery(appId, query))
  const [isBusy, setBusy] = useState(false)
  const isSettled = useSettled()
  if (error) {
    return (
      <Notice title="The assistant cannot be connected">
        <p role="alert">{error.message}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </Notice>
    )
  }
  if (!consent) return <p className="boot" aria-busy="true" />
  if (consent.problem) {
    return (
      <Notice title="The assistant cannot be connected">
        <p>Its request has a mistake, which only its maker can mend:</p>
        <p role="alert">{consent.problem}</p>
        <Button onClick={() => location.assign(consent.refuseTo)}>Back to {consent.redirectHost}</Button>
      </Notice>
    )
  }
  const allow = async () => {
    setBusy(true)
    try {
      location.assign((await allowAssistant(appId, query)).redirectTo)
    } catch (failure) {
      complain(failure)
      setBusy(false)
    }
  }
  return (
    <Notice title={`Connect “${consent.client.name}”?`}>
      <p>
        It asks to work in the chat of <strong>{storeName}</strong>. You are signed in as {signedInAs}.
      </p>
      <Whom consent={consent} />
      <div>
        <h2>It may</h2>
        <ul className="consent-rights">
          <li>reply to customers, write internal notes, tag, assign and hand over conversations</li>
          <li>
            see the team, test conversations and, as far as the store has it turned on, orders and their customers
          </li>
          <li>search articles, products and discounts, and edit carts</li>
          <li>register webhooks, which send conversations and customers’ data to another service</li>
        </ul>
      </div>
      <p className="door-help">Admins see it under Settings, Assistants, and can disconnect it there.</p>
      <div className="consent-answers">
        <Button disabled={isBusy} onClick={() => location.assign(consent.refuseTo)}>
          Refuse
        </Button>
        <Button kind="primary" disabled={isBusy || !isSettled} busy={isBusy} onClick={() => void allow()}>
          Allow
        </Button>
      </div>
    </Notice>
  )
}

function Notice({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <main className="door">
      <section className="door-card consent" aria-label={title}>
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  )
}

/** Comes back to this page. */
function SignOut() {
  return <Button onClick={() => void signOut(location.pathname + location.search)}>Sign out</Button>
}
