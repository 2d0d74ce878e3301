import type { Queries } from '#database/database.ts'
import { memberOf, UNSEEN, type VisibleConversationRow } from '#storage/conversations/live.ts'
import { IS_INSTALLED } from './visitors.ts'

/** Whose standing is asked for: a browser by its token's hash or by its id, and the conversation that it shows. */
export interface VisitorSnapshotKey {
  tokenHash: string | null
  visitorId: string | null
  conversationId: string | null
}

/** A browser whose token counts, what is known of who uses it, and the conversation that is shown there. */
export interface VisitorSnapshotRow {
  id: string
  contactId: string | null
  sessionId: string
  isIdentified: boolean
  email: string | null
  name: string | null
  phone: string | null
  attributes: Record<string, string>
  contactAttributes: Record<string, string> | null
  isBlocked: boolean
  conversation: VisibleConversationRow | null
  /** Messages that the customer has not seen, up to the limit. */
  unseen: number
}

/**
 * State of browsers, in one statement for all of them, in their order; undefined for those whose token is not valid. The
 * conversation is the one that is named, if it is theirs, otherwise the one that their next message goes to.
 */
export async function listVisitorSnapshots(
  shop: Queries,
  keys: readonly VisitorSnapshotKey[],
  unseenLimit: number,
): Promise<(VisitorSnapshotRow | undefined)[]> {
  const rows = await shop.query<Read>(
    `select a.i::int, v.id as visitor_id, v.contact_id, v.session_id, v.external_id is not null as is_identified,
       coalesce(k.email, v.email) as email, coalesce(k.name, v.name) as name, coalesce(k.phone, v.phone) as phone,
       v.attributes, k.custom_attributes as contact_attributes, coalesce(k.is_blocked, false) as is_blocked,
       c.id, c.status, c.is_chat_bot, c.is_read, c.is_customer_read, c.agent_position::float8, c.customer_position::float8,
       c.last_position::float8 as revision, c.created_at, c.last_active, m.full_name as member_name, m.avatar_url as member_avatar_url,
       case when c.is_customer_read then 0 else (select count(*)::int from (
         select from messages g where g.shop_id = $1 and g.conversation_id = c.id and g.position > c.customer_position
           and ${UNSEEN} limit $5) g) end as unseen
     from unnest((select $2::text[]), (select $3::text[]), (select $4::text[])) with ordinality as a (token_hash, visitor_id, conversation_id, i)
     cross join lateral (
       select * from visitors where shop_id = $1 and token_hash = a.token_hash
       union all select * from visitors where shop_id = $1 and id = a.visitor_id) v
     left join lateral (select * from contacts where shop_id = $1 and id = v.contact_id limit 1) k on true
     cross join lateral (select coalesce(
       (select id from conversations
        where shop_id = $1 and id = a.conversation_id and contact_id = v.contact_id and not is_playground),
       (select id from conversations
        where shop_id = $1 and contact_id = v.contact_id and channel = 'online_store' and not is_playground
          and merged_into is null and created_at > coalesce(v.reset_at, '-infinity')
        order by active_key desc, id desc limit 1)) as id offset 0) shown
     left join lateral (
       select id, status, is_chat_bot, is_read, is_customer_read, agent_position, customer_position, last_position, member_id,
         created_at, last_active
       from conversations where shop_id = $1 and id = shown.id limit 1) c on true
     ${memberOf('c')}
     where v.ended_at is null and ${IS_INSTALLED}`,
    [
      keys.map(({ tokenHash }) => tokenHash),
      keys.map(({ visitorId }) => visitorId),
      keys.map(({ conversationId }) => conversationId),
      unseenLimit,
    ],
  )
  const found: (VisitorSnapshotRow | undefined)[] = keys.map(() => undefined)
  for (const { i, visitorId, ...row } of rows) {
    found[i - 1] = { ...row, id: visitorId, conversation: row.id === null ? null : (row as VisibleConversationRow) }
  }
  return found
}

/** The conversation's columns stand beside the visitor's; all of them are null where there is none. */
type Read = Omit<VisitorSnapshotRow, 'id' | 'conversation'> &
  Omit<VisibleConversationRow, 'id'> & { i: number; visitorId: string; id: string | null }
