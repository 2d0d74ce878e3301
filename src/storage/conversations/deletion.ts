import type { Queries } from '#database/database.ts'
import type { ConversationRow } from './conversations.ts'
import { leaveMerges } from './merging.ts'

/** Deletes a conversation with all its records, and its delivered events. The one that tells of it, and events still to be delivered, stay. */
export async function deleteConversation(
  tx: Queries,
  conversation: Pick<ConversationRow, 'id' | 'createdAt' | 'mergedInto'>,
): Promise<void> {
  const { id, createdAt } = conversation
  tx.signal({ kind: 'removed', id })
  await leaveMerges(tx, conversation)
  await Promise.all([
    tx.query('delete from conversations where shop_id = $1 and id = $2', [id]),
    // What was done with orders stays; the shop's words on it may name somebody.
    tx.query(
      'update order_actions set detail = null where shop_id = $1 and conversation_id = $2 and detail is not null',
      [id],
    ),
    // By age, which has an index: there are none from before the conversation.
    tx.query(
      `delete from events e where e.shop_id = $1 and e.occurred_at >= $3 and e.conversation_id = $2 and e.type <> 'conversation.removed'
         and not exists (select 1 from webhook_deliveries d
           where d.shop_id = $1 and d.event_id = e.id and d.status in ('pending', 'held'))`,
      [id, createdAt ?? new Date(0)],
    ),
  ])
}
