import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStore } from '#core/stores/stores.ts'
import { saveContacts } from '#storage/contacts/contacts.ts'
import { listForMembers } from '#storage/conversations/member-list.ts'
import { countMemberContacts, listMemberContacts } from '#storage/segments/contacts.ts'
import { openEmbedded } from '#test/database/embedded.ts'

// Pages of rare segments, on the real database: each reads a bounded number of records and continues behind the last one.

const { database } = await openEmbedded('segments')

const { store } = await createStore(database, { name: 'Acme', owner: { email: 'o@example.com' } })
const shop = database.shop(store.shopId)
const now = new Date()
const RARE = [{ about: 'orders', not: false, atLeast: 10 }]
/** Ten contacts, newest first c0 to c9; those with orders are c0, c7 and c8. */
const RICH = [0, 7, 8]
await saveContacts(
  shop,
  Array.from({ length: 10 }, (_, i) => ({
    id: `c${i}`,
    type: 'customer' as const,
    channels: [],
    isRedacted: false,
    emailKey: null,
    ordersCount: RICH.includes(i) ? 10 : 1,
    createdAt: new Date(now.getTime() - i * 1_000),
  })),
)

/** Follows pages to the last one; answers their ids. */
async function pages(read: (cursor: string | null) => Promise<{ ids: string[]; nextCursor: string | null }>) {
  const found: string[][] = []
  let cursor: string | null = null
  do {
    const page = await read(cursor)
    found.push(page.ids)
    cursor = page.nextCursor
    assert.ok(found.length < 20, 'the list never ends')
  } while (cursor !== null)
  return found
}

test('a page of contacts reads a bounded number, and the next one continues behind them', async () => {
  const follow = (scanned: number, limit: number) =>
    pages(async (cursor) => {
      const { contacts, nextCursor } = await listMemberContacts(shop, RARE, { limit, cursor }, { now, scanned })
      return { ids: contacts.map(({ id }) => id), nextCursor }
    })
  assert.deepEqual(await follow(3, 5), [['c0'], [], ['c7', 'c8'], []])
  assert.deepEqual((await follow(3, 1)).flat(), ['c0', 'c7', 'c8'])
  assert.deepEqual(await follow(100, 5), [['c0', 'c7', 'c8']])
  assert.deepEqual(await follow(100, 2), [['c0', 'c7'], ['c8']])
})

test('a count looks at the newest, and says when there are more', async () => {
  const count = (scanned: number, most = 100) => countMemberContacts(shop, RARE, { now, scanned, most })
  assert.deepEqual(await count(10), { count: 3, isWhole: true })
  assert.deepEqual(await count(8), { count: 2, isWhole: false })
  assert.deepEqual(await count(10, 2), { count: 2, isWhole: true })
})

test('a page of conversations reads a bounded number by the other filters, in each order', async () => {
  for (let i = 0; i < 10; i++) {
    await shop.query(
      `insert into conversations (shop_id, id, pg_convo_id, contact_id, customer_type, status, channel, channels, last_active,
         created_at, updated_at, snoozed_until)
       values ($1, $2, $3, $4, 'customer', 'open', 'email', '{email}', $5, $5, $5, $6)`,
      [`v${i}`, i, `c${i}`, new Date(now.getTime() - i * 1_000), new Date(now.getTime() + i * 1_000)],
    )
  }
  const follow = (scanned: number, limit: number, more = {}) =>
    pages(async (cursor) => {
      const segment = { conditions: RARE, now, scanned }
      const { rows, nextCursor } = await listForMembers(shop, { ...more, segment }, { limit, cursor })
      return { ids: rows.map(({ renderedJson }) => JSON.parse(String(renderedJson)).id as string), nextCursor }
    })
  for (const more of [{}, { isSnoozed: true }]) {
    assert.deepEqual(await follow(3, 5, more), [['v0'], [], ['v7', 'v8'], []])
    assert.deepEqual((await follow(3, 1, more)).flat(), ['v0', 'v7', 'v8'])
    assert.deepEqual(await follow(100, 2, more), [['v0', 'v7'], ['v8']])
  }
  assert.deepEqual(await follow(3, 5, { channel: 'online_store' }), [[]])
})
