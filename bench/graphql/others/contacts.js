// What all measured servers share: the table read with `pg` and named statements, the kept counter, and the fields of
// the measured query. They have one store, check nothing, and know the first page only.
import { readFileSync } from 'node:fs'
import pg from 'pg'

const { BARE_DATABASE_URL, BARE_SHOP } = process.env
const pool = new pg.Pool({ connectionString: BARE_DATABASE_URL, max: 10, idleTimeoutMillis: 0 })

export const typeDefs = readFileSync(new URL('../../../src/surfaces/graphql/schema.graphql', import.meta.url), 'utf8')

export async function listContacts(first) {
  const { rows } = await pool.query({
    name: 'list',
    text: `select id, first_name, last_name, email, type, channels, orders_count, total_spent, created_at, last_chat_at
           from contacts where shop_id = $1 order by created_at desc, id desc limit $2`,
    values: [BARE_SHOP, first + 1],
  })
  return rows
}

export async function countContacts() {
  const { rows } = await pool.query({
    name: 'count',
    text: 'select contact_count from shop_counters where shop_id = $1',
    values: [BARE_SHOP],
  })
  return Number(rows[0].contact_count)
}

export function present(row) {
  return {
    id: row.id,
    firstName: row.first_name ?? '',
    lastName: row.last_name,
    email: row.email,
    type: row.type.toUpperCase(),
    channels: row.channels.length > 0 ? row.channels.map((channel) => channel.toUpperCase()) : ['ONLINE_STORE'],
    ordersCount: row.orders_count ?? 0,
    totalSpent: row.total_spent ?? 0,
    createdAt: row.created_at,
    lastChatAt: row.last_chat_at,
  }
}

const cursorOf = (row) => Buffer.from(JSON.stringify([row.created_at.getTime(), row.id])).toString('base64url')

async function page({ first }) {
  const rows = await listContacts(first)
  const shown = rows.slice(0, first)
  return {
    nodes: shown.map(present),
    pageInfo: { hasNextPage: rows.length > first, endCursor: cursorOf(shown.at(-1)) },
  }
}

export const resolvers = {
  Query: { customers: (_parent, args) => page(args) },
  CustomerConnection: { totalCount: countContacts },
}

export function serve(server) {
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ address: `http://127.0.0.1:${server.address().port}` }))
  })
  process.on('SIGTERM', () => process.exit(0))
}

/** The REST answer with the same contents. */
export async function restPage() {
  const [rows, totalCount] = await Promise.all([listContacts(20), countContacts()])
  const shown = rows.slice(0, 20)
  return {
    data: shown.map(present),
    paging: { nextCursor: cursorOf(shown.at(-1)), hasMore: rows.length > 20 },
    totalCount,
  }
}
