import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries } from '#database/database.ts'
import type { PageRequest } from '#database/json-page.ts'

export interface AuditRow {
  id: string
  at: Date
  /** Which kind of caller did it. */
  actor: 'member' | 'operator' | 'api_key' | 'assistant' | 'ai_agent' | 'subscription' | 'visitor' | 'platform'
  /** Set where a member did it. */
  memberId: string | null
  action: string
  target: string | null
  details: Record<string, unknown>
}

export async function insertAuditEntry(shop: Queries, entry: AuditRow): Promise<void> {
  await shop.query(
    `insert into audit_log (shop_id, id, at, actor, member_id, action, target, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [entry.id, entry.at, entry.actor, entry.memberId, entry.action, entry.target, entry.details],
  )
}

const CURSOR = ['string'] as const

export function isAuditCursor(cursor: string): boolean {
  return decodeCursor(cursor, CURSOR) !== null
}

/** Entries, newest first. */
export async function listAuditEntries(
  shop: Queries,
  page: PageRequest,
): Promise<{ entries: AuditRow[]; nextCursor: string | null }> {
  const after = page.cursor === null ? null : decodeCursor(page.cursor, CURSOR)
  const rows = await shop.query<AuditRow>(
    `select id, at, actor, member_id, action, target, details from audit_log
     where shop_id = $1 ${after ? 'and id < $3' : ''} order by id desc limit $2`,
    [page.limit + 1, ...(after ? [after[0] as string] : [])],
  )
  const entries = rows.slice(0, page.limit)
  const last = entries.at(-1)
  return { entries, nextCursor: rows.length > page.limit && last ? encodeCursor([last.id]) : null }
}

/** Entries with ids between two, oldest first, each with the email of the member who did it. */
export function listAuditEntriesBetween(
  shop: Queries,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<(AuditRow & { email: string | null })[]> {
  return shop.query(
    `select a.id, a.at, a.actor, a.member_id, a.action, a.target, a.details, m.email
     from audit_log a left join members m on m.shop_id = $1 and m.id = a.member_id
     where a.shop_id = $1 and a.id > $2 and a.id < $3 order by a.id limit $4`,
    [after, before, limit],
  )
}
