import { t } from '../../../base/texts.ts'
import { discard, retry } from '../../../live/outbox.ts'
import type { PendingMessage } from '../../../live/state.ts'
import { Button } from '../../../ui/Button.tsx'

interface Props {
  conversationId: string
  message: PendingMessage
  /** Whether one before it could not be sent. */
  isHeldBack: boolean
}

/** A message that is on its way, waits for the one before it, or could not be sent. */
export function PendingLine({ conversationId, message, isHeldBack }: Props) {
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
          <span>{t('Not sent. {0}', message.error)}</span>
          <Button kind="quiet" onClick={() => retry(conversationId, message)}>
            {t('Send again')}
          </Button>
          <Button kind="quiet" onClick={() => discard(conversationId, message)}>
            {t('Discard')}
          </Button>
        </div>
      ) : (
        <span className="sending">{isHeldBack ? t('Waits for the one before it') : t('Sending…')}</span>
      )}
    </article>
  )
}
