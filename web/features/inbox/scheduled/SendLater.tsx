import { lazy, Suspense } from 'react'
import type { CardOffer, OriginalWords, ReplyActs, ReplyRecipients, SentFile } from '../../../api/records.ts'
import { scheduleReply } from '../../../api/scheduled.ts'
import { t } from '../../../base/texts.ts'
import { alongOf } from '../../../live/reply-acts.ts'
import { myId } from '../../../live/state.ts'
import { toast } from '../../../ui/toast.tsx'
import { sendWhen } from './when.ts'

export const SendLaterDialog = lazy(() => import('./SendLaterDialog.tsx'))

interface Props {
  id: string
  text: string
  channel: string | null
  files: SentFile[]
  /** Actions of the canned reply that it began with: done when it is sent. */
  acts: ReplyActs | undefined
  /** Recipients of a reply by mail, where the member chose them. */
  email: ReplyRecipients | undefined
  /** What the member wrote, where the text is its translation. */
  original: OriginalWords | undefined
  /** Products and discounts that it shows. */
  cards: CardOffer[]
  onScheduled: () => void
  onClose: () => void
}

/** Asks when what is in the composer is sent, and schedules it. */
export function SendLater({ id, text, channel, files, acts, email, original, cards, onScheduled, onClose }: Props) {
  return (
    <Suspense fallback={null}>
      <SendLaterDialog
        title={t('Send later')}
        text={text}
        channel={channel}
        files={files}
        onSave={async (choice) => {
          const replyActions = acts && alongOf(acts, myId(), new Date(choice.sendAt))
          const more = {
            ...(replyActions && { replyActions }),
            ...(email && { email }),
            ...(original && { original }),
            isFormatted: true,
            ...(cards.length > 0 && { cards: cards.map(({ kind, id }) => ({ kind, id })) }),
          }
          await scheduleReply(id, { ...choice, ...more })
          toast(t('Scheduled for {0}', sendWhen(choice.sendAt)))
          onScheduled()
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}
