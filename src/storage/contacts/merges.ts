import type { Queries } from '#database/database.ts'
import { jsonb, nullable, type RowOf, table, text, time } from '#database/table-schema.ts'

/** Which contacts became a part of which, and what undoing that, or a merge of conversations, needs (migrations/0003). */

/** The contact that an id stands for: itself, or the one that it was merged into. */
export async function findCurrentId(shop: Queries, id: string): Promise<string> {
  const [row] = await shop.query<{ mergedInto: string | null }>(
    'select merged_into from contacts where shop_id = $1 and id = $2',
    [id],
  )
  return row?.mergedInto ?? id
}

const MERGE = table({
  id: text(),
  kind: text<'contact' | 'conversation'>(),
  sourceId: text(),
  targetId: text(),
  memberId: nullable(text()),
  undo: jsonb<object>(),
  undoUntil: time(),
  createdAt: time(),
})
export type MergeRow = RowOf<typeof MERGE>

export async function insertMerge(tx: Queries, merge: MergeRow): Promise<void> {
  const { sql, values } = MERGE.insert(merge)
  await tx.query(`insert into merge_undo_log ${sql}`, values)
}

export async function findMerge(shop: Queries, id: string): Promise<MergeRow | undefined> {
  const [row] = await shop.query<MergeRow>(
    `select ${MERGE.list()} from merge_undo_log where shop_id = $1 and id = $2`,
    [id],
  )
  return row
}

/** Deletes a merge that was undone, or can no longer be. */
export async function deleteMerge(tx: Queries, id: string): Promise<void> {
  await tx.query('delete from merge_undo_log where shop_id = $1 and id = $2', [id])
}

/** Forgets how to part these contacts, whichever side they were on. */
export async function forgetMerges(tx: Queries, contactIds: string[]): Promise<void> {
  await tx.query(
    "delete from merge_undo_log where shop_id = $1 and kind = 'contact' and (source_id = any($2::text[]) or target_id = any($2::text[]))",
    [contactIds],
  )
}

/** A contact goes for good because it turned out to be another one: those that were merged into it follow. */
export async function followMerged(tx: Queries, from: string, into: string): Promise<void> {
  await tx.query('update contacts set merged_into = $3 where shop_id = $1 and merged_into = $2', [from, into])
  await forgetMerges(tx, [from])
}
