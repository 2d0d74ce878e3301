import { currentTime } from '#base/clock.ts'
import { firstCodePoints, hasText } from '#base/text.ts'
import type { IncomingOf } from '#channels/incoming.ts'
import { openChange } from '#core/conversations/change.ts'
import { removeMessage } from '#core/conversations/message-changes.ts'
import { transferLine } from '#core/conversations/senders.ts'
import { claimFiles, type FileStore } from '#core/files/files.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import { ChangedMeanwhile, type Shop } from '#database/database.ts'
import type { AccountRow } from '#storage/channels/accounts.ts'
import { findContactByIdentity, saveIdentities } from '#storage/channels/identities.ts'
import { findChannelMessages, insertChannelMessage, listSentUntil } from '#storage/channels/messages.ts'
import { confirmPart, findOutbound, listUnsure } from '#storage/channels/outbound.ts'
import { findNewestThread, renameRecipient } from '#storage/channels/threads.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import { recordArrival, recordReturn } from './outcomes.ts'

/** What providers tell beside customers' messages: receipts, echoes, other names, what was taken back (contract, section 11). */

/** It cannot be told yet what a report is about: a message is being sent right now. */
export class NotYet extends Error {}

/** Messages that one receipt may be about. */
const READ_AT_ONCE = 200

/** How far messages of ours got. */
export async function applyReceipt(shop: Shop, account: AccountRow, receipt: IncomingOf<'receipt'>): Promise<void> {
  const { of, state, error } = receipt
  const known =
    'externalIds' in of
      ? await findChannelMessages(shop, account.id, of.externalIds)
      : await listSentUntil(shop, account.id, of.recipient, of.until, READ_AT_ONCE)
  if (known.length === 0 && 'externalIds' in of && receipt.recipient !== undefined) {
    await adopt(shop, account, { externalId: of.externalIds[0] as string, recipient: receipt.recipient })
  }
  for (const message of known) {
    if (state !== 'failed') await recordArrival(shop, message, state)
    else {
      const reason = error ?? 'The provider could not deliver it.'
      await recordReturn(shop, message, { reason, ...(receipt.closesWindow ? { closesWindow: true } : {}) })
    }
  }
}

/** Mail of ours came back: for good it has failed; for now it is waited. */
export async function applyBounce(shop: Shop, account: AccountRow, bounce: IncomingOf<'bounce'>): Promise<void> {
  if (!bounce.isPermanent) return
  const { of } = bounce
  const known =
    'messageId' in of
      ? [await findOutbound(shop, of.messageId)].filter((message) => message !== undefined)
      : (await findChannelMessages(shop, account.id, [of.externalId])).filter(({ direction }) => direction === 'out')
  for (const message of known) await recordReturn(shop, message, bounce)
}

/**
 * Something the account said. What left from here is known, or may be the part whose answer was lost. Anything else was
 * said by another program, or by a person in the provider's app: a reply of the team's, which ends the AI agent's hold.
 */
export async function applyEcho(
  shop: Shop,
  account: AccountRow,
  echo: IncomingOf<'echo'>,
  uploads: string[],
): Promise<void> {
  if ((await findChannelMessages(shop, account.id, [echo.externalId])).length > 0) return
  if (await adopt(shop, account, echo)) return
  const conversationId = await findNewestThread(shop, account.id, [echo.recipient])
  if (conversationId === undefined) return
  await shop.transaction(async (tx) => {
    const change = await openChange(tx, conversationId)
    if (change.conversation.mergedInto !== null) throw new ChangedMeanwhile()
    if ((await findChannelMessages(tx, account.id, [echo.externalId])).length > 0) return
    const files = await claimFiles(tx, uploads, { conversationId })
    const name = account.name ?? 'Team'
    const text = hasText(echo.text) ? firstCodePoints(echo.text, MESSAGE_TEXT_MAX) : files.length > 0 ? '' : '[no text]'
    if (change.conversation.isChatBot) {
      change.write(transferLine(`${name} took over from the AI agent.`))
      change.set({ isChatBot: false })
    }
    const reply = change.writeRelayed({
      senderType: 'agent',
      senderName: name,
      memberId: null,
      isAdmin: true,
      text,
      ...(files.length > 0 ? { files, contentType: 'file' as const } : {}),
    })
    change.emit(messageEvent(tx.shopId, 'message.created', conversationId, reply))
    change.set({ isRead: true, isCustomerRead: false })
    const { externalId } = echo
    const ids = { accountId: account.id, externalId, conversationId, messageId: reply.id, direction: 'out' as const }
    change.also(() => insertChannelMessage(tx, ids, change.now))
    await change.save('last')
  })
}

/**
 * A part that left although nobody answered is known by its text, or by being the only one. True where one was found;
 * NotYet while one is being sent, for its answer will tell.
 */
function adopt(
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

/** Somebody is called something else from now on. */
export async function applyRename(shop: Shop, account: AccountRow, { from, to }: IncomingOf<'rename'>): Promise<void> {
  await shop.transaction(async (tx) => {
    const contactId = await findContactByIdentity(tx, account.id, [from])
    if (contactId === undefined) return
    await saveIdentities(tx, account.id, [to], contactId, currentTime())
    await renameRecipient(tx, account.id, from, to)
  })
}

/** A customer took a message back: it is deleted here too. */
export async function applyRemoval(
  shop: Shop,
  account: AccountRow,
  { externalId }: IncomingOf<'removal'>,
  files: FileStore,
): Promise<void> {
  const [known] = await findChannelMessages(shop, account.id, [externalId])
  if (known?.direction !== 'in') return
  const { conversationId, messageId } = known
  const contactId = (await findConversation(shop, conversationId))?.contactId ?? ''
  await removeMessage({ shop, actor: { kind: 'visitor', contactId } }, conversationId, messageId, files)
}
