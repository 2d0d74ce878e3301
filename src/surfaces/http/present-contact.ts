import type { Contact } from '#core/contacts/contacts.ts'

/** A contact as the customer endpoint shows it; `isRedacted` only where it is true. */
export function presentContact(contact: Contact) {
  const { isRedacted, senderSeq, ...fields } = contact
  return { ...fields, senderSeq: senderSeq === null ? null : Number(senderSeq), ...(isRedacted ? { isRedacted } : {}) }
}
