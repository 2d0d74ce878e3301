import type { Queries } from '#database/database.ts'
import { isBehind } from '../conversations/list.ts'
import { LISTED, NOT_SPAM } from '../listed-conversations.ts'

/** Conversations with customers, newest activity first, behind a place in that order: milliseconds (null sorts last), and an id. */
export function listAskedConversations(
  shop: Queries,
  after: (string | number | null)[] | null,
  limit: number,
): Promise<{ id: string; lastActive: Date | null }[]> {
  const params: (string | number | Date)[] = [limit]
  const behind = after ? `and ${isBehind(after, (value) => `$${params.push(value as never) + 1}`)}` : ''
  return shop.query(
    `select id, last_active from conversations
     where shop_id = $1 and ${LISTED} and ${NOT_SPAM} ${behind} order by active_key desc, id desc limit $2`,
    params,
  )
}
