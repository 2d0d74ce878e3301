import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { deleteNote, findNote, insertNote, type NoteRow, updateNote } from '#storage/notes.ts'
import type { Caller } from './caller.ts'
import { lockForWrite, requireConversation, saveConversation } from './conversations.ts'
import { notFound } from './errors.ts'
import { NOTE_TEXT_MAX } from './limits.ts'
import { checkText } from './messages.ts'

export type Note = NoteRow

/** A checklist note on a conversation. Not idempotent: each call makes another. */
export function addNote(caller: Caller, id: string, text: string): Promise<Note> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    checkText(text, NOTE_TEXT_MAX)
    await saveConversation(tx, conversation, move, now)
    return insertNote(tx, conversation.id, { id: newId(), text, now })
  })
}

export function editNote(caller: Caller, id: string, noteId: string, text: string): Promise<Note> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    if (!(await findNote(tx, conversation.id, noteId))) throw notFound('Note')
    checkText(text, NOTE_TEXT_MAX)
    await saveConversation(tx, conversation, move, now)
    const note = await updateNote(tx, conversation.id, { id: noteId, text, now })
    return note as Note
  })
}

export function removeNote(caller: Caller, id: string, noteId: string): Promise<void> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    if (!(await deleteNote(tx, conversation.id, noteId))) throw notFound('Note')
    await saveConversation(tx, conversation, move, now)
  })
}

/** NOT_FOUND unless the conversation has this note. */
export async function requireNote(caller: Caller, id: string, noteId: string): Promise<void> {
  const conversation = await requireConversation(caller.shop, id)
  if (!(await findNote(caller.shop, conversation.id, noteId))) throw notFound('Note')
}
