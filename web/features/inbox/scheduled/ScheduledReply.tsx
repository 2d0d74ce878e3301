import { Suspense, useState } from 'react'
import type { Along, ScheduledLine } from '../../../api/records.ts'
import { cancelScheduled, editScheduled, sendScheduledNow } from '../../../api/scheduled.ts'
import { useMembers } from '../../../api/team/team.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { wordsOfAlong } from '../../../live/reply-acts.ts'
import { myId } from '../../../live/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { useAttempt } from '../../../ui/forms.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Files } from '../files/Files.tsx'
import { MessageText } from '../MessageBody.tsx'
import { SendLaterDialog } from './SendLater.tsx'
import { sendWhen } from './when.ts'

/** A reply that is to be sent later, or that is held; only members see it. */
export default function ScheduledReply({ reply, channel }: { reply: ScheduledLine; channel: string | null }) {
  const { id, conversationId, memberId, text } = reply
  const [isAsking, setAsking] = useState(false)
  const { isBusy, attempt } = useAttempt()
  const members = useMembers()
  const isMine = memberId === myId()
  const author = isMine ? null : (members.find((member) => member.id === memberId)?.fullName ?? t('Former member'))
  const act = (work: Promise<unknown>) => attempt(() => work)
  return (
    <article className="message team first scheduled" aria-label={t('Scheduled reply')}>
      <div className="bubble">
        {text && <MessageText text={text} isTyped={reply.isFormatted} />}
        <Files files={reply.files} />
        {reply.cards.length > 0 && <p>{t('1 product or discount|{0} products and discounts', reply.cards.length)}</p>}
      </div>
      {reply.email && (
        <p className="about">
          {[
            `${t('To:')} ${reply.email.to.join(', ')}`,
            reply.email.cc?.length && `${t('Cc:')} ${reply.email.cc.join(', ')}`,
            reply.email.bcc?.length && `${t('Bcc:')} ${reply.email.bcc.join(', ')}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <div className="scheduled-foot">
        <span title={moment(reply.sendAt)}>
          <Icon name="clock" /> {[...describe(reply, author), ...wordsOfAlong(reply.replyActions)].join(' · ')}
        </span>
        {isMine && (
          <>
            <Button kind="quiet" disabled={isBusy} onClick={() => void act(sendScheduledNow(conversationId, id))}>
              {t('Send now')}
            </Button>
            <Button kind="quiet" disabled={isBusy} onClick={() => setAsking(true)}>
              {t('Change')}
            </Button>
          </>
        )}
        <Button kind="quiet" disabled={isBusy} onClick={() => void act(cancelScheduled(conversationId, id))}>
          {t('Do not send')}
        </Button>
      </div>
      {isAsking && (
        <Suspense fallback={null}>
          <SendLaterDialog
            title={t('Scheduled reply')}
            text={text}
            channel={channel}
            files={reply.files}
            before={reply}
            isFixed={reply.template !== null}
            onSave={(choice) =>
              editScheduled(conversationId, id, { ...choice, replyActions: alongAt(reply, choice.sendAt) })
            }
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </article>
  )
}

/** What is done along with a reply that is sent at another time: it is snoozed for as long as before. */
function alongAt({ replyActions, sendAt }: ScheduledLine, at: string): Along {
  if (!replyActions.snoozedUntil) return replyActions
  const later = Date.parse(at) - Date.parse(sendAt)
  return { ...replyActions, snoozedUntil: new Date(Date.parse(replyActions.snoozedUntil) + later).toISOString() }
}

/** What becomes of it; and whose it is, unless it is the member's own. */
function describe({ heldBecause, refusal, sendAt, cancelsOnReply }: ScheduledLine, author: string | null): string[] {
  const what =
    heldBecause === 'customer_wrote'
      ? t('Paused: the customer wrote first')
      : heldBecause === 'refused'
        ? t('Not sent. {0}', refusal)
        : t('To be sent {0}', sendWhen(sendAt))
  const unless = !heldBecause && cancelsOnReply ? t('unless the customer writes first') : null
  return [what, unless, author].filter((one) => one !== null)
}
