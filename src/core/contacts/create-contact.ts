import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { buildEvent, type OutboxEvent } from '#core/webhooks/events.ts'
import type { Queries } from '#database/database.ts'
import type { VisitorContact } from '#storage/contacts/contact-changes.ts'
import { type NewContact, saveContacts } from '#storage/contacts/contacts.ts'
import { splitName } from './names.ts'

/** Fields of a new contact. */
type Person = Pick<VisitorContact, 'type' | 'name' | 'email' | 'phone' | 'customAttributes'> & {
  platformId?: string | null
}

/** Origin of a new contact. `channel`: where they wrote, null if they have not. `emailIsClaimed`: the address is not verified. */
type Origin = Partial<NewContact> & { channel: string | null; emailIsClaimed: boolean }

/** A new contact, with the event that tells of them (spec 6.1). */
export async function createContact(
  tx: Queries,
  person: Person,
  { channel, emailIsClaimed, ...more }: Origin,
): Promise<{ contact: VisitorContact; created: OutboxEvent }> {
  const now = currentTime()
  const { name, email, platformId = null } = person
  const names = name === null ? { firstName: null, lastName: null } : splitName(name)
  const record = { id: newId(), ...person, platformId, ...names, isRedacted: false }
  await saveContacts(tx, [
    {
      ...record,
      emailKey: email === null ? null : emailKey(email),
      emailClaimedAt: email !== null && emailIsClaimed ? now : null,
      channels: channel === null ? [] : [channel],
      ...more,
      createdAt: now,
      updatedAt: now,
    },
  ])
  const contact = { ...record, isBlocked: false }
  return { contact, created: customerCreated(tx.shopId, contact) }
}

function customerCreated(shopId: string, contact: VisitorContact): OutboxEvent {
  const { id: customerId, email, firstName, lastName, phone } = contact
  const unknown = { tags: null, ordersCount: null, totalSpent: null }
  return buildEvent(shopId, 'customer.created', null, { customerId, email, firstName, lastName, phone, ...unknown })
}

/** The contact of a new conversation. */
export function customerOf(contact: VisitorContact) {
  return { contactId: contact.id, isRedacted: contact.isRedacted, ...customerFields(contact) }
}

/** What a conversation repeats of its contact. */
export function customerFields(contact: Pick<VisitorContact, 'name' | 'firstName' | 'lastName' | 'email' | 'type'>) {
  const name = contact.name ?? ([contact.firstName, contact.lastName].filter(Boolean).join(' ') || null)
  return {
    customerName: name,
    customerEmail: contact.email,
    emailKey: contact.email === null ? null : emailKey(contact.email),
    customerType: contact.type,
  }
}
