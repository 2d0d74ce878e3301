import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { findLast } from '../../engine/find-last.ts'
import { isTeamHere } from '../../engine/state.ts'
import { Avatar } from '../avatar.tsx'
import { useEngine, useWidget } from '../context.ts'
import { Icon } from '../icons.tsx'
import { later } from '../later.tsx'
import { Words } from '../words.tsx'
import { arrange, handOvers } from './arrange.ts'
import { Bubble, PendingBubble } from './bubble.tsx'

const EmailAsk = later<{ known: string | null }>(() => import('./email-ask.tsx').then(({ EmailAsk }) => EmailAsk))
const Rating = later<{ conversationId: string }>(() => import('./rating.tsx').then(({ Rating }) => Rating))

const NEAR_END = 80
const NEAR_TOP = 120

/** The messages, oldest first. It stays at its end while one is there, and in its place while older ones come in. */
export function MessageList({ children }: { children?: ComponentChildren }) {
  const { texts, engine } = useWidget()
  const state = useEngine()
  const { messages, outbox: all, typing, conversation, campaign, hasOlder, config, visitor } = state
  const { t } = texts
  const scroller = useRef<HTMLDivElement>(null)
  const place = useRef({ first: '', height: 0, top: 0, atEnd: true, outbox: 0, count: 0 })
  const [hasNews, setNews] = useState(false)
  const last = messages[messages.length - 1]
  const there = new Set(messages.map(({ clientId }) => clientId))
  const outbox = all.filter(({ clientId }) => !there.has(clientId))
  const count = messages.length + outbox.length

  // After each drawing: stay where one was reading, or at the end; one's own words are always looked at.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const was = place.current
    const first = messages[0]?.id ?? ''
    const isGrown = was.first !== '' && first !== was.first
    if (isGrown) element.scrollTop = was.top + (element.scrollHeight - was.height)
    else if (was.atEnd || outbox.length > was.outbox) element.scrollTop = element.scrollHeight
    else if (count > was.count && last?.sender.type !== 'customer') setNews(true)
    remember(element, first)
  })

  function remember(element: HTMLElement, first: string): void {
    const { scrollHeight: height, scrollTop: top } = element
    place.current = { first, height, top, atEnd: isAtEnd(element), outbox: outbox.length, count }
  }

  function toEnd(): void {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
    setNews(false)
  }

  function onScroll(): void {
    const element = scroller.current
    if (!element) return
    remember(element, place.current.first)
    if (place.current.atEnd) setNews(false)
    if (element.scrollTop < NEAR_TOP) engine.loadOlder()
  }

  const lastOwn = findLast(messages, ({ sender }) => sender.type === 'customer')
  const to = handOvers(messages, conversation?.isChatBot === true)
  const asksEmail =
    !isTeamHere(state) && !conversation?.isChatBot && lastOwn !== undefined && conversation?.status === 'open'
  return (
    <div class="stage">
      <div
        ref={scroller}
        class="scroll conversation"
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="polite"
        aria-label={t('log')}
      >
        {hasOlder ? <p class="line">{t('older')}</p> : null}
        {messages.length === 0 && outbox.length === 0 && !campaign ? (
          <p class="welcome" dir="auto">
            {config.theme.intro || t('intro')}
          </p>
        ) : null}
        {campaign ? (
          <div class="row theirs end">
            <Avatar name={campaign.senderName ?? config.name} />
            <div class="bubble" dir="auto">
              <Words text={campaign.text} />
            </div>
          </div>
        ) : null}
        {arrange(messages, texts).map((item) =>
          item.kind === 'day' ? (
            <p key={item.key} class="line day">
              <span>{item.text}</span>
            </p>
          ) : (
            <Bubble
              key={item.key}
              message={item.message}
              isFirst={item.isFirst}
              isLast={item.isLast}
              to={to.get(item.key)}
              note={item.message === lastOwn && outbox.length === 0 ? noteFor(lastOwn.position) : undefined}
            />
          ),
        )}
        {outbox.map((pending) => (
          <PendingBubble key={pending.clientId} pending={pending} />
        ))}
        {typing ? (
          <div class="row theirs end typing">
            <Avatar name={typing.name} url={typing.avatarUrl} kind={conversation?.isChatBot ? 'bot' : 'agent'} />
            <div class="column">
              {/* Read out when it is a message: until then it grows, and may go. */}
              {typing.draft ? (
                <div class="bubble draft" dir="auto" aria-hidden="true">
                  {typing.draft}
                </div>
              ) : null}
              <div class="bubble dots">
                <i />
                <i />
                <i />
                <span class="hidden">{t('typing', { name: typing.name })}</span>
              </div>
            </div>
          </div>
        ) : null}
        {conversation?.status === 'resolved' && outbox.length === 0 ? (
          <p class="line">{t(state.isEarlier ? 'ended' : 'resolved')}</p>
        ) : null}
        {config.rating && conversation?.status === 'resolved' && lastOwn ? (
          <Rating key={conversation.id} conversationId={conversation.id} />
        ) : null}
        {asksEmail ? <EmailAsk known={visitor?.email ?? null} /> : null}
        {children}
      </div>
      {hasNews ? (
        <button type="button" class="news" onClick={toEnd}>
          {t('new')} <Icon name="down" />
        </button>
      ) : null}
    </div>
  )

  function noteFor(position: number): string {
    return (conversation?.readByAgent ?? 0) >= position ? t('seen') : t('sent')
  }
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < NEAR_END
