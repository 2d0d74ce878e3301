import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import { CONVERSATION, MESSAGE, type SenderType } from '#storage/conversations/columns.ts'

/** A conversation that messages are added to, locked. */
interface Target {
  customerName: string | null
  lastPosition: string
  messageCount: number | null
  lastActive: Date | null
  lastCustomerAt: Date | null
  firstReplyBy: string | null
  isRedacted: boolean
  mergedInto: string | null
}

export async function lockTarget(tx: Queries, id: string): Promise<Target | undefined> {
  const [row] = await tx.query<Target>(
    `select customer_name, last_position, message_count, last_active, last_customer_at, first_reply_by, is_redacted, merged_into
     from conversations where shop_id = $1 and id = $2 for no key update`,
    [id],
  )
  return row
}

interface Appended {
  messages: readonly { senderType: SenderType; createdAt: Date }[]
  patch: {
    lastPosition: number
    messageCount: number | null
    lastCustomerAt: Date | null
    firstReplyBy: string | null
    updatedAt: Date
    lastMessage?: { text: string; senderType: string; createdAt: Date }
    lastActive?: Date
    hasFirstMsg?: boolean
  }
}

/** Adds messages behind those that a conversation has. No event is made, and nobody is notified. */
export async function appendMessages(tx: Queries, id: string, { messages, patch }: Appended): Promise<void> {
  const { sql, values } = CONVERSATION.assign(patch, 3)
  tx.signal({ kind: 'changed', id })
  await Promise.all([
    insertRows(tx, 'messages', MESSAGE.types, messages),
    tx.query(`update conversations set ${sql} where shop_id = $1 and id = $2`, [id, ...values]),
  ])
}
