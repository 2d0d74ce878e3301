import type { Param } from '#database/database.ts'

/** The conditions of segments as SQL. */

export interface SegmentConditionRow {
  about: string
  /** Holds where what is asked is not so. */
  not: boolean
  values?: string[]
  atLeast?: number
  atMost?: number
  days?: number
}

const RANGE = `between coalesce(c."atLeast", '-infinity') and coalesce(c."atMost", 'infinity')`
/** What is asked of the contact `k`; never null. What is not known of a contact counts as none. */
const ASKED = (now: string) => ({
  orders: `coalesce(k.orders_count, 0) ${RANGE}`,
  spent: `coalesce(k.total_spent, 0) ${RANGE}`,
  type: 'k.type = any(c."values")',
  wrote: `coalesce(k.last_chat_at >= ${now}::timestamptz - c.days * interval '1 day', false)`,
  created: `k.created_at >= ${now}::timestamptz - c.days * interval '1 day'`,
  email: "coalesce(k.email_key <> '', false)",
  domain: `coalesce(split_part(k.email_key, '@', 2) = any(c."values"), false)`,
  phone: "coalesce(k.phone <> '', false)",
  country: 'coalesce(upper(k.country_code) = any(c."values"), false)',
  channel: 'k.channels && c."values"',
  tag: 'coalesce(k.tags && c."values", false)',
  blocked: 'k.is_blocked',
})

/**
 * Whether the contact `k` is in a segment: none of its conditions fails. `conditions` is jsonb, as the table has it or as a
 * parameter, so that all segments share one statement, which each connection keeps (docs/decisions/0084).
 */
export function isIn(conditions: string, now: string): string {
  const asked = Object.entries(ASKED(now)).map(([about, sql]) => `when '${about}' then ${sql}`)
  return `k.merged_into is null and not k.is_redacted and not exists (
    select 1 from jsonb_to_recordset(${conditions}) as c (
      about text, "not" boolean, "values" text[], "atLeast" double precision, "atMost" double precision, days integer)
    where (case c.about ${asked.join(' ')} end) is not distinct from c."not")`
}

/** A segment that a list of conversations is narrowed to. */
export interface SegmentFilter {
  conditions: SegmentConditionRow[]
  now: Date
  /** How many of the conversations that come next are looked at for a page. */
  scanned: number
}

/** Whether the contact of a conversation is in a segment: looked up by its id. */
export function inSegment({ conditions, now }: SegmentFilter, $: (value: Param) => string): string {
  return `exists (select 1 from contacts k where k.shop_id = $1 and k.id = contact_id
    and ${isIn(`${$(conditions)}::jsonb`, $(now))})`
}
