import { currentTime } from '#base/clock.ts'
import { isSameMailbox } from '#channels/email/own-addresses.ts'
import { keyOfMessageId } from '#channels/email/relay-ids.ts'
import type { IncomingMail, IncomingWords } from '#channels/incoming.ts'
import { createContact, customerOf } from '#core/contacts/create-contact.ts'
import { type ConversationChange, openChange } from '#core/conversations/conversation-transaction.ts'
import { insertFor, openNew } from '#core/conversations/create-conversation.ts'
import { ratingIn } from '#core/conversations/rating-answers.ts'
import { RATING_ANSWER_MS } from '#core/limits.ts'
import type { Settings } from '#core/stores/settings.ts'
import type { OutboxEvent } from '#core/webhooks/events.ts'
import { ChangedMeanwhile, type Queries, type Transaction } from '#database/database.ts'
import type { AccountRow } from '#storage/channels/accounts.ts'
import { addChannel, findContactByProvenEmail } from '#storage/channels/identities.ts'
import { findMessageOf } from '#storage/channels/messages.ts'
import { findOutbound } from '#storage/channels/outbound.ts'
import { isSpamSender } from '#storage/channels/spam-senders.ts'
import { findOpenThread, findThread, isUnprovenChat } from '#storage/channels/threads.ts'
import { lockVisitorContacts, type VisitorContact } from '#storage/contacts/contact-changes.ts'
import { type FoundConversation, findConversation, lockContactOf } from '#storage/conversations/conversations.ts'
import { findRatingRequest } from '#storage/conversations/rating-requests.ts'

/** What the store wants, and whether the AI agent may answer: looked up once, and only where it may hold the conversation. */
export interface IncomingSettings {
  settings: Settings
  isAnswered: () => Promise<boolean>
}

export interface TargetConversation {
  change: ConversationChange
  /** Null for somebody who answers in another customer's conversation. */
  contact: VisitorContact | null
  isNew: boolean
  /** A mail answers one that a member forwarded: it is for the team alone. */
  answersForward?: boolean
  /** The chat that a new conversation's mail answers, whose visitor does not get to see it. */
  answersChat?: string | undefined
}

/** Locks the conversation that a message belongs to: the one that it answers, otherwise its sender's. `blocked`: so is the contact. */
export async function findTarget(
  tx: Transaction,
  account: AccountRow,
  incoming: IncomingWords,
  { contactId, settings, isAnswered }: IncomingSettings & { contactId: string | undefined },
): Promise<TargetConversation | 'blocked'> {
  const { answered, answersForward = false } = incoming.kind === 'mail' ? await findAnswered(tx, incoming) : {}
  const isCustomers = incoming.kind !== 'mail' || (incoming.counts === 'always' && incoming.team === null)
  // Not shown in the chat of a visitor who may have typed anybody's address: it starts a conversation of its sender. What is
  // not a message is a note there, which no visitor sees, and the team's own mail is a reply.
  const isHidden = answered !== undefined && isCustomers && !answersForward && (await isUnprovenChat(tx, answered.id))
  if (answered && !isHidden) {
    const named = answered.mergedInto ?? answered.id
    const lockedId = await lockContactOf(tx, named)
    const [[customer], change] = await Promise.all([
      lockedId === null ? [] : lockVisitorContacts(tx, [lockedId]),
      openChange(tx, named),
    ])
    if (customer?.isBlocked) return 'blocked'
    if (change.conversation.contactId !== lockedId || change.conversation.mergedInto !== null)
      throw new ChangedMeanwhile()
    return { change, contact: null, isNew: false, answersForward }
  }
  const { contact, events, open } = await findOrMakeSender(tx, account, incoming, contactId)
  if (contact.isBlocked) return 'blocked'
  if (open !== undefined) {
    const change = await openChange(tx, open)
    if (change.conversation.mergedInto !== null) throw new ChangedMeanwhile()
    return { change, contact, isNew: false }
  }
  const isSpam = incoming.kind === 'mail' && (await isSpamSender(tx, incoming.sender.externalId))
  const isForAiAgent = !isSpam && settings.ai.enabled && (await isAnswered())
  const conversation = await insertFor(tx, customerOf(contact), settings, { channel: account.channel, isForAiAgent })
  const answersChat = isHidden ? answered.id : undefined
  const change = openNew(tx, conversation, settings, events)
  if (isSpam) change.set({ status: 'resolved', statusBeforeSpam: 'open' })
  return { change, contact, isNew: true, answersChat }
}

