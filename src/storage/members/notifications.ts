import { insertRows } from '#database/bulk.ts'
import type { Param, Queries } from '#database/database.ts'
import { nullable, type RowOf, table, text, time } from '#database/table-schema.ts'
import { andMaySee, type ConversationAccess } from '#storage/conversation-access.ts'

export type NotificationKind = 'mention' | 'assignment' | 'return' | 'held' | 'missed' | 'approval'

const NOTIFICATION = table({
  memberId: text(),
  id: text(),
  kind: text<NotificationKind>(),
  conversationId: text(),
  messageId: nullable(text()),
  actorId: nullable(text()),
  createdAt: time(),
})
export type NewNotification = RowOf<typeof NOTIFICATION>

/** Adds notifications, of one member each, and drops what is older than each member's newest `keep`. */
export async function insertNotifications(tx: Queries, notifications: NewNotification[], keep: number): Promise<void> {
  const memberIds = notifications.map(({ memberId }) => memberId)
  await Promise.all([
    insertRows(tx, 'notifications', NOTIFICATION.types, notifications),
    tx.query(
      `delete from notifications n using unnest($2::text[]) as m (id)
       where n.shop_id = $1 and n.member_id = m.id and n.id = any (array(
         select o.id from notifications o where o.shop_id = $1 and o.member_id = m.id and o.id = any (array(
           select p.id from notifications p where p.shop_id = $1 and p.member_id = m.id order by p.id desc offset $3))
         for update skip locked))`,
      [memberIds, keep],
    ),
  ])
  for (const id of memberIds) tx.signal({ kind: 'notified', id })
}

export interface NotificationRow {
  id: string
  kind: NotificationKind
  conversationId: string
  messageId: string | null
  actorId: string | null
  createdAt: Date
  isRead: boolean
  /** The beginning of the message, unless it was deleted. */
  text: string | null
  /** Whom the conversation is with. */
  contactName: string | null
}

/** A member's notifications, newest first; of conversations that they may not see (any more), none. */
export function listNotifications(
  shop: Queries,
  memberId: string,
  access: ConversationAccess,
  { limit, textMax }: { limit: number; textMax: number },
): Promise<NotificationRow[]> {
  const params: Param[] = [memberId, limit, textMax]
  return shop.query<NotificationRow>(
    `select n.id, n.kind, n.conversation_id, n.message_id, n.actor_id, n.created_at, n.read_at is not null as is_read,
       left(g.text, $4) as text, coalesce(c.customer_name, c.customer_email) as contact_name
     from notifications n
     join conversations c on c.shop_id = $1 and c.id = n.conversation_id
     left join messages g on g.shop_id = $1 and g.conversation_id = n.conversation_id and g.id = n.message_id and not g.is_deleted
     where n.shop_id = $1 and n.member_id = $2${andMaySee(access, params, 'c')} order by n.id desc limit $3`,
    params,
  )
}

/** Marks as read: all of a member's, or those of one conversation. Answers whether there was any. */
export async function readNotifications(
  shop: Queries,
  memberId: string,
  { conversationId, now }: { conversationId: string | null; now: Date },
): Promise<boolean> {
  const rows = await shop.query(
    `update notifications set read_at = $3 where shop_id = $1 and member_id = $2 and read_at is null
     ${conversationId === null ? '' : 'and conversation_id = $4'} returning id`,
    [memberId, now, ...(conversationId === null ? [] : [conversationId])],
  )
  return rows.length > 0
}
