import { currentTime } from '#base/clock.ts'
import { type ConversationChange, changeConversation } from '#core/conversations/conversation-transaction.ts'
import { systemNote } from '#core/conversations/sender-fields.ts'
import { unlessDeleted } from '#core/errors.ts'
import type { Queries, Shop } from '#database/database.ts'
import { insertChannelMessage } from '#storage/channels/messages.ts'
import {
  abandonOutbound,
  type ClaimedMessage,
  countSentPart,
  findOutbound,
  finishOutbound,
  type SendingState,
  setSendingState,
} from '#storage/channels/outbound.ts'
import { closeThread } from '#storage/channels/threads.ts'
import { setRevision, touchMessage } from '#storage/conversations/message-changes.ts'
import { lockConversations } from '#storage/locks.ts'

/** What became of messages that left, or did not: members see it beside the message (spec C11.8). */

/** A part has left, and the provider calls it `externalId`. False where another worker has the message now. */
export function recordPart(
  shop: Shop,
  message: ClaimedMessage,
  part: { externalId: string; aliases: string[]; isLast: boolean; leaseEnd: Date },
): Promise<boolean> {
  const { accountId, conversationId, messageId } = message
  return shop.transaction(async (tx) => {
    const now = currentTime()
    const ids = { accountId, conversationId, messageId, direction: 'out' as const }
    // Sent together; the conversation's lock comes first.
    const [, isOurs] = await Promise.all([
      lockConversations(tx, [conversationId]),
      part.isLast
        ? finishOutbound(tx, message, { state: 'sent', error: null }, now)
        : countSentPart(tx, message, part.leaseEnd),
      // Recorded even if another process has the message now, so that receipts and echoes find it.
      ...[part.externalId, ...part.aliases].map((externalId) => insertChannelMessage(tx, { ...ids, externalId }, now)),
    ])
    if (isOurs && part.isLast) await touchMessage(tx, conversationId, messageId)
    return isOurs
  })
}

/** A message that never leaves. Members get a line that says why; `closesWindow`: nothing more leaves before the customer writes. */
export function recordFailure(
  shop: Shop,
  message: ClaimedMessage,
  failure: { reason: string; closesWindow?: boolean },
): Promise<void> {
  const finish = (tx: Queries, now: Date) =>
    finishOutbound(tx, message, { state: 'failed', error: failure.reason }, now)
  return fail(shop, message, failure, finish)
}

/** A message that cannot leave, for its account is gone. */
export function abandon(
  shop: Shop,
  message: Pick<ClaimedMessage, 'messageId' | 'conversationId'>,
  reason: string,
): Promise<void> {
  return fail(shop, message, { reason }, (tx, now) => abandonOutbound(tx, message.messageId, reason, now))
}

/** A message that had left comes back. */
export function recordReturn(
  shop: Shop,
  message: Pick<ClaimedMessage, 'messageId' | 'conversationId'>,
  failure: { reason: string; closesWindow?: boolean },
): Promise<void> {
  return fail(shop, message, failure, async (tx, now) => {
    const known = await findOutbound(tx, message.messageId)
    if (!known || known.state === 'failed') return false
    await setSendingState(tx, message.messageId, { state: 'failed', error: failure.reason }, now)
    return true
  })
}

/** How far a message got goes forwards only. */
const ORDER: SendingState[] = ['waiting', 'sent', 'delivered', 'read']

/** A message reached the customer, or was read. */
export function recordArrival(
  shop: Shop,
  { messageId, conversationId }: Pick<ClaimedMessage, 'messageId' | 'conversationId'>,
  state: 'sent' | 'delivered' | 'read',
): Promise<void> {
  return shop.transaction(async (tx) => {
    await lockConversations(tx, [conversationId])
    const known = await findOutbound(tx, messageId)
    if (!known || known.state === 'failed' || known.state === 'waiting') return
    if (ORDER.indexOf(state) <= ORDER.indexOf(known.state)) return
    await setSendingState(tx, messageId, { state, error: null }, currentTime())
    await touchMessage(tx, conversationId, messageId)
  })
}

async function fail(
  shop: Shop,
  { messageId, conversationId }: Pick<ClaimedMessage, 'messageId' | 'conversationId'>,
  { reason, closesWindow }: { reason: string; closesWindow?: boolean },
  finish: (tx: Queries, now: Date) => Promise<boolean>,
): Promise<void> {
  const act = async (change: ConversationChange) => {
    const { tx, now } = change
    if (!(await finish(tx, now))) return
    change.write(systemNote(`Not delivered: ${reason}`))
    change.set({ isRead: false })
    if (closesWindow) change.addStatement(() => closeThread(tx, conversationId, now))
    const revision = change.nextRevision()
    change.addStatement(() => setRevision(tx, conversationId, messageId, revision))
  }
  // A conversation that was deleted takes what it had to send with it.
  await unlessDeleted(changeConversation({ shop }, conversationId, act))
}
