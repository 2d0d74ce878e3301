import type { Queries } from '#database/database.ts'
import type { VisitorContact } from '#storage/contacts/contact-changes.ts'
import { LOCKED, type LockedConversation } from '#storage/conversations/conversations.ts'
import type { LiveConversationRow } from '#storage/conversations/live.ts'

export type Assignee = Pick<LiveConversationRow, 'memberName' | 'memberAvatarUrl'>

/** What nearly every message of a visitor has to know, read at once. */
export interface MessageContext {
  settings: object
  /** The visitor's contact, once they have one. */
  contact: VisitorContact | null
  /** Their newest conversation in the widget, unless the session was reset since. */
  currentId: string | null
  /** The current conversation, locked, if it was to be; null also if it was deleted concurrently. */
  current: LockedConversation | null
  /** The member who has that. */
  assignee: Assignee | null
  /** The message that was sent before under the same `clientId`, by any sender. */
  sent: { id: string; conversationId: string } | null
}

/**
 * Nothing where the store is gone. To be asked for after the visitor and their contact were locked: tabs that write at
 * once then see each other's conversation. `locks`: whether the current conversation is locked, too, in the same statement.
 */
export async function readMessageContext(
  tx: Queries,
  tokenHash: string,
  { clientId, locks }: { clientId: string; locks: boolean },
): Promise<MessageContext | undefined> {
  const [row] = await tx.query<MessageContext & { id: string | null }>(
    `with current as (
       select t.id from conversations t
       where t.shop_id = $1 and t.contact_id = (select contact_id from visitors where shop_id = $1 and token_hash = $2)
         and t.channel = 'online_store' and not t.is_playground and t.merged_into is null
         and t.created_at > coalesce((select reset_at from visitors where shop_id = $1 and token_hash = $2), '-infinity')
       order by t.active_key desc, t.id desc limit 1),
       locked as (select ${LOCKED} from conversations where shop_id = $1 and id = (select id from current) and $4 for update)
     select s.settings, (select id from current) as current_id,
       (select json_build_object('id', c.id, 'platformId', c.platform_id, 'type', c.type, 'name', c.name,
          'firstName', c.first_name, 'lastName', c.last_name, 'email', c.email, 'phone', c.phone,
          'customAttributes', c.custom_attributes, 'isRedacted', c.is_redacted, 'isBlocked', c.is_blocked)
        from contacts c where c.shop_id = $1 and c.id = v.contact_id) as contact,
       (select json_build_object('id', m.id, 'conversationId', m.conversation_id)
        from messages m where m.shop_id = $1 and m.client_id = $3) as sent,
       (select json_build_object('memberName', m.full_name, 'memberAvatarUrl', m.avatar_url)
        from members m where m.shop_id = $1 and m.id = locked.member_id) as assignee, locked.*
     from visitors v join shops s on s.shop_id = $1 left join locked on true
     where v.shop_id = $1 and v.token_hash = $2`,
    [tokenHash, clientId, locks],
  )
  if (!row) return undefined
  const { settings, contact, currentId, assignee, sent, ...locked } = row
  const current = locked.id === null ? null : ({ ...locked, settings } as unknown as LockedConversation)
  return { settings, contact, currentId, assignee, sent, current }
}
