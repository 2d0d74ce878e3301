import type { Queries } from '#database/database.ts'

export interface ReportRow {
  kind: 'total' | 'day' | 'channel' | 'member' | 'tag'
  /** A day as 2026-01-31, a channel, a member's id, a tag; null for what had no reply. */
  key: string | null
  conversations: number
  messages: number
  replied: number
  /** Milliseconds from the beginning to a member's first reply. */
  replyMedian: number | null
  replyP90: number | null
  resolved: number
  /** Milliseconds from the beginning to the latest resolving. */
  resolveMedian: number | null
}

const FIGURES = `count(*)::int as conversations, coalesce(sum(c.message_count), 0)::int as messages,
  count(c.reply)::int as replied,
  percentile_cont(0.5) within group (order by c.reply) as reply_median,
  percentile_cont(0.9) within group (order by c.reply) as reply_p90,
  count(c.resolve)::int as resolved,
  percentile_cont(0.5) within group (order by c.resolve) as resolve_median`

/** How many conversations began in a span; `most` and more are `most`. */
export async function countBegun(shop: Queries, from: Date, to: Date, most: number): Promise<number> {
  const [row] = await shop.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from conversations
       where shop_id = $1 and created_at >= $2 and created_at < $3 and datastore = 'postgresql' and not is_playground
       limit $4) x`,
    [from, to, most],
  )
  return row?.count ?? 0
}

/** Figures of the conversations that began in a span, in all and by day, channel, replying member and tag. */
export function readReport(
  shop: Queries,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
): Promise<ReportRow[]> {
  const part = (kind: string, key: string, rest: string) =>
    `select '${kind}' as kind, ${key} as key, ${FIGURES} from c ${rest}`
  return shop.query<ReportRow>(
    `with c as materialized (
       select v.channel, v.tags, v.message_count, r.member_id,
         to_char(v.created_at at time zone $4, 'YYYY-MM-DD') as day,
         extract(epoch from r.created_at - v.created_at) * 1000 as reply,
         case when v.status = 'resolved' then extract(epoch from v.resolved_at - v.created_at) * 1000 end as resolve
       from conversations v
       left join lateral (
         select m.member_id, m.created_at from messages m
         where m.shop_id = $1 and m.conversation_id = v.id and m.sender_type = 'agent' and not m.is_note
         order by m.position limit 1) r on true
       where v.shop_id = $1 and v.created_at >= $2 and v.created_at < $3
         and v.datastore = 'postgresql' and not v.is_playground)
     ${part('total', 'null::text', '')}
     union all ${part('day', 'c.day', 'group by c.day')}
     union all ${part('channel', 'c.channel', 'group by c.channel')}
     union all ${part('member', 'c.member_id', 'where c.reply is not null group by c.member_id')}
     union all ${part('tag', 't.tag', 'cross join lateral unnest(c.tags) t (tag) group by t.tag')}`,
    [from, to, timeZone],
  )
}
