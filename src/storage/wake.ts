import type { Sql } from 'postgres'
import { newToken } from '#base/ids.ts'
import type { Logger } from '#base/logger.ts'
import type { News, ProcessRole } from './database.ts'
import type { HasClient } from './line.ts'
import type { NewsListeners } from './session.ts'
import type { Channel } from './signals.ts'

/**
 * How processes tell each other what is new: PostgreSQL's own NOTIFY, after the commit and at most once in some
 * milliseconds (one for each event would make commits wait for each other). New events are told by processes that
 * only serve, since others deliver their own; changes of subscriptions by all. A hint, not a promise: a dispatcher
 * looks over all stores every second anyway.
 */
const CHANNEL = 'parley_news'
const SIGNALS = 'parley_signals'
const EVERY_MS = 10
/** Tells one's own news from others'. (Process ids repeat between machines.) */
const processId = newToken('', 6)
/** PostgreSQL takes 8,000 bytes a notification. */
const ITEMS_MAX = 100

/** Tells other processes about this one's commits. */
export function notifyOthers(line: HasClient, listeners: NewsListeners, role: ProcessRole, logger: Logger): void {
  const waiting = new Set<string>()
  const flush = async () => {
    const items = [...waiting].slice(0, ITEMS_MAX)
    for (const item of items) waiting.delete(item)
    if (waiting.size > 0) setTimeout(flush, EVERY_MS)
    try {
      await line.client.notify(CHANNEL, `${processId} ${items.join(' ')}`)
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'cannot tell other processes what is new')
    }
  }
  listeners.add((shopId, news) => {
    if (isRelaying || (news === 'events' && role !== 'web')) return
    if (waiting.size === 0) setTimeout(flush, EVERY_MS)
    waiting.add(`${news}:${shopId}`)
  })
}

/** NOTIFY as a channel for signals. After a lost connection the client listens again by itself. */
export function notifyChannel(line: HasClient, listening: Sql): Channel {
  return {
    publish: async (text) => void (await line.client.notify(SIGNALS, text)),
    subscribe: async (onText, onBack) => void (await listening.listen(SIGNALS, onText, onBack)),
  }
}

/** While others' news are passed on here, they are not told again. */
let isRelaying = false

/** Hears of other processes' commits; after a lost connection the client listens again by itself. */
export async function listenToOthers(client: Sql, listeners: NewsListeners): Promise<void> {
  await client.listen(CHANNEL, (payload) => {
    const [sender, ...items] = payload.split(' ')
    if (sender === processId) return
    isRelaying = true
    for (const item of items) {
      const [news, shopId] = item.split(':')
      listeners.tell(shopId as string, news as News)
    }
    isRelaying = false
  })
}
