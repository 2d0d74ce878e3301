import type { Queries } from '#database/database.ts'
import { isBehind } from '../conversations/list.ts'
import { LISTED, NOT_SPAM } from '../listed-conversations.ts'

/** Conversations with customers, newest activity first, those without any last; where one is named, those that follow it. */
export function listAskedConversations(
  shop: Queries,
  after: { id: string; lastActive: Date | null } | null,
  limit: number,
): Promise<{ id: string; lastActive: Date | null }[]> {
  const params: (string | number | Date)[] = [limit]
  const behind = after
    ? `and ${isBehind([after.lastActive?.getTime() ?? null, after.id], (value) => `$${params.push(value as never) + 1}`)}`
    : ''
  return shop.query(
    `select id, last_active from conversations
     where shop_id = $1 and ${LISTED} and ${NOT_SPAM} ${behind} order by active_key desc, id desc limit $2`,
    params,
  )
}
