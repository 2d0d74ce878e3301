import { useEffect, useState } from 'react'
import { t } from '../../../base/texts.ts'
import { discard, retry } from '../../../live/outbox.ts'
import type { PendingMessage } from '../../../live/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { MessageText } from '../MessageBody.tsx'
import { askToCompose } from './compose.ts'

interface Props {
  conversationId: string
  message: PendingMessage
  /** Whether one before it could not be sent. */
  isHeldBack: boolean
}

/** Takes a reply that has not left yet back into the composer. */
export function takeBack(conversationId: string, message: PendingMessage): void {
  discard(conversationId, message)
  const { text, isNote, acts, email, original, cards } = message
  const more = {
    ...(acts && { acts }),
    ...(email && { email }),
    ...(original && { original }),
    ...(cards && { cards }),
  }
  askToCompose(conversationId, { text, isNote, ...more })
}

/** Whether a message can be taken back, until it cannot. */
function useIsHeld({ leavesAt = 0 }: PendingMessage): boolean {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, leavesAt - Date.now()))
    return () => clearTimeout(timer)
  }, [leavesAt])
  return leavesAt > now
}

/** A message that is on its way, waits for the one before it, or could not be sent. */
export function PendingLine({ conversationId, message, isHeldBack }: Props) {
  const isHeld = useIsHeld(message)
  return (
    <article className={`message pending ${message.isNote ? 'note' : 'team'} first`}>
      <div className="bubble">
        {message.text && <MessageText text={message.text} isTyped={!message.isNote} />}
        {message.cards && <p>{message.cards.map(({ title }) => title).join(', ')}</p>}
        {message.files.map((file) => (
          <p key={file.id}>{file.name}</p>
        ))}
      </div>
      {message.error ? (
        <div className="failed" role="alert">
          <span>{t('Not sent. {0}', message.error)}</span>
          <Button kind="quiet" onClick={() => retry(conversationId, message)}>
            {t('Send again')}
          </Button>
          <Button kind="quiet" onClick={() => discard(conversationId, message)}>
            {t('Discard')}
          </Button>
        </div>
      ) : (
        <span className="sending">
          {isHeldBack ? t('Waiting for the previous message') : t('Sending…')}
          {isHeld && (
            <Button kind="quiet" title={t('Undo (z)')} onClick={() => takeBack(conversationId, message)}>
              {t('Undo')}
            </Button>
          )}
        </span>
      )}
    </article>
  )
}
