import { randomUUID } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { readMoment, requireCursor } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import {
  type DeliveryRow,
  findDelivery,
  insertTestDelivery,
  isDeliveryCursor,
  listDeliveries,
  measureEndpoint,
  requeueDelivery,
  requeueFailed,
} from '#storage/webhooks/deliveries.ts'
import { findSubscription, type SubscriptionRow } from '#storage/webhooks/subscriptions.ts'
import { buildEvent, type EventType } from './events.ts'
import { SAMPLE_EVENTS } from './sample-events.ts'

export type Delivery = DeliveryRow
export type DeliveryDetail = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

/** What a delivery may be: on its way, waiting for an inactive subscription, or done with in one of four ways. */
export const DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'dropped', 'failed', 'cancelled'] as const

/** A subscription's deliveries, newest first; `about`: those of one event or conversation, by its id. */
export async function listSubscriptionDeliveries(
  caller: Caller,
  subscriptionId: string,
  request: { status?: string; about?: string; limit: number; cursor: string | null },
): Promise<{ deliveries: Delivery[]; nextCursor: string | null }> {
  await requireSubscription(caller, subscriptionId)
  requireCursor(request.cursor, isDeliveryCursor)
  return listDeliveries(caller.shop, { subscriptionId, ...request })
}

/** One delivery: the body it sends and each attempt. */
export async function getDelivery(caller: Caller, id: string): Promise<DeliveryDetail> {
  const delivery = isUuid(id) ? await findDelivery(caller.shop, id) : undefined
  if (!delivery) throw notFound('Delivery')
  return delivery
}

/** Sends an event again to its subscription, as the same event and delivery, with seven fresh attempts. */
export async function redeliver(caller: Caller, id: string): Promise<DeliveryDetail> {
  const delivery = await getDelivery(caller, id)
  if (delivery.body === '')
    throw invalidParams('The body of this delivery is no longer kept, so it cannot be sent again.')
  await caller.shop.transaction(async (tx) => {
    requireActive(await findSubscription(tx, delivery.subscriptionId, 'for no key update'))
    await requeueDelivery(tx, id, currentTime())
    tx.announce?.('events')
  })
  return getDelivery(caller, id)
}

/**
 * Sends every delivery again that failed since `since`, those that the endpoint rejected with a 4xx too; each with seven fresh
 * attempts. Returns how many were queued.
 */
export async function redeliverFailed(caller: Caller, subscriptionId: string, moment: string): Promise<number> {
  await requireSubscription(caller, subscriptionId)
  const since = readMoment('since', moment)
  const now = currentTime()
  let count = 0
  for (let before: { createdAt: Date; id: string } | null = null; ; ) {
    const step = await caller.shop.transaction(async (tx) => {
      requireActive(await findSubscription(tx, subscriptionId, 'for no key update'))
      tx.announce?.('events')
      return requeueFailed(tx, subscriptionId, { since, before, now })
    })
    count += step.queued
    if (step.oldest === null) break
    before = step.oldest
  }
  await recordAudit(caller.shop, caller.actor, 'webhook.redelivered', subscriptionId, { since: moment, count })
  return count
}

/** Sends a made-up event of a type it subscribes to, to this subscription alone. Returns its delivery. */
export async function sendTestEvent(caller: Caller, subscriptionId: string): Promise<DeliveryDetail> {
  const subscription = await requireSubscription(caller, subscriptionId)
  requireActive(subscription)
  const type = subscription.events[0] as EventType
  const event = buildEvent(caller.shop.shopId, type, null, SAMPLE_EVENTS[type] as never)
  const deliveryId = randomUUID()
  await caller.shop.transaction((tx) => insertTestDelivery(tx, subscriptionId, { ...event, deliveryId }))
  return getDelivery(caller, deliveryId)
}

export interface EndpointHealth {
  /** Attempts in the last 24 hours, and the part of them that succeeded; null without attempts. */
  attempts: number
  successRate: number | null
  /** Milliseconds an attempt took. */
  medianMs: number | null
  p95Ms: number | null
  /** Deliveries that wait, and how many milliseconds the oldest has. */
  queued: number
  queueAgeMs: number | null
}

export async function getEndpointHealth(caller: Caller, subscriptionId: string): Promise<EndpointHealth> {
  await requireSubscription(caller, subscriptionId)
  const now = currentTime().getTime()
  const row = await measureEndpoint(caller.shop, subscriptionId, new Date(now - 24 * 60 * 60 * 1000))
  return {
    attempts: row.attempts,
    successRate: row.attempts > 0 ? row.successes / row.attempts : null,
    medianMs: row.medianMs,
    p95Ms: row.p95Ms,
    queued: row.queued,
    queueAgeMs: row.oldestDueAt ? now - row.oldestDueAt.getTime() : null,
  }
}

/** The subscription, or NOT_FOUND. */
export async function requireSubscription(caller: Caller, id: string): Promise<SubscriptionRow> {
  const subscription = await findSubscription(caller.shop, id)
  if (!subscription) throw notFound('Subscription')
  return subscription
}

function requireActive(subscription: SubscriptionRow | undefined): void {
  if (!subscription?.isActive) throw invalidParams('The subscription is inactive; resume it first.')
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
