import { newId } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import { NOTE_TEXT_MAX } from '#core/limits.ts'
import {
  type ChecklistNoteRow,
  deleteChecklistNote,
  findChecklistNote,
  insertChecklistNote,
  updateChecklistNote,
} from '#storage/conversations/checklist-notes.ts'
import { changeConversation } from './conversation-transaction.ts'
import { requireConversation } from './conversations.ts'

export type ChecklistNote = ChecklistNoteRow

/** A checklist note on a conversation (spec 4.3.6). Not idempotent: each call makes another. */
export async function addChecklistNote(caller: Caller, id: string, text: string): Promise<ChecklistNote> {
  const { result } = await changeConversation(caller, id, ({ tx, conversation, now }) => {
    checkText(text, NOTE_TEXT_MAX)
    return insertChecklistNote(tx, conversation.id, { id: newId(), text, now })
  })
  return result
}

export async function editChecklistNote(
  caller: Caller,
  id: string,
  noteId: string,
  text: string,
): Promise<ChecklistNote> {
  const { result } = await changeConversation(caller, id, async ({ tx, conversation, now }) => {
    if (!(await findChecklistNote(tx, conversation.id, noteId))) throw notFound('Note')
    checkText(text, NOTE_TEXT_MAX)
    return (await updateChecklistNote(tx, conversation.id, { id: noteId, text, now })) as ChecklistNote
  })
  return result
}

export async function removeChecklistNote(caller: Caller, id: string, noteId: string): Promise<void> {
  await changeConversation(caller, id, async ({ tx, conversation }) => {
    if (!(await deleteChecklistNote(tx, conversation.id, noteId))) throw notFound('Note')
  })
}

/** NOT_FOUND unless the conversation has this note. */
export async function requireChecklistNote(caller: Caller, id: string, noteId: string): Promise<void> {
  const conversation = await requireConversation(caller.shop, id)
  if (!(await findChecklistNote(caller.shop, conversation.id, noteId))) throw notFound('Note')
}
