import { currentTime } from '#base/clock.ts'
import type { ConversationPatch, ConversationRow } from '#storage/conversations.ts'
import type { Queries } from '#storage/database.ts'
import {
  type ChangeableMessage,
  changeMessage,
  findChangeableMessage,
  findNewestVisible,
} from '#storage/message-changes.ts'
import { findMessage, type MessageRow } from '#storage/messages.ts'
import type { Caller } from './caller.ts'
import { lockForWrite, saveConversation } from './conversations.ts'
import { invalidParams, notFound } from './errors.ts'
import { appendEvents, buildEvent } from './events.ts'
import { MESSAGE_TEXT_MAX } from './limits.ts'
import { checkText } from './messages.ts'
import type { MessageView } from './thread.ts'

/**
 * Gives a message of the store's side another text: a reply, a bot's answer or a note. A customer's words are theirs,
 * and lines that the service wrote tell what happened. The old text is not kept.
 */
export function editMessage(caller: Caller, id: string, messageId: string, text: string): Promise<MessageView> {
  return change(caller, id, messageId, (message) => {
    checkText(text, MESSAGE_TEXT_MAX)
    if (message.isDeleted) throw invalidParams('The message is deleted; a deleted message cannot be edited.')
    if (message.senderType !== 'agent' && message.senderType !== 'bot') {
      throw invalidParams('Only messages of the team and the AI agent can be edited.')
    }
    return { text, isDeleted: false }
  })
}

/** Deletes a message, whoever wrote it. It keeps its place; customers see that there was one. Twice is once. */
export function removeMessage(caller: Caller, id: string, messageId: string): Promise<MessageView> {
  return change(caller, id, messageId, ({ text }) => ({ text, isDeleted: true }))
}

function change(
  caller: Caller,
  id: string,
  messageId: string,
  decide: (message: ChangeableMessage) => { text: string; isDeleted: boolean },
): Promise<MessageView> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    const message = await findChangeableMessage(tx, conversation.id, messageId)
    if (!message) throw notFound('Message')
    const next = decide(message)
    if (message.text === next.text && message.isDeleted === next.isDeleted) {
      await saveConversation(tx, conversation, move, now)
      const same = (await findMessage(tx, conversation.id, message.id)) as MessageRow
      return { ...same, source: 'postgresql' as const }
    }
    const revision = String(BigInt(conversation.lastPosition) + 1n)
    const row = await changeMessage(tx, conversation.id, { ...next, position: message.position, revision })
    const patch = { ...move, lastPosition: revision, ...(await preview(tx, conversation, message, next.isDeleted)) }
    await saveConversation(tx, conversation, patch, now)
    if (!message.isNote && !message.isTransfer) {
      await appendEvents(tx, [
        buildEvent(tx.shopId, next.isDeleted ? 'message.removed' : 'message.updated', conversation.id, {
          messageId: message.id,
          text: next.text,
          senderType: message.senderType,
          memberId: message.memberId,
          createdAt: message.createdAt.toISOString(),
        }),
      ])
    }
    return { ...row, source: 'postgresql' as const }
  })
}

/** What lists show of a conversation follows its messages; `lastActive` stays: nobody wrote. */
async function preview(
  tx: Queries,
  conversation: ConversationRow,
  changed: ChangeableMessage,
  isDeleted: boolean,
): Promise<Partial<ConversationPatch>> {
  if (changed.isNote || changed.isTransfer) return {}
  const patch: Partial<ConversationPatch> = {}
  const newest = await findNewestVisible(tx, conversation.id)
  if (isDeleted && conversation.messageCount !== null) patch.messageCount = Math.max(0, conversation.messageCount - 1)
  // An edit below the newest message leaves the preview alone; so does a deletion below it.
  if (!newest || BigInt(newest.position) <= BigInt(changed.position)) {
    patch.lastMessage = newest
      ? { text: newest.text, senderType: newest.senderType, createdAt: newest.createdAt }
      : null
  }
  return patch
}
