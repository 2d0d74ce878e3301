import type { Sql } from 'postgres'
import { send } from './send.ts'

/**
 * What a statement may not do that takes a few rows in the order of an index (`walk`): sort, or go through more than it
 * was asked for. Then one plan is left, whatever the statistics say: the index that has the order, and rows by their
 * address (`ctid`) where they are written. Without `jit`, for older versions take a plan for dear that has anything
 * which they were told not to do. (docs/decisions/0097-one-plan-for-claims.md)
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
export function letWalk(
  client: Sql,
  isWalking: boolean,
  { scope, isSharded = false }: { scope: 'session' | 'local'; isSharded?: boolean },
): Promise<unknown> {
  const statements = (isWalking ? BEGIN : END)[scope]
  return isSharded ? Promise.all(statements.map((each) => send(client, each))) : send(client, statements.join('; '))
}
