import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import type { WirePage } from '#database/json-page.ts'
import { type ContactRow, findCurrentContact } from '#storage/contacts/contacts.ts'
import { isConversationCursor, listConversations } from '#storage/conversations/list.ts'

export type Contact = ContactRow

/** A contact by its id, or by that of one that was merged into it (docs/decisions/0078). */
export async function getContact(caller: Caller, id: string): Promise<Contact> {
  const contact = await findCurrentContact(caller.shop, id)
  if (!contact) throw notFound('Customer')
  return contact
}

/** One customer's conversations that the caller may see; NOT_FOUND for an unknown customer. */
export async function listContactConversations(
  caller: Caller,
  id: string,
  page: { limit: number; cursor: string | null },
  filters: { isSpam?: boolean } = {},
): Promise<WirePage> {
  const contact = await getContact(caller, id)
  requireCursor(page.cursor, isConversationCursor)
  return listConversations(caller.shop, { contactId: contact.id, ...filters, access: caller.access ?? null }, page)
}
