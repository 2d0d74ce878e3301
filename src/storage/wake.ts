import type { Sql } from 'postgres'
import type { Logger } from '#base/logger.ts'
import type { EventListeners } from './session.ts'

/**
 * How processes that only serve tell those that only deliver that a store has new events: PostgreSQL's own NOTIFY,
 * after the commit and at most once in some milliseconds (one for each event would make commits wait for each
 * other). It is a hint: a dispatcher looks over all stores every second anyway.
 */
const CHANNEL = 'parley_events'
const EVERY_MS = 10
/** PostgreSQL takes 8,000 bytes a notification. */
const SHOPS_MAX = 100

/** Tells other processes about this one's commits. */
export function notifyOthers(client: Sql, listeners: EventListeners, logger: Logger): void {
  const waiting = new Set<string>()
  const flush = async () => {
    const shops = [...waiting].slice(0, SHOPS_MAX)
    for (const shopId of shops) waiting.delete(shopId)
    if (waiting.size > 0) setTimeout(flush, EVERY_MS)
    try {
      await client.notify(CHANNEL, shops.join(' '))
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'cannot tell other processes of new events')
    }
  }
  listeners.add((shopId) => {
    if (waiting.size === 0) setTimeout(flush, EVERY_MS)
    waiting.add(shopId)
  })
}

/** Hears of other processes' commits; after a lost connection the client listens again by itself. */
export async function listenToOthers(client: Sql, listeners: EventListeners): Promise<void> {
  await client.listen(CHANNEL, (payload) => {
    for (const shopId of payload.split(' ')) listeners.tell(shopId)
  })
}
