import type { Queries } from '#database/database.ts'
import type { SenderType } from '#storage/conversations/columns.ts'

/** A message that the customer can see, or a transfer line. */
export interface SpokenRow {
  position: number
  senderType: SenderType
  isTransfer: boolean
  /** Whether it says what became of an action: then it answers nothing that was asked meanwhile. */
  isOutcome: boolean
  text: string
}

/** What the AI agent has to know of a conversation. */
export interface TurnContext {
  conversationId: string
  settings: object
  isInstalled: boolean
  channel: string
  isChatBot: boolean
  isPlayground: boolean
  /** The store or an integration keeps this customer out, or their data was deleted. */
  isClosed: boolean
  /** Whether the AI agent has said something in it before. */
  hasSpoken: boolean
  /** The shop's own address of this customer, where they proved to be that with what they wrote last; null for any other. */
  provenEmail: string | null
  /** Locale of the most recent browser. */
  locale: string | null
  contactId: string | null
  /** The customer's browser that was seen last, and its IP address; null on other channels than the chat. */
  visitorId: string | null
  visitorIp: string | null
  /** What it has said since a person last answered, or it got the conversation. */
  botLines: number
  /** The newest ones, oldest first. */
  spoken: SpokenRow[]
}

const IS_OUTCOME = (messages: string) =>
  `(exists (select 1 from order_approvals a where a.shop_id = $1 and a.conversation_id = ${messages}.conversation_id
     and a.told_position = ${messages}.position)
    or exists (select 1 from custom_action_runs r where r.shop_id = $1 and r.conversation_id = ${messages}.conversation_id
     and r.told_position = ${messages}.position))`

const SEEN = (messages: string) => `not ${messages}.is_note and not ${messages}.is_deleted`

/** Everything about a conversation that a turn needs, in one statement; undefined where it was deleted. */
export async function readTurnContext(
  shop: Queries,
  conversationId: string,
  limit: number,
): Promise<TurnContext | undefined> {
  const [row] = await shop.query<TurnContext>(
    `select c.id as conversation_id, s.settings, s.uninstalled_at is null as is_installed, c.channel, c.is_chat_bot, c.is_playground,
       c.is_block or c.is_redacted or coalesce(p.is_blocked or p.is_redacted, false) as is_closed,
       exists (select 1 from messages b where b.shop_id = $1 and b.conversation_id = c.id and b.is_bot and not b.is_note)
         as has_spoken,
       (select count(*)::int from messages b
        where b.shop_id = $1 and b.conversation_id = c.id and b.sender_type = 'bot' and ${SEEN('b')} and b.position > coalesce(
          (select h.position from messages h
           where h.shop_id = $1 and h.conversation_id = c.id and ${SEEN('h')} and (h.is_transfer or h.sender_type = 'agent')
           order by h.position desc limit 1), 0)) as bot_lines,
       case when p.platform_id is not null and p.email_claimed_at is null and exists (
         select 1 from ai_turns t where t.shop_id = $1 and t.conversation_id = c.id and t.kind = 'reply' and t.is_verified)
         then p.email end as proven_email,
       v.locale, c.contact_id, case when c.channel = 'online_store' then v.id end as visitor_id,
       case when c.channel = 'online_store' then v.ip_address end as visitor_ip,
       (select coalesce(json_agg(json_build_object('position', m.position, 'senderType', m.sender_type,
          'isTransfer', m.is_transfer, 'text', m.text, 'isOutcome', ${IS_OUTCOME('m')}) order by m.position), '[]')
        from (select conversation_id, position, sender_type, is_transfer, text from messages
              where shop_id = $1 and conversation_id = c.id and not is_note and not is_deleted
              order by position desc limit $3) m) as spoken
     from conversations c
     join shops s on s.shop_id = $1
     left join contacts p on p.shop_id = $1 and p.id = c.contact_id
     left join lateral (select id, locale, ip_address from visitors where shop_id = $1 and contact_id = c.contact_id
       order by seen_at desc limit 1) v on true
     where c.shop_id = $1 and c.id = $2`,
    [conversationId, limit],
  )
  return row
}

/** Whether something that the customer sees, or a transfer, came after a position; but for the outcome of an action. */
export async function hasNewerMessage(tx: Queries, conversationId: string, position: string): Promise<boolean> {
  const rows = await tx.query(
    `select position from messages
     where shop_id = $1 and conversation_id = $2 and position > $3 and not is_note and not ${IS_OUTCOME('messages')} limit 1`,
    [conversationId, position],
  )
  return rows.length > 0
}

/** When a message was written; undefined where it is gone. */
export async function findMessageTime(
  shop: Queries,
  conversationId: string,
  position: string,
): Promise<Date | undefined> {
  const [row] = await shop.query<{ createdAt: Date }>(
    'select created_at from messages where shop_id = $1 and conversation_id = $2 and position = $3',
    [conversationId, position],
  )
  return row?.createdAt
}

/** Notes what a customer's message is about. */
export async function setTopic(tx: Queries, conversationId: string, position: string, topic: string): Promise<void> {
  await tx.query(
    `update messages set topic = $4
     where shop_id = $1 and conversation_id = $2 and position = $3 and sender_type = 'customer'`,
    [conversationId, position, topic],
  )
}

/** A message as a summary reads it. */
export interface StoryLine {
  senderType: SenderType
  senderName: string
  text: string
  topic: string | null
  createdAt: string
  /** Titles of the articles that it rests on. */
  articles: string[]
}

const SAID = `select position from messages
  where shop_id = $1 and conversation_id = $2 and not is_note and not is_deleted and not is_transfer`

/** What the customer can see of a conversation: its first half of `limit` messages, and its last. Undefined where it was deleted. */
export async function readStory(
  shop: Queries,
  conversationId: string,
  limit: number,
): Promise<{ isRedacted: boolean; lines: StoryLine[] } | undefined> {
  const [row] = await shop.query<{ isRedacted: boolean; lines: StoryLine[] }>(
    `select c.is_redacted,
       (select coalesce(json_agg(json_build_object('senderType', m.sender_type, 'senderName', m.sender_name,
          'text', m.text, 'topic', m.topic, 'createdAt', m.created_at, 'articles',
          (select coalesce(json_agg(f->>'question') filter (where f->>'question' is not null), '[]')
           from json_array_elements(m.chatbot_faqs) f)) order by m.position), '[]')
        from messages m
        where m.shop_id = $1 and m.conversation_id = c.id and m.position = any (array(
          (${SAID} order by position limit $3) union (${SAID} order by position desc limit $3)))) as lines
     from conversations c where c.shop_id = $1 and c.id = $2`,
    [conversationId, Math.ceil(limit / 2)],
  )
  return row
}
