import { hash } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { codePoints } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkOutboundUrl } from '#core/checks.ts'
import { invalidParams, notListed } from '#core/errors.ts'
import {
  DELIVERED_BODIES_KEPT_MS,
  DELIVERY_LIFETIME_MS,
  METADATA_BYTES_MAX,
  SUBSCRIPTIONS_MAX,
  WEBHOOK_URL_MAX,
} from '#core/limits.ts'
import { type Plan, requirePlan } from '#core/stores/plans.ts'
import type { Database, Queries } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import { deleteDirectoryEntry, findStore, insertDirectoryEntry, lookUpDirectory } from '#storage/stores/stores.ts'
import { deleteOldEventTypes, insertEventTypes } from '#storage/webhooks/feed.ts'
import {
  type CustomHeaders,
  deleteSubscription,
  findSubscription,
  findSubscriptionByUrl,
  holdDeliveries,
  insertSubscription,
  listSubscriptions,
  resumeDeliveries,
  type SubscriptionRow,
  updateSubscription,
} from '#storage/webhooks/subscriptions.ts'
import { checkHeaders } from './custom-headers.ts'
import { EVENT_TYPES, type EventType } from './events.ts'

export type Subscription = SubscriptionRow

export interface NewSubscription {
  url: string
  events: string[]
  metadata?: object
}

export function listStoreSubscriptions(caller: Caller): Promise<Subscription[]> {
  return listSubscriptions(caller.shop)
}

/**
 * Subscribes a url to events (spec 3.2, 4.5). A url that is subscribed already keeps its id and secret, gets the new
 * events, and is active again, whatever the plan. INVALID_PARAMS names what is wrong with a url or an event, or that
 * an eleventh subscription is one too many.
 */
export async function subscribe(
  caller: Caller,
  request: NewSubscription,
  addresses: AddressBook,
): Promise<{ subscription: Subscription; created: boolean }> {
  const events = checkEvents(request.events)
  if (request.metadata) checkMetadata(request.metadata)
  await checkUrl(request.url, addresses)
  const urlHash = sha256(request.url)
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true) // locked: two subscriptions made at once are counted one after the other
    const now = currentTime()
    const known = await findSubscriptionByUrl(tx, urlHash)
    if (known) {
      const change = { ...known, events, metadata: request.metadata ?? known.metadata, isActive: true, now }
      await recordSaved(tx, caller, known.id, request.url)
      return { subscription: await applyChange(tx, known, change), created: false }
    }
    if ((await listSubscriptions(tx)).length >= SUBSCRIPTIONS_MAX) {
      throw invalidParams(
        `A store has at most ${SUBSCRIPTIONS_MAX} webhook subscriptions, inactive ones included; delete one first.`,
      )
    }
    const id = newId()
    const secret = newToken('whsec_', 24)
    const [subscription] = await Promise.all([
      insertSubscription(tx, { id, url: request.url, urlHash, events, secret, metadata: request.metadata ?? {}, now }),
      insertDirectoryEntry(tx, 'webhook_secret', sha256(secret), id),
      recordSaved(tx, caller, id, request.url),
    ])
    await insertEventTypes(tx, id, events, now)
    return { subscription, created: true }
  })
}

/** The url's host only: a path may hold a secret of its endpoint. */
function recordSaved(tx: Queries, { actor }: Caller, id: string, url: string): Promise<void> {
  return recordAudit(tx, actor, 'webhook.saved', id, { url: new URL(url).host })
}

/**
 * Changes a subscription's events or custom headers, pauses or resumes it. Resuming is the only act that checks the plan again (Pro or
 * Plus). An unknown id is INVALID_PARAMS, not NOT_FOUND (spec 4.5.5).
 */
