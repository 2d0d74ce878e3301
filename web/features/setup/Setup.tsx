import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listConversations } from '../../api/conversations.ts'
import { installSnippet, storeQuery } from '../../api/store/settings.ts'
import { teamQuery } from '../../api/team/team.ts'
import { Link, pathTo } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
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
      {isDone && <span className="sr-only"> {t('(done)')}</span>}
    </>
  )
  return (
    <main className="settings-page setup">
      <Link href={pathTo('open')} className="nav-item setup-back">
        <Icon name="back" /> {t('Inbox')}
      </Link>
      <h1>{t('Set up {0}', store.name)}</h1>
      <p className="about">{t('Three steps, in any order.')}</p>
      <Card title="">
        <h2 className="step-title">{step(t('Add the chat to your store'), hasTalked)}</h2>
        <p className="about">{t('Add this line to every page of your store, before </body>.')}</p>
        <Copyable text={installSnippet(store)} label={t('the snippet')} />
        <p className="about">
          <Link href={pathTo('settings', 'widget')}>{t('Colour and texts')}</Link>
        </p>
      </Card>
      <Card title="">
        <h2 className="step-title">{step(t('Invite your team'), hasColleagues)}</h2>
        <p className="about">
          {t('Send each colleague an invitation link.')}{' '}
          <Link href={pathTo('settings', 'team')}>{t('Create invite link')}</Link>
        </p>
      </Card>
      <Card title="">
        <h2 className="step-title">{step(t('Say hello'), hasTalked)}</h2>
        <p className="about">
          {t('Open your store, write in the chat, and see the message arrive here.')}{' '}
          {hasTalked ? <Link href={pathTo('open')}>{t('Go to the inbox')}</Link> : t('Waiting for the first message…')}
        </p>
      </Card>
    </main>
  )
}
