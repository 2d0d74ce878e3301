import type { Queries } from '#database/database.ts'

/** Conversations that were merged into others (migrations/0004). */

/** A conversation that goes on in another one, and what undoes that for as long as it can be. */
export interface MergedConversation {
  id: string
  mergedAt: Date | null
  messageCount: number | null
  createdAt: Date | null
  mergeId: string | null
  undoUntil: Date | null
  memberId: string | null
}

const MERGED = `select c.id, c.merged_at, c.message_count, c.created_at, m.id as merge_id, m.undo_until, m.member_id
  from conversations c left join merge_undo_log m on m.shop_id = $1 and m.kind = 'conversation'
    and m.source_id = c.id and m.target_id = c.merged_into and m.undo_until > $3
  where c.shop_id = $1`

/** Conversations that were merged into another one, in the order of merging. */
export function listMergedOf(shop: Queries, id: string, now: Date, limit: number): Promise<MergedConversation[]> {
  return shop.query<MergedConversation>(`${MERGED} and c.merged_into = $2 order by c.merged_at, c.id limit $4`, [
    id,
    now,
    limit,
  ])
}

/** The merged conversation with an id. */
export async function findMerged(shop: Queries, id: string, now: Date): Promise<MergedConversation | undefined> {
  const [row] = await shop.query<MergedConversation>(`${MERGED} and c.id = $2`, [id, now])
  return row
}

/** The ids of conversations that were merged into one. */
export async function listMergedInto(shop: Queries, id: string): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    'select id from conversations where shop_id = $1 and merged_into = $2 order by id',
    [id],
  )
  return rows.map((row) => row.id)
}

/** Whether one of these conversations was merged into another one outside of them, or the other way round. */
export async function areJoinedToOthers(tx: Queries, ids: string[]): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from conversations where shop_id = $1 and merged_into is not null
       and (id = any($2::text[])) <> (merged_into = any($2::text[])) and (id = any($2::text[]) or merged_into = any($2::text[]))
     limit 1`,
    [ids],
  )
  return rows.length > 0
}

/** Has conversations that were merged into one lead to another; all of them are locked. */
export async function moveMerged(
  tx: Queries,
  { ids, from, into }: { ids: string[]; from: string; into: string },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'update conversations set merged_into = $3 where shop_id = $1 and merged_into = $2 and id = any($4::text[]) returning id',
    [from, into, ids],
  )
  for (const { id } of rows) tx.signal({ kind: 'changed', id })
  return rows.map(({ id }) => id)
}

/** Gives the checklist notes of one conversation to another: all, or those of these ids; returns the ids. */
export async function moveNotes(
  tx: Queries,
  { from, into, ids }: { from: string; into: string; ids?: string[] },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update conversation_notes set conversation_id = $3
     where shop_id = $1 and conversation_id = $2 and ($4::text[] is null or id = any($4::text[])) returning id`,
    [from, into, ids ?? null],
  )
  return rows.map(({ id }) => id)
}

/** A conversation goes for good: what was merged into it is by itself again, and what it went into has one less. */
export async function leaveMerges(
  tx: Queries,
  { id, mergedInto }: { id: string; mergedInto: string | null },
): Promise<void> {
  const freed = await tx.query<{ id: string }>(
    'update conversations set merged_into = null, merged_at = null where shop_id = $1 and merged_into = $2 returning id',
    [id],
  )
  for (const one of freed) tx.signal({ kind: 'changed', id: one.id })
  if (mergedInto !== null) {
    await tx.query('update conversations set merged_count = merged_count - 1 where shop_id = $1 and id = $2', [
      mergedInto,
    ])
    tx.signal({ kind: 'changed', id: mergedInto })
  }
  await tx.query(
    "delete from merge_undo_log where shop_id = $1 and kind = 'conversation' and (source_id = $2 or target_id = $2)",
    [id],
  )
}
