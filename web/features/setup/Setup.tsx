import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listConversations } from '../../api/conversations.ts'
import { installSnippet, storeQuery } from '../../api/store/settings.ts'
import { teamQuery } from '../../api/team/team.ts'
import { Link, pathTo } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { inbox } from '../../live/state.ts'
import { Card } from '../../ui/Card.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import '../../ui/page.css'
import './setup.css'

/** The first steps of a new store; each shows by itself when it is done. */
export default function Setup() {
  const { data: store, error, refetch } = useQuery(storeQuery)
  const { data: team } = useQuery(teamQuery)
  const counts = useStore(inbox, (state) => state.counts)
  // The counts change when a first conversation comes in; it may be one that is resolved or the AI agent's.
  const { data: conversations } = useQuery({
    queryKey: ['any conversation', counts],
    queryFn: () => listConversations('', null),
    placeholderData: keepPreviousData,
  })
  if (!store || !team || !conversations) return <Loading error={error} onRetry={refetch} />
  const hasColleagues = team.members.length > 1 || team.invitations.length > 0
  const hasTalked = conversations.data.length > 0
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
        <h2 className="step-title">{step('Put the chat into your store', hasTalked)}</h2>
        <p className="about">One line in every page, before &lt;/body&gt;.</p>
        <Copyable text={installSnippet(store)} label="the snippet" />
        <p className="about">
          <Link href={pathTo('settings', 'widget')}>Colour and texts</Link>
        </p>
      </Card>
      <Card title="">
        <h2 className="step-title">{step('Invite your team', hasColleagues)}</h2>
        <p className="about">
          Each colleague gets a link from you. <Link href={pathTo('settings', 'team')}>Make a link</Link>
        </p>
      </Card>
      <Card title="">
        <h2 className="step-title">{step('Say hello', hasTalked)}</h2>
        <p className="about">
          Open your store, write into the chat, and see it arrive here.{' '}
          {hasTalked ? <Link href={pathTo('open')}>To the inbox</Link> : 'Waiting for the first message…'}
        </p>
      </Card>
    </main>
  )
}
