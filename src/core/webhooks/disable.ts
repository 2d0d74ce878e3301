import { recordAudit } from '#core/audit-log.ts'
import { mailWebhookDisabled } from '#core/mail/outgoing-emails.ts'
import type { Queries } from '#database/database.ts'
import { disableSubscription } from '#storage/webhooks/queue.ts'

/** Why a subscription is disabled: `reason` is that of its last delivery, for people. */
export interface FailedAttempt {
  startedAt: Date
  /** What becomes of the deliveries that wait. */
  queue: 'held' | 'cancelled'
  reason: string | null
}

/**
 * Disables a subscription whose deliveries fail (spec 6.4.3, 6.4.4), unless it was activated after the attempt began. The
 * audit log has it, and the store's admins get it by mail: nothing else of the store shows that its events stay away.
 * `mail` is null where no mail leaves the service.
 */
export async function disableFailing(
  tx: Queries,
  id: string,
  { startedAt, queue, reason }: FailedAttempt,
  mail: { inboxUrl: string } | null,
): Promise<void> {
  const disabled = await disableSubscription(tx, id, { startedAt, queue, now: new Date() })
  if (!disabled) return
  const host = new URL(disabled.url).host
  await recordAudit(tx, { kind: 'subscription', subscriptionId: id }, 'webhook.disabled', id, { url: host, reason })
  if (mail) await mailWebhookDisabled(tx, { host, reason, isQueueHeld: queue === 'held' }, mail.inboxUrl)
}
