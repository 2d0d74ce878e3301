import type { Queries } from '#database/database.ts'
import type { VisitorContact } from '#storage/contacts/contact-changes.ts'

/** What nearly every message of a visitor has to know, read at once. */
export interface MessageContext {
  settings: object
  /** The visitor's contact, once they have one. */
  contact: VisitorContact | null
  /** Their newest conversation in the widget, unless the session was reset since. */
  current: { id: string; status: 'open' | 'resolved' } | null
  /** The message that was sent before under the same `clientId`, whoever sent it. */
  sent: { id: string; conversationId: string } | null
}

/** Nothing where the store is gone. To be asked for after the visitor was locked: tabs that write at once then see each other's conversation. */
export async function readMessageContext(
  tx: Queries,
  visitorId: string,
  clientId: string,
): Promise<MessageContext | undefined> {
  const [row] = await tx.query<MessageContext>(
    `select s.settings,
       (select json_build_object('id', c.id, 'platformId', c.platform_id, 'type', c.type, 'name', c.name,
          'firstName', c.first_name, 'lastName', c.last_name, 'email', c.email, 'phone', c.phone,
          'customAttributes', c.custom_attributes, 'isRedacted', c.is_redacted, 'isBlocked', c.is_blocked)
        from contacts c where c.shop_id = $1 and c.id = v.contact_id) as contact,
       (select json_build_object('id', t.id, 'status', t.status)
        from conversations t
        where t.shop_id = $1 and t.contact_id = v.contact_id and t.channel = 'online_store' and not t.is_playground
          and t.merged_into is null and (v.reset_at is null or t.created_at > v.reset_at)
        order by t.active_key desc, t.id desc limit 1) as current,
       (select json_build_object('id', m.id, 'conversationId', m.conversation_id)
        from messages m where m.shop_id = $1 and m.client_id = $3) as sent
     from visitors v join shops s on s.shop_id = $1
     where v.shop_id = $1 and v.id = $2`,
    [visitorId, clientId],
  )
  return row
}
