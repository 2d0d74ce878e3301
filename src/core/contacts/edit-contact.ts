import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import { isMailAddress } from '#channels/email/mail-address.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkLength, checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import {
  ATTRIBUTE_NAME_MAX,
  ATTRIBUTE_VALUE_MAX,
  CONTACT_NOTE_MAX,
  CONTACT_TAGS_MAX,
  PERSON_EMAIL_MAX,
  PERSON_NAME_MAX,
  PERSON_PHONE_MAX,
  TAG_MAX,
  VISITOR_ATTRIBUTES_MAX,
} from '#core/limits.ts'
import type { Transaction } from '#database/database.ts'
import { lockVisitorContacts, renameCustomer } from '#storage/contacts/contact-changes.ts'
import { type ContactFields, findContact, listContactsByEmail, patchContact } from '#storage/contacts/contacts.ts'
import { lockConversationsOf, takeTurn } from '#storage/locks.ts'
import { insertEvents } from '#storage/webhooks/events.ts'
import { type Contact, getContact } from './contacts.ts'
import { createContact, customerFields } from './create-contact.ts'
import { splitName } from './names.ts'

/** What members may write of a contact. Null clears a field. */
export interface ContactEdit {
  name?: string | null
  email?: string | null
  phone?: string | null
  note?: string | null
  tags?: string[] | null
  customAttributes?: Record<string, string> | null
}

/** A contact, and others with the same address: what may be one person in two records. */
export interface EditedContact {
  contact: Contact
  duplicates: { id: string; name: string | null; email: string | null }[]
}

/** Other contacts with the same address that are named, at most. */
const DUPLICATES = 5

/**
 * Changes what is given. An address that a member types is unverified, as one that a visitor types: orders are not shown
 * by it. A connected shop that knows the customer writes over name, email and phone with its next change.
 * NOT_FOUND for an unknown contact; INVALID_PARAMS for one whose data was erased.
 */
export async function editContact(caller: Caller, id: string, edit: ContactEdit): Promise<EditedContact> {
  checkEdit(edit)
  const current = await getContact(caller, id)
  return caller.shop.transaction(async (tx) => {
    const [contact] = await lockVisitorContacts(tx, [current.id])
    if (!contact) throw notFound('Customer')
    if (contact.isRedacted) throw invalidParams('This contact’s data was erased.')
    await lockConversationsOf(tx, [contact.id])
    const now = currentTime()
    const fields = fieldsOf(edit, contact, now)
    const type = contact.type === 'anonymous' && fields.email ? 'guest' : contact.type
    await patchContact(tx, contact.id, { ...fields, type, updatedAt: now })
    await renameCustomer(tx, contact.id, customerFields({ ...contact, ...fields, type }), now)
    await recordAudit(tx, caller.actor, 'customer.changed', contact.id, { changed: Object.keys(edit) })
    return withDuplicates(tx, contact.id)
  })
}

/** A new contact (event customer.created). INVALID_PARAMS without a name, an address or a phone number. */
export async function addContact(caller: Caller, edit: ContactEdit): Promise<EditedContact> {
  checkEdit(edit)
  const { name = null, email = null, phone = null, note, tags, customAttributes } = edit
  if (!name && !email && !phone) throw invalidParams('A contact has a name, an email or a phone number at least.')
  return caller.shop.transaction(async (tx) => {
    if (email) await takeTurn(tx, { customer: emailKey(email) })
    const { contact, created } = await createContact(
      tx,
      { type: 'guest', name, email, phone, customAttributes: customAttributes ?? {} },
      { channel: null, emailIsClaimed: true, ...(note && { note }), ...(tags && { tags }) },
    )
    await insertEvents(tx, [created])
    await recordAudit(tx, caller.actor, 'customer.created', contact.id)
    return withDuplicates(tx, contact.id)
  })
}

function fieldsOf(edit: ContactEdit, contact: { email: string | null }, now: Date): ContactFields {
  const { name, email, ...others } = edit
  const isMoved = email !== undefined && email !== contact.email
  return {
    ...others,
    ...(name !== undefined && { name, ...(name === null ? { firstName: null, lastName: null } : splitName(name)) }),
    ...(isMoved && {
      email,
      emailKey: email === null ? null : emailKey(email),
      emailClaimedAt: email === null ? null : now,
    }),
  }
}

async function withDuplicates(tx: Transaction, id: string): Promise<EditedContact> {
  const contact = (await findContact(tx, id)) as Contact
  const same = contact.email === null ? [] : await listContactsByEmail(tx, emailKey(contact.email), DUPLICATES + 1)
  return { contact, duplicates: same.filter((other) => other.id !== id).slice(0, DUPLICATES) }
}

function checkEdit({ name, email, phone, note, tags, customAttributes }: ContactEdit): void {
  if (name != null) checkText(name, PERSON_NAME_MAX, 'name')
  if (email != null && (!isMailAddress(email) || email.length > PERSON_EMAIL_MAX)) {
    throw invalidParams('email is not an email address.')
  }
  if (phone != null) checkText(phone, PERSON_PHONE_MAX, 'phone')
  if (note != null) checkText(note, CONTACT_NOTE_MAX, 'note')
  for (const tag of tags ?? []) checkText(tag, TAG_MAX, 'tags')
  if ((tags?.length ?? 0) > CONTACT_TAGS_MAX) throw invalidParams(`tags has at most ${CONTACT_TAGS_MAX} tags.`)
  const attributes = Object.entries(customAttributes ?? {})
  if (attributes.length > VISITOR_ATTRIBUTES_MAX) {
    throw invalidParams(`customAttributes has at most ${VISITOR_ATTRIBUTES_MAX} entries.`)
  }
  for (const [key, value] of attributes) {
    checkText(key, ATTRIBUTE_NAME_MAX, 'customAttributes: a name')
    checkLength(value, ATTRIBUTE_VALUE_MAX, `customAttributes.${key.slice(0, 50)}`)
  }
}
