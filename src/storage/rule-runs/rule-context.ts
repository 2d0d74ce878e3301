import type { Param, Planned, Queries } from '#database/database.ts'
import type { Clock, ConversationColumns, OfTeam, Snooze } from '../conversations/columns.ts'
import { conditionsOf } from '../conversations/list.ts'
import { LISTED } from '../listed-conversations.ts'

type Looked = Pick<
  ConversationColumns,
  | 'id'
  | 'contactId'
  | 'customerName'
  | 'customerType'
  | 'channel'
  | 'tags'
  | 'memberId'
  | 'status'
  | 'isChatBot'
  | 'isRead'
  | 'isStarred'
  | 'lastMessage'
  | 'lastActive'
>

/** A conversation with what rules look at. */
export interface RuleCase
  extends Looked,
    Pick<Snooze & OfTeam & Clock, 'snoozedUntil' | 'teamId' | 'priority' | 'dueAt'> {
  /** The customer's message that it is about; null where there is none. */
  text: string | null
  saidAt: Date | null
  /** That and what the customer said before, newest first: a few, for the language. */
  words: string[]
  /** The browser's. */
  locale: string | null
  /** The states of the contact's newest order. */
  orderStates: (string | null)[] | null
}

/** Which of a customer's messages it is about: the one at a position, their first or their newest. */
export type WhichMessage = { position: string } | 'first' | 'newest'

/** One conversation. */
export async function readCase(queries: Queries, id: string, which: WhichMessage): Promise<RuleCase | undefined> {
  const [row] = await readCases(queries, which, (params) => `c.id = $${params.push(id) + 1}`)
  return row
}

/** The conversations that were active last: of open ones, those not since `before`; of all, those with a tag, or a clock. */
export function readRecentCases(
  shop: Queries,
  which: WhichMessage,
  { limit, before, tag, isDue = false }: { limit: number; before?: Date; tag?: string; isDue?: boolean },
): Promise<RuleCase[]> {
  const whose = (params: Param[]) => {
    const $ = (value: Param) => `$${params.push(value) + 1}`
    const filters = {
      ...(before && { status: 'open' }),
      ...(tag !== undefined && { tags: [tag] }),
      ...(isDue && { isDue }),
    }
    const where = ['shop_id = $1', LISTED, ...conditionsOf(filters, $)]
    if (before) where.push(`active_key <= ${$(before)}`)
    return `c.id = any (array(select id from conversations where ${where.join(' and ')}
      order by active_key desc, id desc limit ${$(limit)}))`
  }
  return readCases(shop, which, whose, 'by value')
}

function readCases(
  queries: Queries,
  which: WhichMessage,
  whose: (params: Param[]) => string,
  planned?: Planned,
): Promise<RuleCase[]> {
  const params: Param[] = []
  const where = whose(params)
  const isAt = typeof which === 'object' ? `and position = $${params.push(which.position) + 1}` : ''
  const direction = which === 'first' ? 'asc' : 'desc'
  const said = "conversation_id = c.id and sender_type = 'customer' and not is_deleted and not is_note"
  return queries.query<RuleCase>(
    `select c.id, c.contact_id, c.customer_name, c.customer_type, c.channel, c.tags, c.member_id, c.team_id, c.status, c.is_chat_bot, c.is_read,
       c.is_starred, c.last_message, c.last_active, c.snoozed_until, c.priority, c.due_at, m.text, m.created_at as said_at,
       array(select text from messages where shop_id = $1 and ${said} and position <= m.position
         order by position desc limit 3) as words,
       (select v.locale from visitors v where v.shop_id = $1 and v.contact_id = c.contact_id
        order by v.seen_at desc limit 1) as locale,
       (select json_build_array(o.data->>'status', o.data->>'financialStatus', o.data->>'fulfillmentStatus') from (
          select data from orders where shop_id = $1 and contact_id = c.contact_id
          order by updated_at desc limit 10) o
        order by coalesce(o.data->>'createdAt', o.data->>'processedAt', '') desc limit 1) as order_states
     from conversations c
     left join lateral (
       select text, position, created_at from messages where shop_id = $1 and ${said} ${isAt}
       order by position ${direction} limit 1) m on true
     where c.shop_id = $1 and ${where} order by c.active_key desc, c.id desc`,
    params,
    planned,
  )
}
