import type { Queries, SystemQueries } from '#database/database.ts'
import { findStoresDue } from '../due-stores.ts'
import type { RuleWork } from '../rules/rule-job-queue.ts'

/** Working off what rules have to look at. Rows are read, their conversation is locked, and only then they are taken. */

/** A silence that has lasted. */
export interface Silence {
  conversationId: string
  since: Date
  /** Minutes of silence: rules that wait for at most as many have run. */
  waitedMinutes: number
}

/** Silences that one look for stores reads; the next look goes on. */
const LOOK = 5_000

/** Stores with something that is due, longest due first. */
export async function findStoresWithRuleWork(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const [work, silent] = await Promise.all([
    findStoresDue(system, { table: 'rule_jobs', time: 'due_at' }, now, limit),
    system.query<{ shopId: string }>(
      `select shop_id from (
         select shop_id, due_at from rule_inactivity_timers where due_at <= $1 order by due_at limit $3) due
       group by shop_id order by min(due_at) limit $2`,
      [now, limit, LOOK],
    ),
  ])
  return [...new Set([...work, ...silent.map(({ shopId }) => shopId)])]
}

/** What is due of a store, longest due first. */
export function listDueWork(shop: Queries, now: Date, limit: number): Promise<RuleWork[]> {
  return shop.walk<RuleWork>(
    `select id, conversation_id, kind, position, tags, happened_at from rule_jobs
     where shop_id = $1 and due_at <= $2 order by due_at limit $3`,
    [now, limit],
  )
}

export function listDueSilences(shop: Queries, now: Date, limit: number): Promise<Silence[]> {
  return shop.walk<Silence>(
    `select conversation_id, since, waited_minutes from rule_inactivity_timers
     where shop_id = $1 and due_at <= $2 order by due_at limit $3`,
    [now, limit],
  )
}

/** Takes a piece of work for good; false where somebody else did. Its conversation is locked. */
export async function takeWork(tx: Queries, { conversationId, id }: RuleWork): Promise<boolean> {
  const rows = await tx.query(
    'delete from rule_jobs where shop_id = $1 and conversation_id = $2 and id = $3 returning 1 as taken',
    [conversationId, id],
  )
  return rows.length > 0
}

/** Takes a silence; false also if another one has started in the meantime. */
export async function takeSilence(tx: Queries, { conversationId, since, waitedMinutes }: Silence): Promise<boolean> {
  const rows = await tx.query(
    `delete from rule_inactivity_timers where shop_id = $1 and conversation_id = $2 and since = $3 and waited_minutes = $4
     returning 1 as taken`,
    [conversationId, since, waitedMinutes],
  )
  return rows.length > 0
}

/** A silence goes on: the next rule's time is later. */
export async function awaitSilence(tx: Queries, silence: Silence & { dueAt: Date }): Promise<void> {
  const { conversationId, since, waitedMinutes, dueAt } = silence
  await tx.query(
    `insert into rule_inactivity_timers (shop_id, conversation_id, since, waited_minutes, due_at) values ($1, $2, $3, $4, $5)`,
    [conversationId, since, waitedMinutes, dueAt],
  )
}

/** Schedules a retry after a failure, up to a number of attempts. Returns whether there will be one. */
export async function postponeWork(
  shop: Queries,
  work: { conversationId: string; id?: string },
  { dueAt, attemptsMax }: { dueAt: Date; attemptsMax: number },
): Promise<boolean> {
  const [table, which] = work.id === undefined ? ['rule_inactivity_timers', ''] : ['rule_jobs', 'and id = $3']
  const key = [work.conversationId, ...(work.id === undefined ? [] : [work.id])]
  const $ = key.length + 2
  const kept = await shop.query(
    `update ${table} set attempts = attempts + 1, due_at = $${$} where shop_id = $1 and conversation_id = $2 ${which}
       and attempts < $${$ + 1} returning 1 as kept`,
    [...key, dueAt, attemptsMax],
  )
  if (kept.length > 0) return true
  await shop.query(`delete from ${table} where shop_id = $1 and conversation_id = $2 ${which}`, key)
  return false
}