export function changeSubscription(
  caller: Caller,
  id: string,
  request: { isActive?: boolean; events?: string[]; headers?: CustomHeaders },
): Promise<Subscription> {
  return caller.shop.transaction(async (tx) => {
    const known = await findSubscription(tx, id, 'for no key update')
    if (!known) throw unknownSubscription()
    if (request.isActive === undefined && request.events === undefined && request.headers === undefined) {
      throw invalidParams('Nothing to change: send isActive, events or both.')
    }
    const events = request.events ? checkEvents(request.events) : known.events
    const isActive = request.isActive ?? known.isActive
    if (request.headers) checkHeaders(request.headers)
    if (isActive && !known.isActive) {
      const store = await findStore(tx)
      requirePlan(store?.plan as Plan, 'pro', 'Resuming a webhook subscription')
    }
    const { headers = known.headers, ...told } = request
    // A header's value may be a secret.
    const names = request.headers && { headers: Object.keys(request.headers) }
    await recordAudit(tx, caller.actor, 'webhook.changed', id, { url: new URL(known.url).host, ...told, ...names })
    return applyChange(tx, known, { ...known, events, headers, isActive, now: currentTime() })
  })
}

/** Removes a subscription for good, with its queue. */
export function unsubscribe(caller: Caller, id: string): Promise<void> {
  return caller.shop.transaction(async (tx) => {
    const deleted = await deleteSubscription(tx, id)
    if (!deleted) throw unknownSubscription()
    await deleteDirectoryEntry(tx, 'webhook_secret', sha256(deleted.secret))
    await recordAudit(tx, caller.actor, 'webhook.deleted', id, { url: new URL(deleted.url).host })
    tx.announce?.('queue')
  })
}

/** The subscription a secret belongs to, in whichever store. */
export async function findBySecret(
  database: Database,
  secret: string,
): Promise<{ shopId: string; id: string } | undefined> {
  const found = await lookUpDirectory(database.system, 'webhook_secret', sha256(secret))
  return found && { shopId: found.shopId, id: found.refId as string }
}

export const unknownSubscription = () => notListed('id is not a webhook subscription of this store.', 'webhooks')

/** Hashes what is looked up by: secrets, and urls too long for an index. */
function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

type Change = Pick<Subscription, 'events' | 'metadata' | 'headers' | 'isActive'> & { now: Date }

/** The queue follows the subscription: it waits while the subscription is inactive, and continues afterwards. */
async function applyChange(tx: Queries, known: Subscription, change: Change): Promise<Subscription> {
  const { isActive, now } = change
  const isActivation = isActive && !known.isActive
  const isSameTypes =
    change.events.length === known.events.length && change.events.every((one) => known.events.includes(one))
  const [subscription] = await Promise.all([
    updateSubscription(tx, known.id, { ...change, isActivation }),
    isActivation && resumeDeliveries(tx, known.id, new Date(now.getTime() - DELIVERY_LIFETIME_MS), now),
    !isActive && known.isActive && holdDeliveries(tx, known.id),
    !isSameTypes && insertEventTypes(tx, known.id, change.events, now),
    !isSameTypes && deleteOldEventTypes(tx, known.id, new Date(now.getTime() - DELIVERED_BODIES_KEPT_MS)),
  ])
  tx.announce?.('queue')
  return subscription
}

function checkEvents(events: string[]): EventType[] {
  if (events.length === 0) throw invalidParams('events must name at least one event.')
  const unknown = events.find((event) => !EVENT_TYPES.includes(event as EventType))
  if (unknown !== undefined) {
    throw invalidParams(
      `events: ${JSON.stringify(unknown.slice(0, 100))} is not an event. The events are ${EVENT_TYPES.join(', ')}.`,
    )
  }
  return [...new Set(events)] as EventType[]
}

function checkMetadata(metadata: object): void {
  const bytes = Buffer.byteLength(JSON.stringify(metadata))
  if (bytes > METADATA_BYTES_MAX) {
    throw invalidParams(`metadata takes ${bytes} bytes as JSON; at most ${METADATA_BYTES_MAX} are allowed.`)
  }
}

async function checkUrl(url: string, addresses: AddressBook): Promise<void> {
  if (codePoints(url) > WEBHOOK_URL_MAX) throw invalidParams(`url is longer than ${WEBHOOK_URL_MAX} characters.`)
  await checkOutboundUrl('url', url, addresses, 'https://shop.example.com/webhooks')
}