interface Answered {
  answered?: FoundConversation | undefined
  answersForward?: boolean
}

/**
 * The conversation that a mail answers: by its signed address, otherwise by Message-IDs, ours first. Never by subject or
 * sender. The same signs tell an answer to a forwarded mail from the customer's.
 */
async function findAnswered(tx: Queries, mail: IncomingMail): Promise<Answered> {
  const named = mail.conversationId === null ? undefined : await findConversation(tx, mail.conversationId)
  if (named) return { answered: named }
  for (const messageId of mail.answersOurs) {
    const ours = await findOutbound(tx, messageId)
    if (ours) return { answered: await findConversation(tx, ours.conversationId), answersForward: ours.isForward }
  }
  if (mail.answers.length === 0) return {}
  const known = (await findMessageOf(tx, mail.answers)) ?? (await findByRelay(tx, mail))
  if (!known) return {}
  const [answered, ours] = await Promise.all([
    findConversation(tx, known.conversationId),
    findOutbound(tx, known.messageId),
  ])
  return { answered, answersForward: ours?.isForward ?? false }
}

/**
 * The message of a mail of ours that a relay knows by an id of its own, which is easier to guess: for those alone whom it was
 * sent to.
 */
async function findByRelay(
  tx: Queries,
  { answers, sender }: IncomingMail,
): Promise<{ conversationId: string; messageId: string } | undefined> {
  const known = await findMessageOf(tx, answers.map(keyOfMessageId))
  if (!known) return undefined
  const [thread, ours] = await Promise.all([findThread(tx, known.conversationId), findOutbound(tx, known.messageId)])
  const { to, cc, bcc } =
    ours?.isForward && ours.recipients ? ours.recipients : { to: [thread?.recipient ?? ''], cc: [], bcc: [] }
  const isTheirs = [...to, ...cc, ...bcc].some((one) =>
    isSameMailbox(one.toLowerCase(), sender.externalId.toLowerCase()),
  )
  return isTheirs ? known : undefined
}

/** Locks the sender's contact, and finds their open conversation on the account; mail that answers nothing begins a new one. */
async function findOrMakeSender(
  tx: Queries,
  account: AccountRow,
  { kind, sender, text }: IncomingWords,
  known: string | undefined,
): Promise<{ contact: VisitorContact; events: OutboxEvent[]; open?: string | undefined }> {
  const { name = null, email = null, phone = null, isVerified } = sender
  const named = known ?? (email && isVerified ? await findContactByProvenEmail(tx, email) : undefined)
  if (named !== undefined) {
    const [[contact], , open] = await Promise.all([
      lockVisitorContacts(tx, [named]),
      addChannel(tx, named, account.channel, phone),
      kind === 'mail' ? undefined : findGoingOn(tx, account.id, named, text),
    ])
    if (!contact) throw new ChangedMeanwhile()
    return { contact, events: [], open }
  }
  const { contact, created } = await createContact(
    tx,
    { type: 'guest', name, email, phone, customAttributes: {} },
    { channel: account.channel, emailIsClaimed: !isVerified },
  )
  return { contact, events: [created] }
}

/** The conversation that a messenger's words belong to: the one that they rate, otherwise the open one. */
async function findGoingOn(
  tx: Queries,
  accountId: string,
  contactId: string,
  text: string,
): Promise<string | undefined> {
  const since = new Date(currentTime().getTime() - RATING_ANSWER_MS)
  const rated = ratingIn(text) === null ? undefined : await findRatingRequest(tx, { accountId, contactId, since })
  return rated ?? findOpenThread(tx, accountId, contactId)
}
