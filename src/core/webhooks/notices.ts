import type { Caller } from '#core/caller.ts'
import { WEBHOOK_WARN_ATTEMPTS } from '#core/limits.ts'
import { listTroubledSubscriptions } from '#storage/webhooks/subscriptions.ts'

/** What the inbox shows admins of a subscription whose deliveries fail. */
export interface WebhookNotice {
  /** That of the subscription. */
  id: string
  /** The url's host only: a path may hold a secret of its endpoint. */
  host: string
  /** `failing`: it will be disabled if its endpoint keeps failing. */
  state: 'failing' | 'disabled'
  /** When its failures began, or disabled it. */
  since: Date
  /** Why the last delivery failed. */
  reason: string | null
}

/**
 * The store's subscriptions that failures have disabled or soon will: those with a delivery whose fifth attempt of seven has
 * failed. None is listed once its endpoint answers again, or once it is resumed.
 */
export async function listWebhookNotices({ shop }: Caller): Promise<WebhookNotice[]> {
  const troubled = await listTroubledSubscriptions(shop, WEBHOOK_WARN_ATTEMPTS)
  return troubled.map(({ id, url, isActive, failingSince, disabledAt, lastDeliveryError: reason }) => {
    const since = (isActive ? failingSince : disabledAt) as Date
    return { id, host: new URL(url).host, state: isActive ? 'failing' : 'disabled', since, reason }
  })
}
