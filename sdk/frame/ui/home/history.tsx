import { useEffect, useState } from 'preact/hooks'
import type { Listed } from '../../../shared/records.ts'
import { Avatar } from '../avatar.tsx'
import { useEngine, useWidget } from '../context.ts'
import { Failed, Header } from '../header.tsx'
import { Icon } from '../icons.tsx'

/** All of the visitor's conversations, newest first. */
export function History() {
  const { texts, engine, show } = useWidget()
  const { conversations } = useEngine()
  const { t } = texts
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once more with each try
  useEffect(() => {
    engine.loadConversations().then(
      () => setFailed(false),
      () => setFailed(true),
    )
  }, [engine, tries])

  return (
    <>
      <Header title={t('history')} />
      <div class="scroll help">
        {failed ? <Failed again={() => setTries(tries + 1)} /> : null}
        <ul class="articles">
          {conversations.map((one) => (
            <li key={one.id}>
              <Entry listed={one} />
            </li>
          ))}
        </ul>
      </div>
      <footer class="foot">
        <button
          type="button"
          class="primary wide"
          data-focus
          onClick={() => {
            engine.showCurrent()
            show('messages')
          }}
        >
          {t('help.write')}
        </button>
      </footer>
    </>
  )
}

function Entry({ listed }: { listed: Listed }) {
  const { texts, engine, show } = useWidget()
  const { config } = useEngine()
  const { t } = texts
  const { assignee, lastMessage, lastActive, createdAt, status, unreadCount } = listed
  const name = assignee?.name ?? (config.name || t('team'))
  const date = lastActive ?? createdAt
  return (
    <button
      type="button"
      class="card"
      onClick={() => {
        engine.showEarlier(listed)
        show('messages')
      }}
    >
      <Avatar name={name} url={assignee?.avatarUrl ?? null} />
      <span class="grow">
        <b dir="auto">{name}</b>
        <small dir="auto">{lastMessage}</small>
        <small>
          {date ? texts.day(date) : ''}
          {status === 'resolved' ? ` · ${t('ended')}` : ''}
        </small>
      </span>
      {unreadCount > 0 ? <span class="count">{unreadCount}</span> : <Icon name="next" />}
    </button>
  )
}
