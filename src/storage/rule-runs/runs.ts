import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries } from '#database/database.ts'
import type { PageRequest } from '#database/json-page.ts'

export interface RuleRunRow {
  id: string
  ruleId: string
  conversationId: string
  trigger: string
  outcomes: object[]
  createdAt: Date
}

export async function insertRun(tx: Queries, run: RuleRunRow): Promise<void> {
  await tx.query(
    `insert into rule_runs (shop_id, conversation_id, id, rule_id, trigger, outcomes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [run.conversationId, run.id, run.ruleId, run.trigger, run.outcomes, run.createdAt],
  )
}

const CURSOR = ['string'] as const

export function isRunCursor(cursor: string): boolean {
  return decodeCursor(cursor, CURSOR) !== null
}

/** What a rule did, newest first, with the name of whose conversation each was. */
export async function listRuns(
  shop: Queries,
  ruleId: string,
  page: PageRequest,
): Promise<{ runs: (RuleRunRow & { customerName: string | null })[]; nextCursor: string | null }> {
  const after = page.cursor === null ? null : decodeCursor(page.cursor, CURSOR)
  const rows = await shop.query<RuleRunRow & { customerName: string | null }>(
    `select r.id, r.rule_id, r.conversation_id, r.trigger, r.outcomes, r.created_at, c.customer_name
     from rule_runs r join conversations c on c.shop_id = r.shop_id and c.id = r.conversation_id
     where r.shop_id = $1 and r.rule_id = $2 ${after ? 'and r.id < $4' : ''} order by r.id desc limit $3`,
    [ruleId, page.limit + 1, ...(after ? [after[0] as string] : [])],
  )
  const runs = rows.slice(0, page.limit)
  const last = runs.at(-1)
  return { runs, nextCursor: rows.length > page.limit && last ? encodeCursor([last.id]) : null }
}
