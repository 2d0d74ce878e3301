import type { Queries } from '#database/database.ts'
import { LISTED } from '../listed-conversations.ts'

/**
 * How many conversations have something new for a member, `most` at most: an unread notification, or an unread message in
 * an open conversation that is theirs or nobody's yet.
 */
export async function countNews(shop: Queries, memberId: string, most: number): Promise<number> {
  const [row] = await shop.query<{ news: number }>(
    `select count(*)::int as news from (
       select conversation_id from notifications where shop_id = $1 and member_id = $2 and read_at is null
       union
       select id from (select id from conversations where shop_id = $1 and ${LISTED} and status = 'open'
         and snoozed_until is null and not is_read and (member_id = $2 or (member_id is null and not is_chat_bot))
         limit $3) c
       limit $3) n`,
    [memberId, most],
  )
  return row?.news ?? 0
}
