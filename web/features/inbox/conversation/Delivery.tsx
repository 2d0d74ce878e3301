import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { originalPage, originalQuery, sendAgain } from '../../../api/messages.ts'
import type { Message, ReplyRecipients } from '../../../api/records.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { listRecipients } from '../../../live/recipients.ts'
import { inbox } from '../../../live/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'

const WORDS = {
  waiting: t('Sending…'),
  sent: t('Sent'),
  delivered: t('Delivered'),
  read: t('Read'),
  failed: t('Not delivered'),
} as const

interface Props {
  conversationId: string
  message: Message
}

/** How far a message got on its channel; one that failed can be sent again. Of mail, the original is one click away. */
export function Delivery({ conversationId, message }: Props) {
  const { delivery } = message
  if (!delivery || message.isDeleted) return null
  const { state, error, recipients } = delivery
  if (state === 'received') return <OriginalMail conversationId={conversationId} messageId={message.id} />
  return (
    <p className={`delivery ${state}`} role={state === 'failed' ? 'alert' : undefined}>
      <span>{WORDS[state]}</span>
      {recipients && <SentTo conversationId={conversationId} recipients={recipients} />}
      {error && <span className="delivery-error">{error}</span>}
      {state === 'failed' && (
        <Button kind="quiet" onClick={() => void attempt(() => sendAgain(conversationId, message.id))}>
          {t('Try again')}
        </Button>
      )}
    </p>
  )
}

/** Recipients of a mail, where they are more than the customer. */
function SentTo({ conversationId, recipients }: { conversationId: string; recipients: ReplyRecipients }) {
  const customer = useStore(inbox, (state) => state.conversations[conversationId]?.customerEmail)
  const words = listRecipients(recipients)
  if (words === listRecipients({ to: [customer ?? ''] })) return null
  return <span className="delivery-recipients">{words}</span>
}

function OriginalMail({ conversationId, messageId }: { conversationId: string; messageId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="delivery">
      <Button kind="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? t('Hide the original') : t('Show the original')}
      </Button>
      {isOpen && <Original conversationId={conversationId} messageId={messageId} />}
    </div>
  )
}

/** The mail as it came, in a frame without rights: no scripts, no forms, nothing fetched from elsewhere. */
function Original({ conversationId, messageId }: { conversationId: string; messageId: string }) {
  const { data, error, refetch } = useQuery(originalQuery(conversationId, messageId))
  if (!data) return <Loading error={error} onRetry={refetch} />
  const { subject, sender, isVerified, text, html, to, cc } = data
  return (
    <section className="original" aria-label={t('Original email')}>
      <p>
        <strong>{subject || t('No subject')}</strong>
      </p>
      <p className="about">
        {sender} {isVerified ? '' : t('· unverified sender')}
        {to.length > 0 && <span> {t('To: {0}', to.join(', '))}</span>}
        {cc.length > 0 && <span> {t('Cc: {0}', cc.join(', '))}</span>}
      </p>
      {html ? (
        <iframe
          title={t('Original layout')}
          sandbox=""
          referrerPolicy="no-referrer"
          src={originalPage(conversationId, messageId)}
        />
      ) : (
        <pre dir="auto">{text}</pre>
      )}
    </section>
  )
}
