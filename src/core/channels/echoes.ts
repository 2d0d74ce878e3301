import type { IncomingOf } from '#channels/incoming.ts'
import { createContact, customerOf } from '#core/contacts/create-contact.ts'
import { type ConversationChange, openChange } from '#core/conversations/conversation-transaction.ts'
import { insertFor, openNew } from '#core/conversations/create-conversation.ts'
import { claimFiles } from '#core/files/files.ts'
import { INCOMING_FILES_MAX } from '#core/limits.ts'
import { readSettings } from '#core/stores/settings.ts'
import { ChangedMeanwhile, type Shop, type Transaction } from '#database/database.ts'
import type { AccountRow } from '#storage/channels/accounts.ts'
import { findContactByIdentity, saveIdentities } from '#storage/channels/identities.ts'
import { findChannelMessages, insertChannelMessage } from '#storage/channels/messages.ts'
import { confirmPart, listUnsure } from '#storage/channels/outbound.ts'
import { findNewestThread, saveThread } from '#storage/channels/threads.ts'
import { lockVisitorContacts } from '#storage/contacts/contact-changes.ts'
import { takeTurn } from '#storage/locks.ts'
import { queueLateFiles } from './late-files.ts'
import { writeRelayedReply } from './relayed-replies.ts'
import { storableText } from './storable-text.ts'
import type { Arrived } from './write-incoming.ts'

/** What the account itself said, as the provider repeats it (spec C11.16). */

type EchoFiles = Pick<Arrived, 'files' | 'lateFiles'>

/** Thrown while the message of a report is still being sent, so that it cannot be found yet. */
export class NotYet extends Error {}

/**
 * Something the account said. What left from here is known, or may be the part whose answer was lost. Anything else was
 * said by another program, or by a person in the provider's app: a reply of the team's, which ends the AI agent's hold. Where
 * a person wrote first, it begins the conversation.
 */
export async function applyEcho(
  shop: Shop,
  account: AccountRow,
  echo: IncomingOf<'echo'>,
  arrived: EchoFiles,
): Promise<void> {
  if ((await findChannelMessages(shop, account.id, [echo.externalId])).length > 0) return
  if (await adopt(shop, account, echo)) return
  await shop.transaction(async (tx) => {
    await takeTurn(tx, { customer: `${account.id} ${echo.recipient}` })
    if ((await findChannelMessages(tx, account.id, [echo.externalId])).length > 0) return
    const change = await findPlace(tx, account, echo)
    if (change) await writeReply(change, account, echo, arrived)
  })
}

/** The newest conversation with the recipient, or a new one where a person wrote first; undefined where neither is. */
async function findPlace(
  tx: Transaction,
  account: AccountRow,
  echo: IncomingOf<'echo'>,
): Promise<ConversationChange | undefined> {
  const { recipient, phone = null } = echo
  const known = await findNewestThread(tx, account.id, [recipient])
  if (known !== undefined) {
    const change = await openChange(tx, known)
    if (change.conversation.mergedInto !== null) throw new ChangedMeanwhile()
    return change
  }
  if (!echo.startsConversation) return undefined
  const { channel } = account
  const [settings, contactId] = await Promise.all([
    readSettings(tx),
    findContactByIdentity(tx, account.id, [recipient]),
  ])
  const [found] = contactId === undefined ? [] : await lockVisitorContacts(tx, [contactId])
  if (contactId !== undefined && !found) throw new ChangedMeanwhile()
  const person = { type: 'guest' as const, name: null, email: null, phone, customAttributes: {} }
  const made = found ? undefined : await createContact(tx, person, { channel, emailIsClaimed: false })
  const contact = found ?? made?.contact
  if (!contact) return undefined
  const conversation = await insertFor(tx, customerOf(contact), settings, { channel, isForAiAgent: false })
  const change = openNew(tx, conversation, settings, made ? [made.created] : [])
  change.addStatement(() => saveIdentities(tx, account.id, [recipient], contact.id, change.now))
  change.addStatement(() => saveThread(tx, { conversationId: conversation.id, accountId: account.id, recipient }))
  return change
}

async function writeReply(
  change: ConversationChange,
  account: AccountRow,
  echo: IncomingOf<'echo'>,
  { files: uploads, lateFiles }: EchoFiles,
): Promise<void> {
  const { tx, conversation, now } = change
  const conversationId = conversation.id
  const files = await claimFiles(tx, uploads, { conversationId, max: INCOMING_FILES_MAX })
  const name = account.name ?? 'Team'
  const reply = writeRelayedReply(
    change,
    { memberId: null, name },
    {
      text: storableText(echo.text, { hasFiles: files.length > 0 }),
      createdAt: echo.at < now ? echo.at : now,
      ...(files.length > 0 ? { files, contentType: 'file' as const } : {}),
    },
  )
  const { externalId } = echo
  const ids = { accountId: account.id, externalId, conversationId, messageId: reply.id, direction: 'out' as const }
  change.addStatement(() => insertChannelMessage(tx, ids, now))
  const place = { accountId: account.id, sender: echo.recipient }
  change.addStatement(() => queueLateFiles(tx, place, { externalId, files: lateFiles }, now))
  await change.save('last')
}

/**
 * A part that left although nobody answered is known by its text, or by being the only one. True where one was found;
 * NotYet while one is being sent, for its answer will tell.
 */
export function adopt(
  shop: Shop,
  account: AccountRow,
  { externalId, recipient, text }: { externalId: string; recipient: string; text?: string },
): Promise<boolean> {
  return shop.transaction(async (tx) => {
    const conversationId = await findNewestThread(tx, account.id, [recipient])
    if (conversationId === undefined) return false
    const change = await openChange(tx, conversationId)
    const unsure = await listUnsure(tx, conversationId)
    if (unsure.some(({ isHeld }) => isHeld)) throw new NotYet('a message to the same customer is being sent')
    const match = unsure.find((message) => text === undefined || message.text.includes(text.trim()))
    if (!match) return false
    const ids = {
      accountId: account.id,
      externalId,
      conversationId,
      messageId: match.messageId,
      direction: 'out' as const,
    }
    await insertChannelMessage(tx, ids, change.now)
    await confirmPart(tx, match.messageId, change.now)
    return true
  })
}
