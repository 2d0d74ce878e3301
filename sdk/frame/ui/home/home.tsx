import { useEffect } from 'preact/hooks'
import { findLast } from '../../engine/find-last.ts'
import { AskPerson } from '../ask-person.tsx'
import { Avatar } from '../avatar.tsx'
import { Composer } from '../composer.tsx'
import { useEngine, useWidget } from '../context.ts'
import { Icon } from '../icons.tsx'
import { Offline } from '../offline.tsx'
import { Presence } from '../presence.tsx'
import { QuickReplies } from '../quick-replies.tsx'
import { webAddress } from '../words.tsx'
import { Card } from './card.tsx'
import { LastOrder } from './last-order.tsx'

export function Home() {
  const { texts, engine, show, close } = useWidget()
  const { config } = useEngine()
  const { t } = texts
  const logo = webAddress(config.theme.logoUrl || null)
  const banner = webAddress(config.theme.headerImageUrl || null)
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
          {banner ? (
            <img class="banner" src={banner} alt="" onError={({ currentTarget }) => currentTarget.remove()} />
          ) : null}
          <h1 dir="auto">{config.theme.greeting || t('greeting')}</h1>
          <p dir="auto">{config.theme.intro || t('intro')}</p>
          <Presence />
          <Faces />
        </header>
        <nav class="cards" aria-label={t('nav.home')}>
          <Recent />
          <Earlier />
          <LastOrder />
          {config.orders ? (
            <Card
              icon="parcel"
              title={t('orders')}
              onClick={() => {
                engine.store.set({ order: null })
                show('orders')
              }}
            >
              <small>{t('orders.about')}</small>
            </Card>
          ) : null}
          {config.faqs ? (
            <Card icon="help" title={t('help.title')} onClick={() => show('help')}>
              <small>{t('help.search')}</small>
            </Card>
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
      <Card icon="chat" title={t('start')} onClick={() => show('messages')}>
        <small>{t('placeholder')}</small>
      </Card>
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
    <Card icon="clock" title={texts.t('history')} onClick={() => show('history')}>
      <small dir="auto">{others[0]?.lastMessage}</small>
    </Card>
  )
}

/** Members' faces, if the store shows them. */
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
