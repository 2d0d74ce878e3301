import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { ParleyError } from '../errors.ts'

/** What a constraint's violation means to the author of the line. Keyed by the constraint's name. */
const CONSTRAINTS: Record<string, string> = nullPrototypeRecord({
  members_email: 'email is already used by another member of this store.',
  conversations_firestore_id: 'firestoreId is already used by another conversation.',
  conversations_pg_convo_id: 'pgConvoId is already used by another conversation.',
  messages_id: 'The id of a message is already used.',
  conversation_notes_pk: 'The id of a note is already used by another conversation.',
  conversation_attributes_pk: 'The id of an attribute is already used by another conversation.',
})

/**
 * Why the store refused a line, in words, or null when the fault is not the line's. Data (class 22), constraints (23)
 * and sizes (54) are; shards add a suffix to constraint names.
 */
export function whyRefused(error: unknown): string | null {
  if (error instanceof ParleyError) return error.message
  const {
    code,
    constraint_name: constraint = '',
    message,
  } = error as { code?: string; constraint_name?: string; message: string }
  if (!code || !/^(22|23|54)[0-9A-Z]{3}$/.test(code)) return null
  return CONSTRAINTS[constraint.replace(/_\d+$/, '')] ?? `The record cannot be stored: ${message}.`
}
