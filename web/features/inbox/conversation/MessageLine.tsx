import { memo, useRef, useState } from 'react'
import type { AiTrace, Message } from '../../../api/records.ts'
import { refocus } from '../../../base/focus.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { moment, timeOfDay } from '../../../base/time.ts'
import { deleteMessage } from '../../../live/message-actions.ts'
import { inbox } from '../../../live/state.ts'
import { canTranslate, isTranslatable, translateOne } from '../../../live/translations.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { reasonWords } from '../../../ui/ai-agent/words.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { MessageBody } from '../MessageBody.tsx'
import { Delivery } from './Delivery.tsx'
import { ReadingLine, useReading } from './Translated.tsx'

const EditForm = onDemand(() => import('./EditForm.tsx'))
const ForwardDialog = onDemand(() => import('./ForwardDialog.tsx'))
const Trace = onDemand(() => import('../../../ui/ai-agent/Trace.tsx'))

interface Props {
  conversationId: string
  message: Message
  isFirst: boolean
  avatarUrl: string
  /** For a handoff by the AI agent: its decision about the message before. */
  decision?: AiTrace | undefined
}

/** One message: the contact's, a member's, the AI agent's, an internal note, or a line about a handoff. */
export const MessageLine = memo(function MessageLine({ conversationId, message, isFirst, avatarUrl, decision }: Props) {
  const [mode, setMode] = useState<'show' | 'edit' | 'delete' | 'forward'>('show')
  const isMail = useStore(inbox, (state) => state.conversations[conversationId]?.channels[0] === 'email')
  const line = useRef<HTMLElement>(null)
  const reading = useReading(message)
  const show = () => {
    // What has the focus goes.
    refocus(line.current)
    setMode('show')
  }
  if (message.isTransfer) {
    return (
      <div className="event">
        <p>
          <Icon name="bot" size={13} /> {message.text} <time>{timeOfDay(message.createdAt)}</time>
        </p>
        {decision && (
          <details>
            <summary>{decision.reason ? t('Why: {0}', reasonWords(decision.reason)) : t('Why')}</summary>
            <Trace {...decision} />
          </details>
        )}
      </div>
    )
  }
  const side = message.isNote ? 'note' : message.isAdmin ? (message.isBot ? 'team bot' : 'team') : 'customer'
  // What has left by a channel cannot be changed there.
  const canEdit =
    message.isAdmin && !message.isDeleted && !message.delivery && (message.memberId !== null || message.isBot)
  return (
    <article
      className={`message ${side} ${isFirst ? 'first' : ''}`}
      data-message={message.id}
      ref={line}
      // Arrows give it the focus (message-focus.ts).
      tabIndex={-1}
    >
      {isFirst && (
        <header>
          <Avatar name={message.senderName || 'Visitor'} url={avatarUrl} size={20} />
          <strong>{message.senderName || t('Visitor')}</strong>
          {message.isNote && (
            <span className="chip note-chip">
              {isAutomaticMail(message) ? t('Automatic mail') : t('Internal note')}
            </span>
          )}
          {message.isBot && message.senderName !== 'AI agent' && <span className="chip ai">{t('AI agent')}</span>}
          <time dateTime={message.createdAt} title={moment(message.createdAt)}>
            {timeOfDay(message.createdAt)}
          </time>
        </header>
      )}
      {mode === 'edit' ? (
        <EditForm message={message} conversationId={conversationId} onDone={show} />
      ) : message.isDeleted ? (
        <p className="bubble deleted">{t('This message was deleted')}</p>
      ) : (
        <>
          <MessageBody message={message} text={reading.text} />
          <ReadingLine message={message} reading={reading} />
        </>
      )}
      <Delivery conversationId={conversationId} message={message} />
      {mode === 'forward' && <ForwardDialog conversationId={conversationId} message={message} onClose={show} />}
      {mode === 'delete' && (
        <div
          className="confirm"
          role="alertdialog"
          aria-label={t('Delete this message?')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            show()
          }}
        >
          <span>{t('Delete for everybody?')}</span>
          <Button kind="danger" onClick={() => void deleteMessage(conversationId, message.id).then(show)}>
            {t('Delete')}
          </Button>
          <Button kind="quiet" onClick={show} autoFocus>
            {t('Keep')}
          </Button>
        </div>
      )}
      {!message.isDeleted && mode === 'show' && (
        <div className="message-acts">
          {reading.kind === null && canTranslate() && isTranslatable(message) && (
            <IconButton
              icon="translate"
              label={t('Translate the message')}
              onClick={() => void translateOne(conversationId, message)}
            />
          )}
          {isMail && (!message.isNote || message.delivery?.state === 'received') && (
            <IconButton icon="forward" label={t('Forward the message')} onClick={() => setMode('forward')} />
          )}
          {canEdit && <IconButton icon="edit" label={t('Edit the message')} onClick={() => setMode('edit')} />}
          <IconButton icon="trash" label={t('Delete the message')} onClick={() => setMode('delete')} />
        </div>
      )}
    </article>
  )
})

/** An absence note, a receipt or the like of the customer's, which changes nothing. */
const isAutomaticMail = ({ isNote, isAdmin, isAutomated }: Message) => isNote && isAutomated && !isAdmin
