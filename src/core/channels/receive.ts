import { currentTime } from '#base/clock.ts'
import { firstCodePoints, hasText } from '#base/text.ts'
import type { IncomingMail, IncomingSender, IncomingWords } from '#channels/incoming.ts'
import { createContact, customerOf } from '#core/contacts/creation.ts'
import { type ConversationChange, openChange } from '#core/conversations/change.ts'
import { insertFor, openNew } from '#core/conversations/creation.ts'
import { writeAsCustomer } from '#core/conversations/customer-messages.ts'
import { quoteMessage } from '#core/conversations/messages.ts'
import { fromAutomation, SYSTEM_NAME } from '#core/conversations/senders.ts'
import { claimFiles } from '#core/files/files.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { readSettings, type Settings } from '#core/stores/settings.ts'
import type { OutboxEvent } from '#core/webhooks/events.ts'
import { ChangedMeanwhile, type Queries, type Shop, type Transaction } from '#database/database.ts'
import type { AccountRow } from '#storage/channels/accounts.ts'
import {
  addChannel,
  findContactByIdentity,
  findContactByProvenEmail,
  saveIdentities,
} from '#storage/channels/identities.ts'
import {
  countMails,
  findChannelMessages,
  findConversationOf,
  insertChannelMessage,
} from '#storage/channels/messages.ts'
import { insertOriginal } from '#storage/channels/originals.ts'
import { findOutbound } from '#storage/channels/outbound.ts'
import { findOpenThread, findThread, saveThread } from '#storage/channels/threads.ts'
import { lockVisitorContacts, type VisitorContact } from '#storage/contacts/contact-changes.ts'
import { findConversation, lockContactOf } from '#storage/conversations/conversations.ts'
import { takeTurn } from '#storage/locks.ts'

/** What is said where a message has no words and no file that we keep. */
const NO_WORDS = '[no text]'
/** So many mails of one sender, or to all of a store's mailboxes: from then on nothing automatic answers them. */
const SENDER_BRAKE = { mails: 10, ms: 10 * 60_000 }
const STORE_BRAKE = { mails: 100, ms: 60 * 60_000 }

export interface Arrived {
  account: AccountRow
  /** Ids of the files that came with it and were kept, and why others were not. */
  files: string[]
  refusedFiles: string[]
}

/**
 * A customer's message from a channel: it goes into the conversation that it belongs to, or a new one, under the rule for
 * every customer's words. One that came before changes nothing. Returns what became of it.
 */
export function receive(
  shop: Shop,
  incoming: IncomingWords,
  arrived: Arrived,
): Promise<'written' | 'known' | 'blocked'> {
  const { account } = arrived
  return shop.transaction(async (tx) => {
    const ids = idsOf(incoming.sender)
    // Sent together; the sender's turn comes first, and the others see what it waited for.
    const [, known, contactId, settings] = await Promise.all([
      takeTurn(tx, { customer: `${account.id} ${ids[0]}` }),
      findChannelMessages(tx, account.id, [incoming.externalId]),
      findContactByIdentity(tx, account.id, ids),
      readSettings(tx),
    ])
    if (known.length > 0) return 'known' as const
    let answered: Promise<boolean> | undefined
    const isAnswered = () => (answered ??= isAnsweredBy(tx, incoming))
    const rules = { settings, isAnswered }
    const place = await findPlace(tx, account, incoming, { contactId, ...rules })
    if (place === 'blocked') return place
    await write(tx, place, incoming, arrived, rules)
    return 'written' as const
  })
}

/** Ids that a sender is known by on an account. Whoever is not proven is nobody else's. */
function idsOf({ externalId, aliases = [], isProven }: IncomingSender): string[] {
  return isProven ? [externalId, ...aliases] : [`unproven:${externalId}`]
}

/** What the store wants, and whether the AI agent may answer: looked up once, and only where it may hold the conversation. */
interface Rules {
  settings: Settings
  isAnswered: () => Promise<boolean>
}

interface Place {
  change: ConversationChange
  /** Null for somebody who answers in another customer's conversation. */
  contact: VisitorContact | null
  isNew: boolean
}

async function findPlace(
  tx: Transaction,
  account: AccountRow,
  incoming: IncomingWords,
  { contactId, settings, isAnswered }: Rules & { contactId: string | undefined },
): Promise<Place | 'blocked'> {
  const answered = incoming.kind === 'mail' ? await findAnswered(tx, incoming) : undefined
  if (answered !== undefined) {
    const named = (await findConversation(tx, answered))?.mergedInto ?? answered
    const lockedId = await lockContactOf(tx, named)
    const [[customer], change] = await Promise.all([
      lockedId === null ? [] : lockVisitorContacts(tx, [lockedId]),
      openChange(tx, named),
    ])
    if (customer?.isBlocked) return 'blocked'
    if (change.conversation.contactId !== lockedId || change.conversation.mergedInto !== null)
      throw new ChangedMeanwhile()
    return { change, contact: null, isNew: false }
  }
  const { contact, events, open } = await findOrMakeSender(tx, account, incoming, contactId)
  if (contact.isBlocked) return 'blocked'
  if (open !== undefined) {
    const change = await openChange(tx, open)
    if (change.conversation.mergedInto !== null) throw new ChangedMeanwhile()
    return { change, contact, isNew: false }
  }
  const isForAiAgent = settings.ai.enabled && (await isAnswered())
  const conversation = await insertFor(tx, customerOf(contact), settings, { channel: account.channel, isForAiAgent })
  return { change: openNew(tx, conversation, settings, events), contact, isNew: true }
}

