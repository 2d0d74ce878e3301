import { useEffect } from 'react'
import { useStore } from '../../api/store.ts'
import { Link } from '../../app/Link.tsx'
import { pathTo } from '../../app/router.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useLoad } from '../../ui/useLoad.ts'
import { listConversations } from '../inbox/calls.ts'
import { inbox } from '../inbox/state.ts'
import { getStore, getTeam } from '../settings/calls.ts'
import { Card, Copyable, Loading } from '../settings/parts.tsx'
import { snippet } from '../settings/Widget.tsx'
import '../settings/settings.css'
import './setup.css'

const load = () => Promise.all([getStore(), getTeam(), listConversations('', null)])

/** The first run, in three steps; each shows by itself when it is done. */
export default function Setup() {
  const { data, error, reload } = useLoad(load)
  const counts = useStore(inbox, (state) => state.counts)
  // A first conversation that comes in is told by the counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts are what it waits for
  useEffect(() => void reload(), [counts, reload])
  if (!data) return <Loading error={error} onRetry={reload} />
  const [store, team, { data: conversations }] = data
  const hasCompany = team.members.length > 1 || team.invitations.length > 0
  const hasTalked = conversations.length > 0
  const step = (title: string, isDone: boolean) => (
    <>
      <span className={isDone ? 'step done' : 'step'}>{isDone && <Icon name="check" size={14} />}</span>
      {title}
      {isDone && <span className="sr-only"> (done)</span>}
    </>
  )
  return (
    <main className="settings-page setup">
      <Link href={pathTo('open')} className="nav-item setup-back">
        <Icon name="back" /> Inbox
      </Link>
      <h1>Set up {store.name}</h1>
      <p className="about">Three steps, in any order.</p>
      <Card title="">
        <h2 className="step-title">{step('Put the chat into your shop', hasTalked)}</h2>
        <p className="about">One line in every page, before &lt;/body&gt;.</p>
        <Copyable text={snippet(store)} label="the snippet" />
        <p className="about">
          <Link href={pathTo('settings', 'widget')}>Colour and texts</Link>
        </p>
      </Card>
      <Card title="">
        <h2 className="step-title">{step('Invite your team', hasCompany)}</h2>
        <p className="about">
          Each colleague gets a link from you. <Link href={pathTo('settings', 'team')}>Make a link</Link>
        </p>
      </Card>
      <Card title="">
        <h2 className="step-title">{step('Say hello', hasTalked)}</h2>
        <p className="about">
          Open your shop, write into the chat, and see it arrive here.{' '}
          {hasTalked ? <Link href={pathTo('open')}>To the inbox</Link> : 'Waiting for the first message…'}
        </p>
      </Card>
    </main>
  )
}
