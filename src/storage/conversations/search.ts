import type { Queries } from '#database/database.ts'

export interface FoundPerson {
  id: string
  type: string
  name: string | null
  email: string | null
  lastChatAt: Date | null
}

/** The last letter there is: what begins with a text lies between it and it with this behind. */
const LAST = '\u{10ffff}'

/** Contacts whose name, rest of the name or address begins with a text in lower case. */
export function searchPeople(shop: Queries, start: string, limit: number): Promise<FoundPerson[]> {
  const range = (column: string) =>
    `(select id from contacts where shop_id = $1 and ${column} >= $2 and ${column} < $3 limit $4)`
  return shop.query<FoundPerson>(
    `select id, type, coalesce(name, first_name || ' ' || last_name, first_name, last_name) as name, email, last_chat_at
     from contacts
     where shop_id = $1 and id in (${['name_key', 'name_rest_key', 'email_key'].map(range).join(' union ')})
     order by last_chat_at desc nulls last, id limit $4`,
    [start, start + LAST, limit],
  )
}

/** The contact of an order, by its number. */
export async function findContactOfOrder(shop: Queries, number: string): Promise<FoundPerson | undefined> {
  const [row] = await shop.query<FoundPerson>(
    `select c.id, c.type, coalesce(c.name, c.first_name || ' ' || c.last_name, c.first_name, c.last_name) as name, c.email, c.last_chat_at
     from orders o join contacts c on c.shop_id = o.shop_id and c.id = o.contact_id
     where o.shop_id = $1 and o.id = $2`,
    [number],
  )
  return row
}

export interface FoundMessage {
  messageId: string
  text: string
  senderName: string
  isNote: boolean
  createdAt: Date
  /** The conversation's record, as JSON. */
  conversation: string
}

/** Newest messages holding a text, in the newest part of the conversations that were active last. */
export function searchRecentMessages(
  shop: Queries,
  text: string,
  bounds: { conversations: number; messagesOfEach: number; limit: number },
): Promise<FoundMessage[]> {
  return shop.query<FoundMessage>(
    `select g.id as message_id, g.text, g.sender_name, g.is_note, g.created_at, c.wire as conversation
     from (select id, wire from conversations
           where shop_id = $1 and datastore = 'postgresql' and not is_playground
           order by active_key desc, id desc limit $3) c
     cross join lateral (
       select m.id, m.text, m.sender_name, m.is_note, m.created_at from messages m
       where m.shop_id = $1 and m.conversation_id = c.id and not m.is_deleted
       order by m.position desc limit $4) g
     where g.text ilike $2
     order by g.created_at desc limit $5`,
    [`%${text.replace(/[\\%_]/g, '\\$&')}%`, bounds.conversations, bounds.messagesOfEach, bounds.limit],
  )
}
