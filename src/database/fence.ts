import type { Sql } from 'postgres'
import { send } from './send.ts'

const SHOP_ID = /^[\w-]{1,64}$|^\*$/

/** The statement that sets the store for row-level security ('*': all stores). A literal, as Citus asks. */
export function setShop(shopId: string, scope: 'local' | 'session'): string {
  if (!SHOP_ID.test(shopId)) throw new Error(`not a store id: ${JSON.stringify(shopId)}`)
  return `set ${scope} app.shop_id = '${shopId}'`
}

/**
 * Begins a transaction for a store ('*': for all of them). On Citus (citus.ts) the coordinator passes settings on to its
 * workers in the words they came in, so each is a statement of its own.
 */
export function begin(client: Sql, shopId: string, isSharded: boolean): Promise<unknown> {
  const set = setShop(shopId, 'local')
  if (!isSharded) return send(client, `begin; ${set}`)
  const more = shopId === '*' ? [ALL_SHARDS] : []
  return Promise.all(['begin', set, ...more].map((statement) => send(client, statement)))
}

/** Lets a statement of all stores look at all shards, which is refused otherwise (citus.ts). */
const ALL_SHARDS = "set local citus.multi_task_query_log_level = 'off'"
