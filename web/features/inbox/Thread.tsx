import { Fragment, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from '../../api/store.ts'
import type { Message } from '../../api/types.ts'
import { go, pathTo } from '../../app/router.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { dayName } from '../../ui/time.ts'
import { loadConversation, loadThread, setRead, setStatus, toggleStar } from './actions.ts'
import { Composer } from './Composer.tsx'
import { watch } from './live.ts'
import { MessageLine, PendingLine } from './MessageLine.tsx'
import { nameOf } from './Row.tsx'
import { EMPTY_THREAD, inbox } from './state.ts'
import { CHANNELS } from './views.ts'

interface Props {
  id: string
  viewKey: string
  onAct: (what: 'assign' | 'tag' | 'more') => void
  onDetails: () => void
}

const GROUP_MS = 5 * 60 * 1000
const NONE: never[] = []

export function Thread({ id, viewKey, onAct, onDetails }: Props) {
  const one = useStore(inbox, (state) => state.conversations[id])
  const thread = useStore(inbox, (state) => state.threads[id] ?? EMPTY_THREAD)
  const pending = useStore(inbox, (state) => state.pending[id] ?? NONE)
  const members = useStore(inbox, (state) => state.members)
  const typing = useStore(inbox, (state) => state.typing[id] ?? NONE)
  const viewers = useStore(inbox, (state) => state.viewers[id] ?? NONE)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!inbox.get().conversations[id]) loadConversation(id).catch(() => {})
    if (inbox.get().threads[id]?.isKnown) watch(id)
    else void loadThread(id, 'newest').then(() => watch(id))
    return () => watch(undefined)
  }, [id])

  // Read once it is seen: not in a tab that nobody looks at.
  const isUnread = one ? !one.isRead : false
  useEffect(() => {
    if (!isUnread) return
    const read = () => {
      if (!document.hidden && !leftUnread.has(id)) void setRead([id], true)
    }
    const timer = setTimeout(read, 600)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [id, isUnread])
  useEffect(() => () => void leftUnread.delete(id), [id])

  useStayAtEnd(box, id, thread.messages, pending.length, one !== undefined)

  if (!one) {
    return (
      <section className="thread" aria-label="Conversation">
        {thread.error ? (
          <div className="blank" role="alert">
            <p>{thread.error}</p>
            <Button onClick={() => go(pathTo(viewKey))}>Back to the list</Button>
          </div>
        ) : (
          <div className="blank" aria-busy="true">
            <span className="spinner" />
          </div>
        )}
      </section>
    )
  }
  const name = nameOf(one)
  const assignee = members.find((member) => member.id === one.memberId)
  const others = viewers.map((viewer) => members.find((member) => member.id === viewer)?.fullName).filter(Boolean)
  return (
    <section className="thread" aria-label={`Conversation with ${name}`}>
      <header className="pane-head">
        <IconButton icon="back" label="Back to the list" className="only-narrow" onClick={() => go(pathTo(viewKey))} />
        <div className="thread-title">
          <h2>{name}</h2>
          <p>
            {CHANNELS[one.channels[0] ?? ''] ?? 'Online store'}
            {one.isOnline && <span className="online"> · online now</span>}
            {one.isBlock && <span className="blocked"> · blocked</span>}
          </p>
        </div>
        <span className="grow" />
        <Button kind="quiet" onClick={() => onAct('assign')} title="Assign (a)" className="assignee">
          {assignee ? <Avatar name={assignee.fullName} url={assignee.avatarUrl} size={18} /> : null}
          {assignee?.fullName ?? (one.isChatBot ? 'AI agent' : 'Unassigned')}
        </Button>
        <IconButton
          icon="star"
          label={one.isStarred ? 'Take the star off' : 'Star'}
          hint="s"
          filled={one.isStarred}
          className={one.isStarred ? 'starred' : ''}
          onClick={() => void toggleStar([id])}
        />
        <IconButton icon="more" label="More" onClick={() => onAct('more')} />
        <IconButton icon="panel" label="Details" hint="d" onClick={onDetails} className="details-toggle" />
        {one.status === 'open' ? (
          <Button icon="check" title="Resolve (e)" onClick={() => void setStatus([id], 'resolved')}>
            <span className="hide-phone">Resolve</span>
          </Button>
        ) : (
          <Button icon="reopen" title="Reopen (e)" onClick={() => void setStatus([id], 'open')}>
            <span className="hide-phone">Reopen</span>
          </Button>
        )}
      </header>
      {others.length > 0 && (
        <p className="collision" role="status">
          <span className="pulse" /> {others.join(', ')} {others.length === 1 ? 'is' : 'are'} looking at this too
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <div className="messages" ref={box} tabIndex={0} role="log" aria-label="Messages" aria-live="polite">
        {thread.nextCursor && (
          <Button kind="quiet" className="older" busy={thread.isLoading} onClick={() => void loadThread(id, 'older')}>
            {thread.isLoading ? 'Loading…' : 'Show earlier messages'}
          </Button>
        )}
        {!thread.isKnown && thread.isLoading && <p className="more">Loading…</p>}
        {thread.error && (
          <p className="more" role="alert">
            {thread.error}{' '}
            <Button kind="quiet" onClick={() => void loadThread(id, 'newest')}>
              Try again
            </Button>
          </p>
        )}
        {thread.messages.map((message, i) => {
          const before = thread.messages[i - 1]
          const isNewDay = !before || dayName(before.createdAt) !== dayName(message.createdAt)
          return (
            <Fragment key={message.id}>
              {isNewDay && <p className="day">{dayName(message.createdAt)}</p>}
              <MessageLine
                conversationId={id}
                message={message}
                isFirst={isNewDay || startsGroup(before as Message, message)}
                avatarUrl={members.find((member) => member.id === message.memberId)?.avatarUrl ?? ''}
              />
            </Fragment>
          )
        })}
        {pending.map((message) => (
          <PendingLine key={message.clientId} conversationId={id} message={message} />
        ))}
        {typing.length > 0 && (
          <p className="typing">
            <span className="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {typing.map((who) => who.name || name).join(', ')} {typing.length === 1 ? 'is' : 'are'} typing
          </p>
        )}
      </div>
      <Composer key={id} conversation={one} />
    </section>
  )
}

/** Conversations that were put back among the unread while on screen: they stay so until one leaves them. */
export const leftUnread = new Set<string>()

function startsGroup(before: Message, message: Message): boolean {
  return (
    before.senderName !== message.senderName ||
    before.isNote !== message.isNote ||
    before.isTransfer ||
    Date.parse(message.createdAt) - Date.parse(before.createdAt) > GROUP_MS
  )
}

/** Keeps the end in sight while one is there, and the place where one reads when earlier messages come in above. */
function useStayAtEnd(
  box: React.RefObject<HTMLDivElement | null>,
  id: string,
  messages: Message[],
  pending: number,
  isDrawn: boolean,
) {
  const last = useRef({ id: '', first: '', height: 0, isAtEnd: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is pending makes the thread longer, too
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const first = messages[0]?.id ?? ''
    const before = last.current
    if (before.id !== id) element.scrollTop = element.scrollHeight
    else if (before.first !== first && before.first !== '') element.scrollTop += element.scrollHeight - before.height
    else if (before.isAtEnd) element.scrollTop = element.scrollHeight
    last.current = { id: messages.length > 0 ? id : '', first, height: element.scrollHeight, isAtEnd: isAtEnd(element) }
  }, [box, id, messages, pending])
  useEffect(() => {
    const element = box.current
    if (!element || !isDrawn) return
    const note = () => {
      last.current.isAtEnd = isAtEnd(element)
      last.current.height = element.scrollHeight
    }
    const keep = new ResizeObserver(() => {
      if (last.current.isAtEnd) element.scrollTop = element.scrollHeight
    })
    element.addEventListener('scroll', note, { passive: true })
    keep.observe(element)
    return () => {
      element.removeEventListener('scroll', note)
      keep.disconnect()
    }
  }, [box, isDrawn])
}

const isAtEnd = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight < 60
