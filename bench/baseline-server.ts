import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

// The straightforward server: node:http, `pg` with named statements, objects and JSON.stringify. It serves the same
// four endpoints from the same tables, checks the key against memory, and has no rules, schemas, limits or fence.

const { BARE_DATABASE_URL, BARE_DIRECTORY, BARE_KEY, BARE_SHOP } = process.env

/** What the server asks of its database: `pg`'s pool, or PGlite's plain API on this very thread. */
interface Client {
  query(statement: string | { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>
  release?(): void
}

async function openBare(): Promise<{ query: Client['query']; connect(): Promise<Client> }> {
  if (BARE_DATABASE_URL)
    return new pg.Pool({ connectionString: BARE_DATABASE_URL, max: 10, idleTimeoutMillis: 0 }) as never
  const lite = await PGlite.create(BARE_DIRECTORY)
  const query: Client['query'] = (statement) =>
    typeof statement === 'string' ? lite.query(statement) : lite.query(statement.text, statement.values)
  let last: Promise<unknown> = Promise.resolve()
  return {
    query,
    // One connection: transactions take turns.
    connect() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const turn = last.then(() => ({ query, release: resolve }))
      last = promise
      return turn
    },
  }
}

const pool = await openBare()
const shop = BARE_SHOP as string

const CONVERSATION = `id, firestore_id, pg_convo_id, shop_id, session_id, contact_id, customer_name, customer_email,
  customer_type, status, is_chat_bot, has_chat_bot, is_read, is_customer_read, is_online, is_block, is_starred,
  has_first_msg, hide_pre_chat_message, member_id, channels, tags, message_count, last_message, last_active, created_at, updated_at`
const MESSAGE = `id, text, sender_name, member_id, is_admin, is_automated, is_bot, is_note, is_first, is_transfer,
  is_quick_reply_msg, is_ask_bot_message, topic, chatbot_products, chatbot_faqs, files, reply_message, created_at`

/** A row as `pg` gives it. */
type Row = Record<string, unknown>

function conversation(row: Row = {}) {
  return {
    id: row.id,
    firestoreId: row.firestore_id,
    pgConvoId: row.pg_convo_id,
    shopId: row.shop_id,
    sessionId: row.session_id,
    customerUuid: row.contact_id,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerType: row.customer_type,
    status: row.status,
    isChatBot: row.is_chat_bot,
    hasChatBot: row.has_chat_bot,
    isRead: row.is_read,
    isCustomerRead: row.is_customer_read,
    isOnline: row.is_online,
    isBlock: row.is_block,
    isStarred: row.is_starred,
    hasFirstMsg: row.has_first_msg,
    hidePreChatMessage: row.hide_pre_chat_message,
    memberId: row.member_id,
    channels: row.channels,
    tags: row.tags,
    messageCount: row.message_count,
    lastMessage: row.last_message,
    lastActive: row.last_active,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function message(row: Row = {}) {
  return {
    id: row.id,
    text: row.text,
    senderName: row.sender_name,
    memberId: row.member_id,
    isAdmin: row.is_admin,
    isAutomated: row.is_automated,
    isBot: row.is_bot,
    isNote: row.is_note,
    isFirst: row.is_first,
    isTransfer: row.is_transfer,
    isQuickReplyMsg: row.is_quick_reply_msg,
    isAskBotMessage: row.is_ask_bot_message,
    topic: row.topic,
    chatbotProducts: row.chatbot_products,
    chatbotFaqs: row.chatbot_faqs,
    files: row.files,
    replyMessage: row.reply_message,
    createdAt: row.created_at,
  }
}

async function list() {
  const { rows } = await pool.query({
    name: 'list',
    text: `select ${CONVERSATION} from conversations where shop_id = $1 and datastore = 'postgresql' and not is_playground
           order by active_key desc, id desc limit 21`,
    values: [shop],
  })
  return { data: rows.slice(0, 20).map(conversation), paging: { nextCursor: 'x', hasMore: rows.length > 20 } }
}

async function one(id: string) {
  const { rows } = await pool.query({
    name: 'one',
    text: `select ${CONVERSATION} from conversations where shop_id = $1 and id = $2`,
    values: [shop, id],
  })
  return { data: { ...conversation(rows[0]), customerPhone: null, memberName: null, teamId: null, unreadCount: 0 } }
}

async function messages(id: string) {
  const { rows } = await pool.query({
    name: 'messages',
    text: `select ${MESSAGE} from messages where shop_id = $1 and conversation_id = $2 and not is_deleted order by position limit 51`,
    values: [shop, id],
  })
  return { data: rows.slice(0, 50).map(message), paging: { nextCursor: 'x', hasMore: rows.length > 50 } }
}

async function post(id: string, body: { text: string; memberId: string }) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const now = new Date()
    const {
      rows: [updated],
    } = await client.query({
      name: 'update',
      text: `update conversations set message_count = message_count + 1, last_message = $3, last_active = $4, updated_at = $4,
               is_read = true, last_position = last_position + 1 where shop_id = $1 and id = $2 returning last_position`,
      values: [shop, id, { text: body.text, senderType: 'agent', createdAt: now }, now],
    })
    const {
      rows: [row],
    } = await client.query({
      name: 'insert',
      text: `insert into messages (shop_id, conversation_id, position, id, sender_type, sender_name, member_id, text, is_admin, created_at)
             values ($1, $2, $3, $4, 'agent', 'Ana', $5, $6, true, $7) returning ${MESSAGE}`,
      values: [shop, id, updated?.last_position, randomUUID(), body.memberId, body.text, now],
    })
    const event = {
      eventId: randomUUID(),
      type: 'message.created',
      shopId: shop,
      conversationId: id,
      occurredAt: now,
      data: { text: body.text },
    }
    await client.query({
      name: 'event',
      text: 'insert into events (shop_id, id, type, conversation_id, occurred_at, body) values ($1, $2, $3, $4, $5, $6)',
      values: [shop, event.eventId, event.type, id, now, JSON.stringify(event)],
    })
    await client.query('commit')
    return { data: message(row) }
  } finally {
    client.release?.()
  }
}

async function readBody(request: IncomingMessage): Promise<{ text: string; memberId: string }> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

const server = createServer(async (request, response) => {
  if (request.headers['x-api-key'] !== BARE_KEY) return response.writeHead(401).end()
  const [, , , id, part] = (request.url as string).replace(/\?.*/, '').split('/')
  const answer =
    request.method === 'POST'
      ? await post(id as string, await readBody(request))
      : part === 'messages'
        ? await messages(id as string)
        : id
          ? await one(id)
          : await list()
  response
    .writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit(0))
