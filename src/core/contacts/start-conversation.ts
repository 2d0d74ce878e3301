import { emailKey } from '#base/text.ts'
import { isMailAddress } from '#channels/email/mail-address.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import type { ConversationView } from '#core/conversations/conversations.ts'
import { insertFor, openNew } from '#core/conversations/create-conversation.ts'
import { type MemberWords, writeReply } from '#core/conversations/replies.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { EMAIL_SUBJECT_MAX, PERSON_NAME_MAX } from '#core/limits.ts'
import { requireActive } from '#core/members/members.ts'
import { readSettings } from '#core/stores/settings.ts'
import type { OutboxEvent } from '#core/webhooks/events.ts'
import { ChangedMeanwhile, type Transaction } from '#database/database.ts'
import { findAccount, findMailbox } from '#storage/channels/accounts.ts'
import { saveThread } from '#storage/channels/threads.ts'
import { lockVisitorContacts, type VisitorContact } from '#storage/contacts/contact-changes.ts'
import { findContactByEmail } from '#storage/contacts/contacts.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import { findMessageByClientId } from '#storage/conversations/messages.ts'
import { takeTurn } from '#storage/locks.ts'
import { findMember } from '#storage/members/members.ts'
import { listVisitorsOf } from '#storage/visitors/visitors.ts'
import { createContact, customerOf } from './create-contact.ts'

/** A conversation that a member begins (spec C13.4). */

export interface ConversationStart {
  channel: 'email' | 'online_store'
  /** A contact of the store; otherwise `email`. */
  contactId?: string
  /** Address of the newest contact who has it; otherwise of a new contact, called `name`. */
  email?: string
  name?: string
  /** The mailbox that it is sent from; by default the one that was connected first. */
  accountId?: string
  /** Required for email. */
  subject?: string
}

/**
 * Begins a conversation with the member's message, who gets it. Events: customer.created for a new contact,
 * conversation.created, message.created. The same `clientId` begins one conversation only. INVALID_PARAMS for a contact
 * who is blocked or redacted, or cannot be reached on the channel; CHANNEL_UNAVAILABLE where the mailbox cannot send now.
 */
export async function startConversation(
  caller: Caller,
  memberId: string,
  start: ConversationStart,
  words: MemberWords,
): Promise<ConversationView> {
  checkStart(start)
  return caller.shop.transaction(async (tx) => {
    if (words.clientId !== undefined) {
      const sent = await findMessageByClientId(tx, words.clientId)
      const known = sent && (await findConversation(tx, sent.conversationId))
      if (known) return { ...known, source: known.datastore }
    }
    const member = requireActive(await findMember(tx, memberId))
    const { contact, events } = await findOrCreate(tx, start)
    if (contact.isRedacted) throw invalidParams('contactId: this contact’s data was erased.')
    if (contact.isBlocked) throw invalidParams('contactId: this contact is blocked; unblock them first.')
    const settings = await readSettings(tx)
    const place = { channel: start.channel, isForAiAgent: false, memberId, isRead: true }
    const conversation = await insertFor(tx, customerOf(contact), settings, place)
    await prepareChannel(tx, conversation.id, contact, start)
    const change = openNew(tx, conversation, settings, events)
    // Rules and targets are about customers who write first.
    change.recordRuleEvents({ isNew: false })
    change.stopClock()
    await writeReply(change, member, { ...words, memberId })
    return (await change.save('last')).conversation
  })
}

function checkStart({ channel, contactId, email, name, subject }: ConversationStart): void {
  if ((contactId === undefined) === (email === undefined))
    throw invalidParams('Name a contactId or an email, not both.')
  if (email !== undefined && !isMailAddress(email)) throw invalidParams('email is not an email address.')
  if (name !== undefined) checkText(name, PERSON_NAME_MAX, 'name')
  if (channel === 'email') checkText(subject ?? '', EMAIL_SUBJECT_MAX, 'subject')
  else if (subject !== undefined) throw invalidParams('subject is for email only.')
}

/** The contact, locked. Two members who write to the same new address at once make one contact. */
async function findOrCreate(
  tx: Transaction,
  { contactId, email, name, channel }: ConversationStart,
): Promise<{ contact: VisitorContact; events: OutboxEvent[] }> {
  if (email !== undefined) await takeTurn(tx, { customer: emailKey(email) })
  const known = contactId ?? (email === undefined ? undefined : await findContactByEmail(tx, emailKey(email)))
  if (known !== undefined) {
    const [contact] = await lockVisitorContacts(tx, [known])
    if (contact) return { contact, events: [] }
    if (contactId !== undefined) throw notFound('Customer')
    throw new ChangedMeanwhile()
  }
  if (channel !== 'email')
    throw invalidParams('email: no contact has this address, so nobody can be reached in the chat.')
  const person = { type: 'guest' as const, name: name ?? null, email: email ?? null, phone: null, customAttributes: {} }
  // A member typed the address: nobody has proven whose it is.
  const { contact, created } = await createContact(tx, person, { channel, emailIsClaimed: true })
  return { contact, events: [created] }
}

/** Requires that the contact can be reached, and stores how. */
async function prepareChannel(
  tx: Transaction,
  conversationId: string,
  contact: VisitorContact,
  { channel, accountId, subject }: ConversationStart,
): Promise<void> {
  if (channel === 'online_store') {
    const [visitor] = await listVisitorsOf(tx, contact.id, 1)
    if (!visitor)
      throw invalidParams('contactId: this contact has not visited the online store, so the chat does not reach them.')
    return
  }
  if (!contact.email) throw invalidParams('contactId: this contact has no email address.')
  const account = accountId === undefined ? await findMailbox(tx) : await findAccount(tx, accountId)
  if (account?.channel !== 'email' || account.state === 'disconnected') {
    throw invalidParams(
      accountId === undefined ? 'No mailbox is connected; connect one first.' : 'accountId is not a connected mailbox.',
    )
  }
  await saveThread(tx, { conversationId, accountId: account.id, recipient: contact.email, subject: subject ?? null })
}
