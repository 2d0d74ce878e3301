import { hash } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import { readMoment, requireCursor } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { DELIVERED_BODIES_KEPT_MS } from '#core/limits.ts'
import { isFeedCursor, listFeed, listFeedIds } from '#storage/webhooks/feed.ts'
import { findSubscription } from '#storage/webhooks/subscriptions.ts'
import { unknownSubscription } from './subscriptions.ts'

// The feed of a subscription's events (spec C16): a receiver finds in it whatever it missed.

const DAY_MS = 24 * 60 * 60 * 1000
/** The feed has the events of the last 7 days: bodies are kept as long, whether they were delivered or not. */
const FEED_MS = DELIVERED_BODIES_KEPT_MS

export interface FeedRequest {
  limit: number
  cursor: string | null
  /** ISO 8601; the oldest events that are kept, unless given. */
  since?: string | undefined
}

/** A subscription's events, oldest first, each as the body that was or would have been delivered. */
export async function listSubscriptionEvents(
  caller: Caller,
  subscriptionId: string,
  { limit, cursor, since }: FeedRequest,
): Promise<{ bodies: string[]; nextCursor: string | null }> {
  await requireSubscription(caller, subscriptionId)
  requireCursor(cursor, isFeedCursor)
  const oldest = startOfFeed()
  const asked = since === undefined ? oldest : readMoment('since', since)
  return listFeed(caller.shop, subscriptionId, { limit, cursor, since: asked > oldest ? asked : oldest })
}

export interface DayDigest {
  /** 2026-01-31, in UTC. */
  day: string
  count: number
  /** SHA-256 in hex of the day's event ids, sorted and joined by line feeds. */
  digest: string
}

/** How many events of a day the feed has, and a digest of their ids, by which a receiver finds a gap. */
export async function digestDay(caller: Caller, subscriptionId: string, day: string): Promise<DayDigest> {
  await requireSubscription(caller, subscriptionId)
  return digestOf(caller, subscriptionId, day)
}

async function digestOf({ shop }: Caller, subscriptionId: string, day: string): Promise<DayDigest> {
  const start = new Date(`${day}T00:00:00.000Z`)
  // JavaScript takes February 30 for March 2.
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== day)
    throw invalidParams('day must be a day, such as 2026-01-31.')
  const oldest = startOfFeed()
  const from = start > oldest ? start : oldest
  const ids = await listFeedIds(shop, subscriptionId, from, new Date(start.getTime() + DAY_MS))
  return { day, count: ids.length, digest: hash('sha256', ids.sort().join('\n'), 'hex') }
}

/** The digests of the days that the feed has events of, newest first. */
export async function digestDays(caller: Caller, subscriptionId: string): Promise<DayDigest[]> {
  await requireSubscription(caller, subscriptionId)
  const digests: DayDigest[] = []
  for (const day of daysOfFeed()) digests.push(await digestOf(caller, subscriptionId, day))
  return digests
}

function daysOfFeed(): string[] {
  const today = currentTime().getTime()
  return Array.from({ length: FEED_MS / DAY_MS + 1 }, (_, ago) =>
    new Date(today - ago * DAY_MS).toISOString().slice(0, 10),
  )
}

const startOfFeed = () => new Date(currentTime().getTime() - FEED_MS)

/** INVALID_PARAMS for an unknown id, as for every webhook of `/chat` (spec 4.5.5). */
async function requireSubscription({ shop }: Caller, id: string): Promise<void> {
  if (!(await findSubscription(shop, id))) throw unknownSubscription()
}
