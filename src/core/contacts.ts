import { type ContactRow, findContact } from '#storage/contacts.ts'
import { listConversations } from '#storage/conversation-list.ts'
import type { WirePage } from '#storage/wire-page.ts'
import type { Caller } from './caller.ts'
import { requireCursor } from './conversations.ts'
import { notFound } from './errors.ts'

export type Contact = ContactRow

export async function getContact(caller: Caller, id: string): Promise<Contact> {
  const contact = await findContact(caller.shop, id)
  if (!contact) throw notFound('Customer')
  return contact
}

/** One customer's conversations; NOT_FOUND for an unknown customer. */
export async function listContactConversations(
  caller: Caller,
  id: string,
  page: { limit: number; cursor: string | null },
): Promise<WirePage> {
  await getContact(caller, id)
  requireCursor(page.cursor)
  return listConversations(caller.shop, { contactId: id }, page)
}
