import type { ConversationChange } from '#core/conversations/conversation-transaction.ts'
import { transferLine } from '#core/conversations/sender-fields.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import type { NewMessage } from '#storage/conversations/messages.ts'

/** What the team says to a customer elsewhere: in the provider's app, or from a mail program. */

export type RelayedReply = Pick<NewMessage, 'text'> & Partial<NewMessage>

/** Writes a reply of the team's that the customer has already: it ends the AI agent's hold, and is not sent again. */
export function writeRelayedReply(
  change: ConversationChange,
  { memberId, name }: { memberId: string | null; name: string },
  reply: RelayedReply,
): NewMessage {
  const { tx, conversation } = change
  if (conversation.isChatBot) {
    change.write(transferLine(`${name} took over from the AI agent.`))
    change.set({ isChatBot: false })
  }
  const written = change.writeRelayed({ senderType: 'agent', senderName: name, memberId, isAdmin: true, ...reply })
  change.emit(messageEvent(tx.shopId, 'message.created', conversation.id, written))
  change.set({ isRead: true, isCustomerRead: false })
  return written
}
