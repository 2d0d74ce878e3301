import type { Queries } from '#database/database.ts'

export interface ChecklistNoteRow {
  id: string
  text: string
  isUpdated: boolean
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, text, is_updated, created_at, updated_at'

/** A conversation's checklist, oldest first. */
export function listChecklistNotes(shop: Queries, conversationId: string, limit: number): Promise<ChecklistNoteRow[]> {
  return shop.query<ChecklistNoteRow>(
    `select ${COLUMNS} from conversation_notes where shop_id = $1 and conversation_id = $2 order by created_at, id limit $3`,
    [conversationId, limit],
  )
}

export async function insertChecklistNote(
  tx: Queries,
  conversationId: string,
  note: { id: string; text: string; now: Date },
): Promise<ChecklistNoteRow> {
  const [row] = await tx.query<ChecklistNoteRow>(
    `insert into conversation_notes (shop_id, conversation_id, id, text, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS}`,
    [conversationId, note.id, note.text, note.now],
  )
  tx.signal({ kind: 'details', id: conversationId })
  return row as ChecklistNoteRow
}

export async function findChecklistNote(
  shop: Queries,
  conversationId: string,
  id: string,
): Promise<ChecklistNoteRow | undefined> {
  const [row] = await shop.query<ChecklistNoteRow>(
    `select ${COLUMNS} from conversation_notes where shop_id = $1 and conversation_id = $2 and id = $3`,
    [conversationId, id],
  )
  return row
}

export async function updateChecklistNote(
  tx: Queries,
  conversationId: string,
  note: { id: string; text: string; now: Date },
): Promise<ChecklistNoteRow | undefined> {
  const [row] = await tx.query<ChecklistNoteRow>(
    `update conversation_notes set text = $4, is_updated = true, updated_at = $5
     where shop_id = $1 and conversation_id = $2 and id = $3 returning ${COLUMNS}`,
    [conversationId, note.id, note.text, note.now],
  )
  tx.signal({ kind: 'details', id: conversationId })
  return row
}

/** Whether there was such a note. */
export async function deleteChecklistNote(tx: Queries, conversationId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from conversation_notes where shop_id = $1 and conversation_id = $2 and id = $3 returning id',
    [conversationId, id],
  )
  tx.signal({ kind: 'details', id: conversationId })
  return rows.length > 0
}
