import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Param, Queries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '../conversation-access.ts'
import { LISTED, NOT_SPAM } from '../listed-conversations.ts'

export interface FoundPerson {
  id: string
  type: string
  name: string | null
  email: string | null
  lastChatAt: Date | null
}

const PERSON = `id, type, coalesce(name, first_name || ' ' || last_name, first_name, last_name) as name, email, last_chat_at`

/** The last letter there is: what begins with a text lies between it and it with this behind. */
const LAST = '\u{10ffff}'

/** Contacts whose name, rest of the name or address begins with a text in lower case. */
export function searchPeople(shop: Queries, start: string, limit: number): Promise<FoundPerson[]> {
  const range = (column: string) =>
    `(select coalesce(merged_into, id) as id from contacts where shop_id = $1 and ${column} >= $2 and ${column} < $3 limit $4)`
  return shop.query<FoundPerson>(
    `select ${PERSON} from contacts
     where shop_id = $1 and id in (${['name_key', 'name_rest_key', 'email_key'].map(range).join(' union ')})
     order by last_chat_at desc nulls last, id limit $4`,
    [start, start + LAST, limit],
    'by value',
  )
}

/** People of an order, by its number in either case: the contact that it names, and those with its address. */
export function findContactsOfOrder(shop: Queries, number: string, limit: number): Promise<FoundPerson[]> {
  return shop.query<FoundPerson>(
    `with o as materialized (
       select contact_id, email_key from orders where shop_id = $1 and number_key = lower($2) limit $3)
     select ${PERSON} from contacts
     where shop_id = $1 and id in (
       select contact_id from o where contact_id is not null
       union
       select c.id from o cross join lateral (
         select coalesce(merged_into, id) as id from contacts where shop_id = $1 and email_key = o.email_key
         order by contacts.id limit $3) c)
     order by last_chat_at desc nulls last, id limit $3`,
    [number, limit],
    'by value',
  )
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
  access: ConversationAccess,
  bounds: { conversations: number; messagesOfEach: number; limit: number },
): Promise<FoundMessage[]> {
  const params: Param[] = [holding(text), bounds.conversations, bounds.messagesOfEach, bounds.limit]
  return shop.query<FoundMessage>(
    `select g.id as message_id, g.text, g.sender_name, g.is_note, g.created_at, c.rendered_json as conversation
     from (select id, rendered_json from conversations
           where shop_id = $1 and ${LISTED} and ${NOT_SPAM}${andMaySee(access, params)}
           order by active_key desc, id desc limit $3) c
     cross join lateral (
       select m.id, m.text, m.sender_name, m.is_note, m.created_at from messages m
       where m.shop_id = $1 and m.conversation_id = c.id and not m.is_deleted
       order by m.position desc limit $4) g
     where g.text ilike $2
     order by g.created_at desc limit $5`,
    params,
    'by value',
  )
}

/** A pattern that any text with these words in it is like. */
const holding = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Position in a search through all messages: the activity (null sorts last) and id of a conversation. */
export interface SearchPlace {
  lastActive: Date | null
  id: string
}
const PLACE = ['time', 'string'] as const

/** The position of a cursor; null if it is not one of ours. */
export function readSearchCursor(cursor: string): SearchPlace | null {
  const [time, id] = decodeCursor(cursor, PLACE) ?? []
  if (typeof id !== 'string') return null
  return { lastActive: typeof time === 'number' ? new Date(time) : null, id }
}
export const searchCursor = ({ lastActive, id }: SearchPlace) => encodeCursor([lastActive?.getTime() ?? null, id])

/**
 * One step of a look through all messages, from the conversations that were active last: as many conversations as have
 * some `messages` together. Answers what holds the text, newest first, and where the next step begins; null at the end.
 */
export async function searchMessagesFrom(
  shop: Queries,
  text: string,
  access: ConversationAccess,
  after: SearchPlace | null,
  bounds: { conversations: number; messages: number; limit: number },
): Promise<{ found: FoundMessage[]; next: SearchPlace | null }> {
  const rows = await listStep(shop, access, after, bounds)
  const last = rows.at(-1)
  if (!last) return { found: [], next: null }
  const found = await shop.query<FoundMessage>(
    `select g.id as message_id, g.text, g.sender_name, g.is_note, g.created_at, c.rendered_json as conversation
     from unnest($2::text[]) as s (id)
     cross join lateral (
       select m.id, m.text, m.sender_name, m.is_note, m.created_at from messages m
       where m.shop_id = $1 and m.conversation_id = s.id and not m.is_deleted and m.text ilike $3
       order by m.position desc limit $4) g
     join conversations c on c.shop_id = $1 and c.id = s.id
     order by g.created_at desc limit $4`,
    [rows.map(({ id }) => id), holding(text), bounds.limit],
    'by value',
  )
  return { found, next: last.isLast ? null : last }
}

/** The conversations of one step: each that begins before the step has its messages. */
function listStep(
  shop: Queries,
  access: ConversationAccess,
  after: SearchPlace | null,
  bounds: { conversations: number; messages: number },
): Promise<(SearchPlace & { isLast: boolean })[]> {
  const params: Param[] = [bounds.conversations, bounds.messages]
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const key = after?.lastActive ? `${$(after.lastActive)}::timestamptz` : "'-infinity'::timestamptz"
  return shop.query(
    `select id, last_active, is_last from (
       select id, last_active, row_number() over w = count(*) over () and count(*) over () < $2 as is_last,
         sum(messages) over w - messages as before
       from (
         select id, last_active, active_key, greatest(coalesce(message_count, 0), 1) as messages from conversations
         where shop_id = $1 and ${LISTED} and ${NOT_SPAM}${andMaySee(access, params)}
           ${after ? `and (active_key, id) < (${key}, ${$(after.id)})` : ''}
         order by active_key desc, id desc limit $2) listed
       window w as (order by active_key desc, id desc)) counted
     where before < $3 order by before`,
    params,
    'by value',
  )
}
