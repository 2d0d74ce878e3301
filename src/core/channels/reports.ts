import { currentTime } from '#base/clock.ts'
import { firstCodePoints } from '#base/text.ts'
import type { IncomingOf } from '#channels/incoming.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { editCustomerMessage, removeMessage } from '#core/conversations/message-changes.ts'
import { systemNote, VISITOR_NAME } from '#core/conversations/sender-fields.ts'
import { unlessDeleted } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import type { AccountRow } from '#storage/channels/accounts.ts'
import { findContactByIdentity, saveIdentities } from '#storage/channels/identities.ts'
import { findChannelMessages, listSentUntil } from '#storage/channels/messages.ts'
import { renameRecipient } from '#storage/channels/threads.ts'
import { changePhone } from '#storage/contacts/contact-changes.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import { findChangeableMessage } from '#storage/conversations/message-changes.ts'
import { adopt } from './echoes.ts'
import { recordArrival, recordReturn } from './outcomes.ts'

/** What providers tell beside messages: receipts, other names, reactions, edits, what was taken back (spec C11.16). */

/** Characters of a message that a reaction's line repeats. */
const QUOTED_MAX = 80
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

/** Somebody is called something else from now on; a telephone number among their ids is their new one. */
export async function applyRename(
  shop: Shop,
  account: AccountRow,
  { from, to, phones }: IncomingOf<'rename'>,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const contactId = await findContactByIdentity(tx, account.id, [from])
    if (contactId === undefined) return
    await saveIdentities(tx, account.id, [to], contactId, currentTime())
    await renameRecipient(tx, account.id, from, to)
    if (phones) await changePhone(tx, contactId, phones)
  })
}

/** A customer took a message back: it is deleted here too. */
export async function applyRemoval(
  shop: Shop,
  account: AccountRow,
  { externalId }: IncomingOf<'removal'>,
  files: FileStore,
): Promise<void> {
  const known = await findCustomerMessage(shop, account, externalId)
  if (known) await unlessDeleted(removeMessage(known.caller, known.conversationId, known.messageId, files))
}

/** A customer changed the text of a message: it is changed here too. */
export async function applyEdit(
  shop: Shop,
  account: AccountRow,
  { externalId, text }: IncomingOf<'edit'>,
): Promise<void> {
  const known = await findCustomerMessage(shop, account, externalId)
  if (!known) return
  const edited = firstCodePoints(text, MESSAGE_TEXT_MAX)
  await unlessDeleted(editCustomerMessage(known.caller, known.conversationId, known.messageId, edited))
}

/** A customer reacted to a message: a line for the team says so. It reopens nothing, and nobody is notified. */
export async function applyReaction(
  shop: Shop,
  account: AccountRow,
  { externalId, emoji, name }: IncomingOf<'reaction'>,
): Promise<void> {
  const [known] = await findChannelMessages(shop, account.id, [externalId])
  if (!known) return
  const { conversationId, messageId } = known
  await unlessDeleted(
    changeConversation({ shop }, conversationId, async (change) => {
      const message = await findChangeableMessage(change.tx, conversationId, messageId)
      const quoted = message && !message.isDeleted ? ` to “${firstCodePoints(message.text, QUOTED_MAX)}”` : ''
      const text = `${name ?? change.conversation.customerName ?? VISITOR_NAME} reacted with ${emoji}${quoted}`
      change.write(systemNote(text))
    }),
  )
}

/** A customer's message by the provider's id, with the customer as the caller; undefined where it is not known. */
async function findCustomerMessage(shop: Shop, account: AccountRow, externalId: string) {
  const [known] = await findChannelMessages(shop, account.id, [externalId])
  if (known?.direction !== 'in') return undefined
  const contactId = (await findConversation(shop, known.conversationId))?.contactId ?? ''
  return { ...known, caller: { shop, actor: { kind: 'visitor' as const, contactId } } }
}
