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

/**
 * What a statement may not do that takes a few rows in the order of an index (`walk`): sort, or go through more than it
 * was asked for. Then one plan is left, whatever the statistics say: the index that has the order, and rows by their
 * address (`ctid`) where they are written. Without `jit`, for older versions take a plan for dear that has anything
 * which they were told not to do. (docs/decisions/0097-index-order-plans-for-claims.md)
 */
const NOT_WHILE_WALKING = [
  'enable_sort',
  'enable_incremental_sort',
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_indexscan',
  'jit',
]

const BEGIN = { session: settings('session', 'off'), local: settings('local', 'off') }
const END = { session: settings('session', 'default'), local: settings('local', 'default') }

function settings(scope: 'session' | 'local', value: 'off' | 'default'): string[] {
  return NOT_WHILE_WALKING.map((name) => `set ${scope} ${name} to ${value}`)
}

/**
 * Lets the statements that are sent next walk, or plan as they like again; in a transaction, up to its end (`local`). On
 * Citus, where workers hear of them in the words they came in, each setting is a statement of its own.
 */
export function setIndexOnlyPlan(
  client: Sql,
  isWalking: boolean,
  { scope, isSharded = false }: { scope: 'session' | 'local'; isSharded?: boolean },
): Promise<unknown> {
  const statements = (isWalking ? BEGIN : END)[scope]
  return isSharded ? Promise.all(statements.map((each) => send(client, each))) : send(client, statements.join('; '))
}
