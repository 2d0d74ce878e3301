import type { Param, Queries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '#storage/conversation-access.ts'

/** Orders that were placed after replies (migrations/0040). */

/** Orders of one currency that are counted for one member, the AI agent, or one campaign. */
export interface SalesRow {
  kind: 'total' | 'member' | 'ai' | 'campaign'
  /** A member's id, or a campaign's key; empty for the others. */
  key: string
  currencyCode: string
  orders: number
  /** A decimal. */
  amount: string
}

export interface SalesRequest {
  from: Date
  to: Date
  /** How long after a reply an order counts. */
  withinMs: number
}

/** How many orders were placed in a span; `most` and more are `most`. */
export async function countOrders(
  shop: Queries,
  { from, to }: Pick<SalesRequest, 'from' | 'to'>,
  most: number,
): Promise<number> {
  const [row] = await shop.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from orders where shop_id = $1 and placed_at >= $2 and placed_at < $3 limit $4) x`,
    [from.toISOString(), to.toISOString(), most],
    'by value',
  )
  return row?.count ?? 0
}

/**
 * Orders of a span that were placed after a reply to their customer, each once: for the last reply before it. The customer is
 * the order's contact, or who has its address.
 */
export function readSales(
  shop: Queries,
  access: ConversationAccess,
  { from, to, withinMs }: SalesRequest,
): Promise<SalesRow[]> {
  const params: Param[] = [from.toISOString(), to.toISOString(), `${withinMs} milliseconds`]
  const part = (kind: string, key: string, rest: string) =>
    `select '${kind}' as kind, ${key} as key, s.currency_code, count(*)::int as orders, sum(s.amount)::text as amount
     from s ${rest} group by 2, 3`
  return shop.query<SalesRow>(
    `with o as materialized (
       select id, placed_at::timestamptz as placed_at, contact_id, email_key,
         (data->'total'->>'amount')::numeric as amount, data->'total'->>'currencyCode' as currency_code
       from orders where shop_id = $1 and placed_at >= $2 and placed_at < $3
         and data->>'cancelledAt' is null and data->>'status' is distinct from 'cancelled'),
     p as (
       select o.id, o.placed_at, o.amount, o.currency_code, coalesce(k.merged_into, k.id) as contact_id
       from o join contacts k on k.shop_id = $1 and k.id = o.contact_id
       union
       select o.id, o.placed_at, o.amount, o.currency_code, k.id
       from o join contacts k on k.shop_id = $1 and k.email_key = o.email_key and k.merged_into is null),
     s as materialized (
       select distinct on (p.id) p.id, p.amount, p.currency_code, m.sender_type, m.member_id, c.campaign_key
       from p
       join conversations c on c.shop_id = $1 and c.contact_id = p.contact_id and not c.is_playground and c.status_before_spam is null
         and c.active_key >= p.placed_at - $4::interval
       cross join lateral (
         select g.sender_type, g.member_id, g.created_at from messages g
         where g.shop_id = $1 and g.conversation_id = c.id and g.sender_type in ('agent', 'bot') and not g.is_note
           and not g.is_deleted and not g.is_transfer and g.created_at <= p.placed_at
           and g.created_at >= p.placed_at - $4::interval
         order by g.position desc limit 1) m
       where true${andMaySee(access, params, 'c')}
       order by p.id, m.created_at desc)
     ${part('total', "''", '')}
     union all ${part('member', 's.member_id', "where s.sender_type = 'agent' and s.member_id is not null")}
     union all ${part('ai', "''", "where s.sender_type = 'bot'")}
     union all ${part('campaign', 's.campaign_key', 'where s.campaign_key is not null')}`,
    params,
    'by value',
  )
}

export async function findSalesReportSwitch(shop: Queries): Promise<boolean> {
  const [row] = await shop.query<{ salesReport: boolean }>('select sales_report from shops where shop_id = $1')
  return row?.salesReport ?? false
}