/** The conversation that a mail answers: by its signed address, else by Message-IDs, ours first. Never by subject or sender. */
async function findAnswered(tx: Queries, mail: IncomingMail): Promise<string | undefined> {
  const named = mail.conversationId === null ? undefined : await findConversation(tx, mail.conversationId)
  if (named) return named.id
  for (const messageId of mail.answersOurs) {
    const ours = await findOutbound(tx, messageId)
    if (ours) return ours.conversationId
  }
  return mail.answers.length > 0 ? findConversationOf(tx, mail.answers) : undefined
}

/** Who writes, locked, and their open conversation on the account; mail that answers nothing begins a new one. */
async function findOrMakeSender(
  tx: Queries,
  account: AccountRow,
  { kind, sender }: IncomingWords,
  known: string | undefined,
): Promise<{ contact: VisitorContact; events: OutboxEvent[]; open?: string | undefined }> {
  const { name = null, email = null, phone = null, isProven } = sender
  const named = known ?? (email && isProven ? await findContactByProvenEmail(tx, email) : undefined)
  if (named !== undefined) {
    const [[contact], , open] = await Promise.all([
      lockVisitorContacts(tx, [named]),
      addChannel(tx, named, account.channel, phone),
      kind === 'mail' ? undefined : findOpenThread(tx, account.id, named),
    ])
    if (!contact) throw new ChangedMeanwhile()
    return { contact, events: [], open }
  }
  const { contact, created } = await createContact(
    tx,
    { type: 'guest', name, email, phone, customAttributes: {} },
    { channel: account.channel, emailIsClaimed: !isProven },
  )
  return { contact, events: [created] }
}

async function write(
  tx: Transaction,
  { change, contact, isNew }: Place,
  incoming: IncomingWords,
  { account, files: uploads, refusedFiles }: Arrived,
  { isAnswered }: Rules,
): Promise<void> {
  const { conversation, now } = change
  const conversationId = conversation.id
  const isMail = incoming.kind === 'mail'
  const [files, thread, replyMessage, wakesAgent] = await Promise.all([
    claimFiles(tx, uploads, { conversationId }),
    isMail && !isNew ? findThread(tx, conversationId) : undefined,
    findQuoted(tx, account.id, conversationId, incoming),
    conversation.isChatBot && isAnswered(),
  ])
  const isStranger = isMail && !isNew && !isTheirs(incoming, conversation.customerEmail, thread?.recipient)
  const message = writeAsCustomer(
    change,
    {
      text: textOf(incoming, files.length > 0),
      ...(files.length > 0 ? { files, contentType: 'file' as const } : {}),
      replyMessage,
    },
    { sentAt: incoming.at, wakesAgent, ...(isStranger ? { name: incoming.sender.externalId } : {}) },
  )
  if (refusedFiles.length > 0) {
    change.write({ ...fromAutomation(SYSTEM_NAME), isNote: true, text: refusedFiles.join('\n') })
  }
  const { externalId } = incoming
  const ids = { accountId: account.id, externalId, conversationId, messageId: message.id, direction: 'in' as const }
  change.also(() => insertChannelMessage(tx, ids, now))
  if (contact) change.also(() => saveIdentities(tx, account.id, idsOf(incoming.sender), contact.id, now))
  if (!isStranger) {
    const subject = incoming.kind === 'mail' ? incoming.subject : null
    change.also(() =>
      saveThread(tx, { conversationId, accountId: account.id, recipient: incoming.sender.externalId, subject }),
    )
  }
  if (incoming.kind === 'mail') {
    const { subject, original, sender } = incoming
    const { isProven } = sender
    change.also(() =>
      insertOriginal(tx, {
        conversationId,
        messageId: message.id,
        subject,
        sender: sender.externalId,
        isProven,
        ...original,
      }),
    )
  }
  await change.save('last')
}

/** Whether a mail in a conversation is from its customer, at the address that we know or answer to. */
function isTheirs({ sender }: IncomingMail, customerEmail: string | null, recipient: string | undefined): boolean {
  const address = sender.externalId.toLowerCase()
  return address === customerEmail?.toLowerCase() || address === recipient?.toLowerCase()
}

function textOf(incoming: IncomingWords, hasFiles: boolean): string {
  if (hasText(incoming.text)) return firstCodePoints(incoming.text, MESSAGE_TEXT_MAX)
  if (hasFiles) return ''
  const subject = incoming.kind === 'mail' ? incoming.subject : ''
  return hasText(subject) ? firstCodePoints(subject, MESSAGE_TEXT_MAX) : NO_WORDS
}

/** The message that a customer's names as the one it answers. */
async function findQuoted(
  tx: Queries,
  accountId: string,
  conversationId: string,
  { replyTo }: IncomingWords,
): Promise<object | null> {
  if (!replyTo) return null
  const [known] = await findChannelMessages(tx, accountId, [replyTo])
  return known?.conversationId === conversationId ? quoteMessage(tx, conversationId, known.messageId) : null
}

/**
 * Whether the AI agent may answer: no automatic mail, and none of a storm. Two machines that answer each other are stopped
 * by what they have in common: many mails in a short time.
 */
async function isAnsweredBy(tx: Queries, incoming: IncomingWords): Promise<boolean> {
  if (incoming.kind !== 'mail') return true
  if (incoming.isAutomatic) return false
  const now = currentTime().getTime()
  const isStorm = async (brake: { mails: number; ms: number }, sender?: string) => {
    const of = { since: new Date(now - brake.ms), ...(sender === undefined ? {} : { sender }) }
    return (await countMails(tx, of, brake.mails)) >= brake.mails
  }
  // The store's first: it ends the look through what one sender sent.
  return !(await isStorm(STORE_BRAKE)) && !(await isStorm(SENDER_BRAKE, incoming.sender.externalId))
}
