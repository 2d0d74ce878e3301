import { currentTime } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import { readMoment, requireCursor } from '#core/checks.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import { listEventsAfter, listenUntil } from '#storage/webhooks/listeners.ts'

/** How long the store's events are stored after somebody last asked for them, and what is not worth a write. */
const LISTEN_MS = 60_000
const LEAST_MS = 20_000

/** Events that somebody who listens gets at once. */
const LISTENED_EVENTS_MAX = 100

export interface HeardEvents {
  events: { eventId: string; type: string; occurredAt: Date; body: string }[]
  /** More of them, at once; null at the end. */
  nextCursor: string | null
  /** The service's clock, for the first `since`. */
  now: Date
}

/**
 * All of the store's events from `since` on, by `occurredAt`, then id, stored or not before this call: for a minute
 * after it the store's events are kept for who listens, without a subscription. An event is there within 5 seconds of
 * its `occurredAt`: to go on, ask with a `since` before the last one and drop the known ids.
 */
export async function listenToEvents(
  { shop }: Caller,
  { since, cursor = null }: { since?: string | undefined; cursor?: string | null | undefined },
): Promise<HeardEvents> {
  const after = cursor === null ? null : decodeCursor(cursor, ['time', 'string'])
  requireCursor(cursor, () => typeof after?.[0] === 'number')
  const now = currentTime()
  const start = since === undefined ? now : readMoment('since', since)
  await listenUntil(shop, new Date(now.getTime() + LISTEN_MS), LEAST_MS)
  const place = after ? { at: new Date(after[0] as number), id: after[1] as string } : { at: start, id: '' }
  const rows = await listEventsAfter(shop, place, LISTENED_EVENTS_MAX + 1)
  const given = rows.slice(0, LISTENED_EVENTS_MAX)
  const last = rows.length > given.length ? given.at(-1) : undefined
  return {
    events: given.map(({ id, type, occurredAt, body }) => ({ eventId: id, type, occurredAt, body })),
    nextCursor: last ? encodeCursor([last.occurredAt.getTime(), last.id]) : null,
    now,
  }
}
