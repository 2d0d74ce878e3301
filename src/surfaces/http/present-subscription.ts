import type { Subscription } from '#core/subscriptions.ts'

/** Spec 2.8. What tells of deliveries is there after the first attempt. */
export function presentSubscription(shopId: string, subscription: Subscription) {
  const { id, url, events, isActive, secret, metadata, createdAt, updatedAt } = subscription
  const { lastDeliveryAt, lastDeliveryStatus, lastDeliveryError } = subscription
  const delivery = lastDeliveryAt ? { lastDeliveryAt, lastDeliveryStatus, lastDeliveryError } : {}
  return { id, shopId, url, events, isActive, secret, metadata, createdAt, updatedAt, ...delivery }
}
