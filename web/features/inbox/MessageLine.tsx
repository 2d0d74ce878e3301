import { Fragment, memo, type ReactNode, useState } from 'react'
import type { Message } from '../../api/types.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { moment, timeOfDay } from '../../ui/time.ts'
import { complain } from '../../ui/toast.tsx'
import { deleteMessage, discard, editMessage, retry } from './actions.ts'
import type { Pending } from './state.ts'

interface Props {
  conversationId: string
  message: Message
  isFirst: boolean
  avatarUrl: string
}

/** One message of a thread: a customer's, the team's, the AI agent's, a note, or a line that tells what happened. */
export const MessageLine = memo(function MessageLine({ conversationId, message, isFirst, avatarUrl }: Props) {
  const [mode, setMode] = useState<'show' | 'edit' | 'delete'>('show')
  if (message.isTransfer) {
    return (
      <p className="event">
        <Icon name="bot" size={13} /> {message.text} <time>{timeOfDay(message.createdAt)}</time>
      </p>
    )
  }
  const side = message.isNote ? 'note' : message.isAdmin ? (message.isBot ? 'team bot' : 'team') : 'customer'
  const canEdit = message.isAdmin && !message.isDeleted && (message.memberId !== null || message.isBot)
  return (
    <article className={`message ${side} ${isFirst ? 'first' : ''}`} data-message={message.id}>
      {isFirst && (
        <header>
          <Avatar name={message.senderName || 'Visitor'} url={avatarUrl} size={20} />
          <strong>{message.senderName || 'Visitor'}</strong>
          {message.isNote && <span className="chip note-chip">Note</span>}
          {message.isBot && message.senderName !== 'AI agent' && <span className="chip ai">AI agent</span>}
          <time dateTime={message.createdAt} title={moment(message.createdAt)}>
            {timeOfDay(message.createdAt)}
          </time>
        </header>
      )}
      {mode === 'edit' ? (
        <EditForm message={message} conversationId={conversationId} onDone={() => setMode('show')} />
      ) : message.isDeleted ? (
        <p className="bubble deleted">This message was deleted</p>
      ) : (
        <div className="bubble">
          {message.text && <p dir="auto">{linked(message.text, message.isNote)}</p>}
          <Files files={message.files} />
          <Shown title="Products shown" items={message.chatbotProducts} />
          <Shown title="Answers used" items={message.chatbotFaqs} />
          {message.revision !== message.position && <span className="edited">edited</span>}
        </div>
      )}
      {mode === 'delete' && (
        <div className="confirm" role="alertdialog" aria-label="Delete this message?">
          <span>Delete for everybody?</span>
          <Button
            kind="danger"
            onClick={() => void deleteMessage(conversationId, message.id).then(() => setMode('show'))}
          >
            Delete
          </Button>
          <Button kind="quiet" onClick={() => setMode('show')}>
            Keep
          </Button>
        </div>
      )}
      {!message.isDeleted && mode === 'show' && (
        <div className="message-acts">
          {canEdit && <IconButton icon="edit" label="Edit the message" onClick={() => setMode('edit')} />}
          <IconButton icon="trash" label="Delete the message" onClick={() => setMode('delete')} />
        </div>
      )}
    </article>
  )
})

function EditForm({
  message,
  conversationId,
  onDone,
}: {
  message: Message
  conversationId: string
  onDone: () => void
}) {
  const [text, setText] = useState(message.text)
  const save = () => editMessage(conversationId, message.id, text).then(onDone, complain)
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <textarea
        aria-label="Message text"
        value={text}
        rows={3}
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save()
        }}
      />
      <Button kind="primary" type="submit" disabled={!text.trim()}>
        Save
      </Button>
      <Button kind="quiet" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}

/** What is on its way, or did not get there. */
export function PendingLine({ conversationId, message }: { conversationId: string; message: Pending }) {
  return (
    <article className={`message pending ${message.isNote ? 'note' : 'team'} first`}>
      <div className="bubble">
        {message.text && <p dir="auto">{message.text}</p>}
        {message.files.map((file) => (
          <p key={file.id}>{file.name}</p>
        ))}
      </div>
      {message.error ? (
        <div className="failed" role="alert">
          <span>Not sent. {message.error}</span>
          <Button kind="quiet" onClick={() => retry(conversationId, message)}>
            Send again
          </Button>
          <Button kind="quiet" onClick={() => discard(conversationId, message)}>
            Discard
          </Button>
        </div>
      ) : (
        <span className="sending">Sending…</span>
      )}
    </article>
  )
}

function Files({ files }: { files: Message['files'] }) {
  if (files.length === 0) return null
  return (
    <ul className="files">
      {files.map(({ name = 'File', url = '', type = '' }) => {
        const isSafe = /^(https:\/\/|\/(?!\/))/.test(url)
        if (!isSafe) return <li key={url + name}>{name}</li>
        return (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              {/^image\/(png|jpeg|gif|webp|avif)$/.test(type) ? <img src={url} alt={name} loading="lazy" /> : name}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function Shown({ title, items }: { title: string; items: Record<string, unknown>[] }) {
  if (items.length === 0) return null
  const names = items.map((item) => String(item.title ?? item.name ?? item.question ?? item.id ?? ''))
  return (
    <p className="shown">
      {title}: {names.filter(Boolean).join(', ')}
    </p>
  )
}

/** Addresses become links; in notes, members that are named stand out. */
function linked(text: string, isNote: boolean): ReactNode {
  const pattern = isNote
    ? /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])|(@[\p{L}][\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*)?)/gu
    : /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/g
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index))
    parts.push(
      match[0].startsWith('@') ? (
        <strong className="mention" key={match.index}>
          {match[0]}
        </strong>
      ) : (
        <a href={match[0]} target="_blank" rel="noreferrer noopener" key={match.index}>
          {match[0]}
        </a>
      ),
    )
    end = match.index + match[0].length
  }
  parts.push(text.slice(end))
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a message's parts keep their places
    <Fragment key={i}>{part}</Fragment>
  ))
}
