import type { Param, Queries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '../conversation-access.ts'
import { LISTED } from '../listed-conversations.ts'

/**
 * How many conversations have something new for a member, `most` at most: an unread notification, or an unread message in
 * an open conversation that is theirs or nobody's yet; of conversations that they may see.
 */
export async function countNews(
  shop: Queries,
  { memberId, access }: { memberId: string; access: ConversationAccess },
  most: number,
): Promise<number> {
  const params: Param[] = [memberId, most]
  const seen = andMaySee(access, params)
  const ofSeen = seen && `and conversation_id in (select id from conversations where shop_id = $1${seen})`
  const [row] = await shop.query<{ news: number }>(
    `select count(*)::int as news from (
       select conversation_id from notifications where shop_id = $1 and member_id = $2 and read_at is null ${ofSeen}
       union
       select id from (select id from conversations where shop_id = $1 and ${LISTED} and status = 'open'
         and snoozed_until is null and not is_read and (member_id = $2 or (member_id is null and not is_chat_bot))${seen}
         limit $3) c
       limit $3) n`,
    params,
  )
  return row?.news ?? 0
}
