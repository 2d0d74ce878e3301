import type { Param, Queries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '#storage/conversation-access.ts'
import { LISTED, NOT_SPAM } from '../listed-conversations.ts'

/** What was written to or about a customer. */
export interface CustomerLine {
  id: string
  conversationId: string
  senderName: string
  isNote: boolean
  text: string
  createdAt: Date
}

/**
 * The newest messages and internal notes of a conversation and of its contact's other ones that are seen, newest first; spam and what
 * was deleted are left out.
 */
export function listCustomerMessages(
  shop: Queries,
  of: { conversationId: string; contactId: string | null },
  access: ConversationAccess,
  bounds: { conversations: number; messagesOfEach: number; characters: number },
): Promise<CustomerLine[]> {
  const params: Param[] = [of.conversationId, of.contactId, bounds.conversations, bounds.messagesOfEach]
  params.push(bounds.characters)
  return shop.query(
    `select m.* from (
       (select id from conversations
        where shop_id = $1 and contact_id = $3 and ${LISTED} and ${NOT_SPAM}${andMaySee(access, params)}
        order by active_key desc, id desc limit $4)
       union select id from conversations where shop_id = $1 and id = $2) c
     cross join lateral (
       select id, conversation_id, sender_name, is_note, left(text, $6) as text, created_at from messages
       where shop_id = $1 and conversation_id = c.id and not is_deleted and sender_type <> 'system' and text <> ''
       order by position desc limit $5) m
     order by m.created_at desc, m.id`,
    params,
    'by value',
  )
}
