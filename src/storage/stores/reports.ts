import type { Param, Queries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '#storage/conversation-access.ts'
import { LISTED as ALL_LISTED, NOT_SPAM } from '../listed-conversations.ts'

/** Conversations that members' lists hold, which are those that are counted. */
const LISTED = `${ALL_LISTED} and ${NOT_SPAM}`

/** The rating of a conversation, 1 to 5, which is one of its attributes (docs/decisions/0049); otherwise null. */
const ratingOf = (conversation: string) =>
  `(select case when a.value in ('1', '2', '3', '4', '5') then a.value::int end from conversation_attributes a
    where a.shop_id = $1 and a.conversation_id = ${conversation}.id and a.name = 'Rating')`

export interface ReportRow {
  kind: 'total' | 'day' | 'hour' | 'channel' | 'member' | 'tag' | 'topic' | 'rating'
  /**
   * A day as 2026-01-31, an hour of the week as 1-14 (Monday, from 14:00), a channel, a member's id, a tag, a topic, a
   * rating of 1 to 5; null for what has none.
   */
  key: string | null
  conversations: number
  messages: number
  replied: number
  /** Milliseconds from the beginning to a member's first reply; from the customer's first message where the team wrote first. */
  replyMedian: number | null
  replyP90: number | null
  resolved: number
  /** Milliseconds from the beginning to the latest resolving, of those of which it is known. */
  resolveMedian: number | null
  /** Conversations that the AI agent took part in, and of these those without a member's reply. */
  aiTookPart: number
  aiAlone: number
  rated: number
  /** 1 to 5. */
  ratingAverage: number | null
}

const FIGURES = `count(*)::int as conversations, coalesce(sum(c.message_count), 0)::int as messages,
  count(c.reply)::int as replied,
  percentile_cont(0.5) within group (order by c.reply) as reply_median,
  percentile_cont(0.9) within group (order by c.reply) as reply_p90,
  (count(*) filter (where c.status = 'resolved'))::int as resolved,
  percentile_cont(0.5) within group (order by c.resolve) as resolve_median,
  (count(*) filter (where c.has_chat_bot))::int as ai_took_part,
  (count(*) filter (where c.has_chat_bot and c.reply is null))::int as ai_alone,
  count(c.rating)::int as rated, avg(c.rating)::double precision as rating_average`

/** How many conversations began in a span; `most` and more are `most`. */
export async function countBegun(shop: Queries, from: Date, to: Date, most: number): Promise<number> {
  const [row] = await shop.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from conversations
       where shop_id = $1 and created_at >= $2 and created_at < $3 and ${LISTED}
       limit $4) x`,
    [from, to, most],
    'by value',
  )
  return row?.count ?? 0
}

/** Number of conversations that were resolved since a time. */
export async function countResolved(shop: Queries, since: Date, most: number): Promise<number> {
  const [row] = await shop.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from conversations where shop_id = $1 and resolved_at >= $2 and ${LISTED} limit $3) x`,
    [since, most],
    'by value',
  )
  return row?.count ?? 0
}

/** Figures of the conversations that began in a span and are seen, in all and by what a row's `kind` says. */
export function readReport(
  shop: Queries,
  access: ConversationAccess,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
): Promise<ReportRow[]> {
  const params: Param[] = [from, to, timeZone]
  const part = (kind: string, key: string, rest: string) =>
    `select '${kind}' as kind, ${key} as key, ${FIGURES} from c ${rest}`
  return shop.query<ReportRow>(
    `with c as materialized (
       select v.id, v.channel, v.tags, v.message_count, v.has_chat_bot, v.status, r.member_id, ${ratingOf('v')} as rating,
         to_char(v.created_at at time zone $4, 'YYYY-MM-DD') as day,
         to_char(v.created_at at time zone $4, 'ID-HH24') as hour,
         extract(epoch from r.created_at - case when k.is_answer then k.created_at else v.created_at end) * 1000 as reply,
         case when v.status = 'resolved' then extract(epoch from v.resolved_at - v.created_at) * 1000 end as resolve
       from conversations v
       left join lateral (
         select m.position, m.created_at, exists (
           select 1 from messages o where o.shop_id = $1 and o.conversation_id = v.id and o.position < m.position
             and o.sender_type = 'agent' and not o.is_note) as is_answer
         from messages m where m.shop_id = $1 and m.conversation_id = v.id and m.sender_type = 'customer'
         order by m.position limit 1) k on true
       left join lateral (
         select m.member_id, m.created_at from messages m
         where m.shop_id = $1 and m.conversation_id = v.id and m.position > k.position and m.sender_type = 'agent' and not m.is_note
         order by m.position limit 1) r on true
       where v.shop_id = $1 and v.created_at >= $2 and v.created_at < $3
         and ${LISTED}${andMaySee(access, params, 'v')})
     ${part('total', 'null::text', '')}
     union all ${part('day', 'c.day', 'group by c.day')}
     union all ${part('hour', 'c.hour', 'group by c.hour')}
     union all ${part('channel', 'c.channel', 'group by c.channel')}
     union all ${part('member', 'c.member_id', 'where c.reply is not null group by c.member_id')}
     union all ${part('tag', 't.tag', 'cross join lateral unnest(c.tags) t (tag) group by t.tag')}
     union all ${part('rating', 'c.rating::text', 'where c.rating is not null group by c.rating')}
     union all ${part(
       'topic',
       't.topic',
       `cross join lateral (
          select distinct d.topic from ai_decisions d where d.shop_id = $1 and d.conversation_id = c.id) t
        where t.topic is not null group by t.topic`,
     )}`,
    params,
    'by value',
  )
}

export interface BacklogRow {
  /** As 2026-01-31, by the time zone. */
  day: string
  /** Conversations that are open, or whose time of resolving is known. */
  began: number
  resolved: number
}

/** How many are open now, and what began and was resolved on each day since a time: what was open on each follows. */
export async function readBacklog(
  shop: Queries,
  access: ConversationAccess,
  since: Date,
  timeZone: string,
): Promise<{ openNow: number; days: BacklogRow[] }> {
  const params: Param[] = [since, timeZone]
  const seen = andMaySee(access, params)
  const ofOpen: Param[] = []
  const days = `select to_char(at at time zone $3, 'YYYY-MM-DD') as day,
      sum(began)::int as began, sum(resolved)::int as resolved from (
      select created_at as at, 1 as began, 0 as resolved from conversations
      where shop_id = $1 and created_at >= $2 and ${LISTED} and (status = 'open' or resolved_at is not null)${seen}
      union all
      select resolved_at, 0, 1 from conversations
      where shop_id = $1 and resolved_at >= $2 and ${LISTED} and status = 'resolved'${seen}) x group by 1`
  const open = `select count(*)::int as count from conversations where shop_id = $1 and ${LISTED} and status = 'open'${andMaySee(access, ofOpen)}`
  const [rows, [now]] = await Promise.all([
    shop.query<BacklogRow>(days, params, 'by value'),
    shop.query<{ count: number }>(open, ofOpen, 'by value'),
  ])
  return { openNow: now?.count ?? 0, days: rows }
}
