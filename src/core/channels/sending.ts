import { currentTime } from '#base/clock.ts'
import type { FormatRange } from '#base/formatting.ts'
import type { FilledTemplate } from '#channels/meta/templates.ts'
import type { SendableFile } from '#channels/sendable-files.ts'
import type { Caller } from '#core/caller.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { requireReach, requireTemplateReach } from '#core/conversations/delivery-route.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import type { Queries, Shop } from '#database/database.ts'
import { type AccountRow, type Credentials, findAccount } from '#storage/channels/accounts.ts'
import { findOriginal, findQuotedMessage, type OriginalRow, type QuotedMessage } from '#storage/channels/originals.ts'
import {
  type ClaimedMessage,
  findOutbound,
  listStranded,
  type MailRecipients,
  type OutboundWay,
  retryOutbound,
} from '#storage/channels/outbound.ts'
import { findOutgoing } from '#storage/channels/outgoing.ts'
import { setRevision } from '#storage/conversations/message-changes.ts'
import type { StoredMailLook } from '#storage/stores/stores.ts'
import { abandon } from './outcomes.ts'
import { fillSignature } from './signatures.ts'

/** Message-IDs that a mail names as what it answers. */
const ANSWERED = 10
/** Messages that one sweep gives up. */
const STRANDED = 200
/** Time that a message waits for an account that does not work. */
const STRANDED_MS = 24 * 60 * 60 * 1000

/** A message with all that it takes to send it. */
export interface Outgoing {
  shopId: string
  conversationId: string
  messageId: string
  text: string
  /** What of the text is formatted, in mails. */
  formatting: readonly FormatRange[] | null
  /** Sent after the text, in this order; of mail, in it. */
  files: SendableFile[]
  senderName: string
  /** Nobody wrote it by hand. */
  isAutomatic: boolean
  account: AccountRow
  credentials: Credentials
  storeName: string
  /** As admins chose it; of mails alone. */
  mailLook: StoredMailLook | null
  recipient: string
  subject: string | null
  /** Recipients of a mail that has more than the customer as its recipient. */
  recipients: MailRecipients | null
  /** Text below a mail, filled in; null for none. */
  signature: string | null
  /** What the provider calls the conversation's last messages, oldest first. */
  answers: string[]
  /** What is sent instead of the text; null for text and files. */
  template: FilledTemplate | null
  /** What a forwarded mail quotes; its files are `files`, and `text` stands above it. Null for every other message. */
  quoted: Omit<QuotedMessage, 'files'> | null
}

/** What is to be sent; null where there is nothing to send any more: it was deleted, or its account is gone. */
export async function readOutgoing(
  shop: Shop,
  { messageId, conversationId, accountId, template }: ClaimedMessage,
): Promise<Outgoing | null> {
  const found = await findOutgoing(shop, { messageId, conversationId, accountId }, ANSWERED)
  if (!found) return null
  const { senderType, signature: signatureTemplate, forward, ...of } = found
  const quoted = forward && (await findQuotedMessage(shop, conversationId, forward.messageId))
  if (quoted === undefined) return null // it was deleted
  const isAutomatic = senderType === 'bot'
  const names = { member: of.senderName, store: of.storeName }
  const signature = signatureTemplate && fillSignature(signatureTemplate, names)
  const filled = template as FilledTemplate | null
  const content = forward && quoted && { text: forward.text, formatting: null, files: quoted.files }
  return {
    shopId: shop.shopId,
    conversationId,
    messageId,
    ...of,
    ...content,
    signature,
    isAutomatic,
    template: filled,
    quoted,
  }
}

/** Sends a message that failed again (spec C11.8). CHANNEL_UNAVAILABLE where the channel cannot deliver now. */
export async function sendAgain(caller: Caller, id: string, messageId: string): Promise<void> {
  await changeConversation(caller, id, async (change) => {
    const { tx, conversation, now } = change
    const known = await findOutbound(tx, messageId)
    if (known?.conversationId !== conversation.id) throw notFound('Message')
    if (known.state !== 'failed') throw invalidParams('The message has not failed: there is nothing to send again.')
    const way = await change.deliveryRoute()
    if (known.isTemplate) requireTemplateReach(way)
    else requireReach(way)
    const { leavesBy } = way
    if (!leavesBy) throw notFound('Message')
    const accountId = (await chosenAccount(tx, known)) ?? leavesBy.accountId
    const revision = change.nextRevision()
    change.addStatement(() => retryOutbound(tx, messageId, accountId, now))
    change.addStatement(() => setRevision(tx, conversation.id, messageId, revision))
  })
}

/** The mailbox that a mail with recipients of its own was to leave by, while it can send. */
async function chosenAccount(tx: Queries, { recipients, accountId }: OutboundWay): Promise<string | undefined> {
  if (!recipients) return undefined
  const account = await findAccount(tx, accountId)
  return account?.state === 'connected' ? accountId : undefined
}

/** A mail in its original form, with its quotes. NOT_FOUND for a message that is not a mail. */
export async function getOriginal({ shop }: Caller, id: string, messageId: string): Promise<OriginalRow> {
  const conversation = await requireConversation(shop, id)
  const original = await findOriginal(shop, conversation.id, messageId)
  if (!original) throw notFound('Original')
  return original
}

/** Gives up what waited a day for an account that does not work. */
export async function failStuckMessages(shop: Shop): Promise<void> {
  const before = new Date(currentTime().getTime() - STRANDED_MS)
  for (const message of await listStranded(shop, { before }, STRANDED)) {
    await abandon(shop, message, 'The store’s account did not work for 24 hours.')
  }
}

/** Gives up everything that waits for an account: it was removed. */
export async function abandonAllOf(shop: Shop, accountId: string): Promise<void> {
  for (let count = STRANDED; count === STRANDED; ) {
    const waiting = await listStranded(shop, { accountId }, STRANDED)
    for (const message of waiting) await abandon(shop, message, 'The store’s account was removed.')
    count = waiting.length
  }
}
