import type { findContactForMembers } from '#storage/contacts/contacts.ts'

/** What the store's own addresses get to look a customer up by. */
export interface ContactFacts {
  customerUuid: string
  email: string | null
  /** False: the customer wrote it themselves, and nobody has checked it. */
  emailIsProven: boolean
  phone: string | null
  name: string | null
}

export function factsOf(contact: NonNullable<Awaited<ReturnType<typeof findContactForMembers>>>): ContactFacts {
  const { id: customerUuid, email, emailIsClaimed, phone, name } = contact
  return { customerUuid, email, emailIsProven: email !== null && !emailIsClaimed, phone, name }
}
