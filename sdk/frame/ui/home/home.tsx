import { useEffect } from 'preact/hooks'
import { findLast } from '../../engine/last.ts'
import { AskPerson } from '../ask-person.tsx'
import { Avatar } from '../avatar.tsx'
import { Composer } from '../composer.tsx'
import { useEngine, useWidget } from '../context.ts'
import { Icon } from '../icons.tsx'
import { Offline } from '../offline.tsx'
import { Presence } from '../presence.tsx'
import { QuickReplies } from '../quick-replies.tsx'
import { webAddress } from '../words.tsx'

export function Home() {
  const { texts, show, close } = useWidget()
  const { config } = useEngine()
  const { t } = texts
  const logo = webAddress(config.theme.logoUrl || null)
  return (
    <>
      <div class="scroll">
        <header class="hero">
          <div class="brand">
            {logo ? <img class="logo" src={logo} alt={config.name} /> : <span dir="auto">{config.name}</span>}
            <button type="button" class="round" aria-label={t('close')} onClick={close}>
              <Icon name="close" />
            </button>
          </div>
          <h1 dir="auto">{config.theme.greeting || t('greeting')}</h1>
          <p dir="auto">{config.theme.intro || t('intro')}</p>
          <Presence />
          <Faces />
        </header>
        <nav class="cards" aria-label={t('nav.home')}>
          <Recent />
          <Earlier />
          {config.orders ? (
            <button type="button" class="card" onClick={() => show('orders')}>
              <span class="tile">
                <Icon name="parcel" />
              </span>
              <span class="grow">
                <b>{t('orders')}</b>
                <small>{t('orders.about')}</small>
              </span>
              <Icon name="next" />
            </button>
          ) : null}
          {config.faqs ? (
            <button type="button" class="card" onClick={() => show('help')}>
              <span class="tile">
                <Icon name="help" />
              </span>
              <span class="grow">
                <b>{t('help.title')}</b>
                <small>{t('help.search')}</small>
              </span>
              <Icon name="next" />
            </button>
          ) : null}
          <Popular />
          <QuickReplies />
        </nav>
      </div>
      <footer class="foot">
        <Offline />
        <AskPerson />
        <Composer />
      </footer>
    </>
  )
}

/** The conversation this browser has had, with its last words. */
function Recent() {
  const { texts, show } = useWidget()
  const { conversation, messages, outbox } = useEngine()
  const { t } = texts
  const last = findLast(messages, (message) => !message.isDeleted && !message.isTransfer)
  const words = outbox[outbox.length - 1]?.text ?? last?.text
  const isOurs = outbox.length > 0 || last?.sender.type === 'customer'
  const unread = conversation?.unreadCount ?? 0
  if (!conversation && outbox.length === 0) {
    return (
      <button type="button" class="card" onClick={() => show('messages')}>
        <span class="tile">
          <Icon name="chat" />
        </span>
        <span class="grow">
          <b>{t('start')}</b>
          <small>{t('placeholder')}</small>
        </span>
        <Icon name="next" />
      </button>
    )
  }
  return (
    <button type="button" class="card" onClick={() => show('messages')}>
      {last && !isOurs ? (
        <Avatar
          name={last.sender.name}
          url={last.sender.avatarUrl}
          kind={last.sender.type === 'bot' ? 'bot' : 'agent'}
        />
      ) : (
        <span class="tile">
          <Icon name="chat" />
        </span>
      )}
      <span class="grow">
        <b>{t('conversation')}</b>
        <small dir="auto">
          {isOurs ? `${t('you')}: ` : ''}
          {words || last?.files[0]?.name || ''}
        </small>
      </span>
      {unread > 0 ? (
        <span class="count">
          {unread}
          <span class="hidden">{t('newMessages', { count: unread })}</span>
        </span>
      ) : (
        <Icon name="next" />
      )}
    </button>
  )
}

/** The way to the visitor's other conversations, where there are some. */
function Earlier() {
  const { texts, engine, show } = useWidget()
  const { conversation, conversations, session, visitor } = useEngine()
  const isKnown = conversation !== null || visitor?.isIdentified === true || engine.hasPast()
  useEffect(() => {
    if (session && isKnown) engine.loadConversations().catch(() => {}) // asked again the next time
  }, [engine, session, isKnown])
  const others = conversations.filter(({ id }) => id !== conversation?.id)
  if (others.length === 0) return null
  return (
    <button type="button" class="card" onClick={() => show('history')}>
      <span class="tile">
        <Icon name="clock" />
      </span>
      <span class="grow">
        <b>{texts.t('history')}</b>
        <small dir="auto">{others[0]?.lastMessage}</small>
      </span>
      <Icon name="next" />
    </button>
  )
}

/** Who answers, where the store shows them. */
function Faces() {
  const { team } = useEngine().config
  if (team.length === 0) return null
  return (
    <ul class="faces">
      {team.map(({ name, avatarUrl }) => (
        <li key={name}>
          <Avatar name={name} url={avatarUrl} />
          <span class="hidden">{name}</span>
        </li>
      ))}
    </ul>
  )
}

/** Answers that many look for, one touch away. */
function Popular() {
  const { engine, show } = useWidget()
  const { popular } = useEngine().config
  if (popular.length === 0) return null
  return (
    <ul class="popular">
      {popular.map(({ id, question }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => {
              show('help')
              engine.store.set({ articleId: id })
            }}
          >
            <span class="grow" dir="auto">
              {question}
            </span>
            <Icon name="next" />
          </button>
        </li>
      ))}
    </ul>
  )
}
