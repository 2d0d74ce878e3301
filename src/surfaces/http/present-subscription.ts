import type { Subscription } from '#core/webhooks/subscriptions.ts'

/** Spec 2.8. Keys about deliveries appear after the first attempt. */
export function presentSubscription(shopId: string, subscription: Subscription) {
  const { id, url, events, isActive, secret, metadata, createdAt, updatedAt } = subscription
  const { lastDeliveryAt, lastDeliveryStatus, lastDeliveryError } = subscription
  const delivery = lastDeliveryAt ? { lastDeliveryAt, lastDeliveryStatus, lastDeliveryError } : {}
  return { id, shopId, url, events, isActive, secret, metadata, createdAt, updatedAt, ...delivery }
}
