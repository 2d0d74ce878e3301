import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { ok, refused } from '#test/expect.ts'
import {
  addContact,
  addConversation,
  importLines,
  type Line,
  makeStore,
  message,
  type Store,
} from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { connectCustom, newOrder, newProduct, type Shop, tellAndWait } from '#test/fixtures/platform.ts'
import { assertQuick } from '#test/quick.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C12: any shop is connected by the generic door.

const server = await shareServer()
const ALL = {
  ai: {
    enabled: true,
    training: { products: true, collections: true, discounts: true },
    skills: { sizeGuide: true, orderTracking: true, afterSale: true, humanHandoff: true },
  },
}
const makeShop = async (): Promise<Shop> => connectCustom(server, await makeStore(server, { settings: ALL }))
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString()
const connections = (store: Store) => `/operator/stores/${store.shopId}/connections`
const listed = async (shop: Shop) =>
  ok(await shop.store.operator.get(connections(shop.store))).find(({ id }: { id: string }) => id === shop.id)

const tool = (shop: Shop, name: string, args: object) => assistantOf(server, shop.store).call(name, args)
/** The code that a tool refuses with. */
const refusedBy = (shop: Shop, name: string, args: object) =>
  assistantOf(server, shop.store).refused(name, args, 'NOT_FOUND')
const titles = async (shop: Shop, query: string): Promise<string[]> =>
  (await tool(shop, 'product_lookup', { query })).products.map(({ title }: { title: string }) => title)

test('spec C12.1: a connection is made, listed with its progress and removed; its secret is shown once', async () => {
  const store = await makeStore(server)
  const made = ok(await store.operator.post(connections(store), { kind: 'custom', shopDomain: 'Shop.example' }), 201)
  assert.deepEqual(Object.keys(made), ['id', 'kind', 'shopDomain', 'state', 'secret', 'lastError', 'createdAt'])
  assert.deepEqual(
    [made.kind, made.shopDomain, made.state, made.lastError],
    ['custom', 'shop.example', 'connected', null],
  )
  const [one] = ok(await store.operator.get(connections(store)))
  assert.deepEqual(Object.keys(one), ['id', 'kind', 'shopDomain', 'state', 'lastError', 'createdAt', 'sync'])
  assert.deepEqual(one.sync, { waiting: 0, kinds: [] })
  const again = ok(await store.operator.post(connections(store), { kind: 'custom', shopDomain: 'shop.example' }), 201)
  assert.equal(again.id, made.id)
  assert.notEqual(again.secret, made.secret)
  assert.deepEqual(ok(await store.operator.delete(`${connections(store)}/${made.id}`)), { id: made.id })
  assert.equal(ok(await store.operator.get(connections(store)))[0].state, 'disconnected')
  refused(await store.operator.delete(`${connections(store)}/nothing`), 404, 'NOT_FOUND')
})

test('spec C12.1: connections that cannot be are refused with what would be right', async () => {
  const store = await makeStore(server)
  const other = await makeStore(server)
  const post = (body: object) => store.operator.post(connections(store), body)
  assert.match(refused(await post({ kind: 'magento' }), 400, 'INVALID_PARAMS'), /custom/)
  assert.match(refused(await post({ kind: 'custom', shopDomain: 'a b' }), 400, 'INVALID_PARAMS'), /host name/)
  assert.match(refused(await post({ kind: 'custom', apiKey: 'x' }), 400, 'INVALID_PARAMS'), /apiKey is not supported/)
  const vendure = { kind: 'vendure', apiUrl: 'https://shop.example/admin-api', apiKey: 'x' }
  const addresses = ['ftp://a', 'https:shop.example', 'https:///a', 'https://shop.example:0', 'https://:x@shop.example']
  for (const apiUrl of [...addresses, ' https://shop.example', 'https://shop.example/a b', 'https://shop.example\\a']) {
    assert.match(refused(await post({ ...vendure, apiUrl }), 400, 'INVALID_PARAMS'), /apiUrl/, apiUrl)
  }
  assert.match(refused(await post({ ...vendure, apiKey: 'a b' }), 400, 'INVALID_PARAMS'), /apiKey/)
  assert.match(refused(await post({ kind: 'vendure' }), 400, 'INVALID_PARAMS'), /required/)
  for (let i = 0; i < 10; i++) ok(await post({ kind: 'custom' }), 201)
  assert.match(refused(await post({ kind: 'custom' }), 400, 'INVALID_PARAMS'), /at most 10/)
  const [{ id }] = ok(await store.operator.get(connections(store)))
  refused(await other.operator.delete(`${connections(other)}/${id}`), 404, 'NOT_FOUND')
})

test('spec C12.2: the tools return every kind of record of a shop within seconds, and no longer once it is deleted', async () => {
  const shop = await makeShop()
  const price = { amount: '10.00', currencyCode: 'EUR' }
  const lines: Line[] = [
    newProduct({ id: 'p1', title: 'Copper lamp' }),
    { kind: 'collection', data: { id: 'c1', title: 'Lighting' } },
    { kind: 'discount', data: { id: 'd1', title: 'Spring', code: 'SPRING', type: 'percentage', value: 10 } },
    { kind: 'sizeGuide', data: { productId: 'p1', sizeGuide: { columns: ['Size'], rows: [['M']] } } },
    { kind: 'faq', data: { id: 'f1', question: 'Do you ship to Norway?', answer: 'Yes.' } },
    {
      kind: 'contact',
      data: {
        platformId: '77',
        name: 'Ada',
        email: 'ada@example.com',
        ordersCount: 2,
        totalSpent: 20,
        tags: ['vip', ' '],
      },
    },
    newOrder({ orderNumber: '#1001', email: 'ada@example.com', total: price, customerPlatformId: '77' }),
  ]
  const began = performance.now()
  const answer = await tellAndWait(shop, lines)
  assert.deepEqual(answer.body, { data: { accepted: 7, rejected: [], isRepeated: false } })
  await assertQuick(began, 10_000)
  assert.deepEqual(await titles(shop, 'lamp'), ['Copper lamp'])
  const found = async (name: string, query: string, key: string) => (await tool(shop, name, { query }))[key].length
  assert.equal(await found('collection_lookup', 'lighting', 'collections'), 1)
  assert.equal(await found('discount_lookup', 'spring', 'discounts'), 1)
  await tool(shop, 'size_guide_lookup', { productId: 'p1' })
  const [customer] = await findCustomers(shop, 'ada@example.com')
  assert.deepEqual(
    [customer.platformId, customer.ordersCount, customer.totalSpent, customer.type, customer.tags],
    ['77', 2, 20, 'customer', ['vip']],
  )
  await tool(shop, 'check_order_status', { orderNumber: '1001' })
  const { sync } = await listed(shop)
  assert.deepEqual(
    sync.kinds.map(({ kind, records }: { kind: string; records: number }) => [kind, records]),
    ['collection', 'contact', 'discount', 'faq', 'order', 'product', 'sizeGuide'].map((kind) => [kind, 1]),
  )

  const ids = { product: 'p1', collection: 'c1', discount: 'd1', faq: 'f1', contact: '77', order: '#1001' }
  await tellAndWait(
    shop,
    Object.entries(ids).map(([kind, id]) => ({ kind: 'delete', data: { kind, id } })),
  )
  assert.deepEqual(await titles(shop, 'lamp'), [])
  assert.equal(await found('collection_lookup', 'lighting', 'collections'), 0)
  assert.equal(await found('discount_lookup', 'spring', 'discounts'), 0)
  await refusedBy(shop, 'check_order_status', { orderNumber: '1001' })
  await refusedBy(shop, 'size_guide_lookup', { productId: 'p1' })
  // What the shop said of the customer goes; the person stays somebody who can be answered.
  const kept = ok(await shop.store.api.get(`/chat/customers/${customer.id}`))
  assert.deepEqual(
    [kept.platformId, kept.ordersCount, kept.email, kept.isRedacted],
    [null, null, 'ada@example.com', undefined],
  )
})

/** Contacts with an address. */
async function findCustomers({ store }: Shop, email: string) {
  const query = '{ customers(first: 100) { nodes { id email } } }'
  const { body } = await store.api.post('/graphql', { query }, { 'x-api-id': store.appId, 'x-api-secret': store.key })
  const nodes = body.data.customers.nodes.filter((node: { email: string }) => node.email === email)
  return Promise.all(nodes.map(async ({ id }: { id: string }) => ok(await store.api.get(`/chat/customers/${id}`))))
}

test('spec C12.5: what is older than what is known changes nothing, whichever comes first', async () => {
  const shop = await makeShop()
  const lamp = (title: string, second: number) => newProduct({ id: 'p1', title, updatedAt: at(second) })
  await tellAndWait(shop, [lamp('Newer lamp', 20)])
  await tellAndWait(shop, [lamp('Older lamp', 10)])
  assert.deepEqual(await titles(shop, 'lamp'), ['Newer lamp'])
  await tellAndWait(shop, [lamp('Same lamp', 20)])
  assert.deepEqual(await titles(shop, 'lamp'), ['Same lamp'])
  await tellAndWait(shop, [{ kind: 'delete', data: { kind: 'product', id: 'p1', updatedAt: at(30) } }])
  await tellAndWait(shop, [lamp('Late lamp', 25)])
  assert.deepEqual(await titles(shop, 'lamp'), [])
  await tellAndWait(shop, [lamp('Lamp again', 40)])
  await tellAndWait(shop, [{ kind: 'delete', data: { kind: 'product', id: 'p1', updatedAt: at(35) } }])
  assert.deepEqual(await titles(shop, 'lamp'), ['Lamp again'])
})

test('spec C12.5: a time to come keeps nothing out', async () => {
  const shop = await makeShop()
  await tellAndWait(shop, [newProduct({ id: 'p1', title: 'Early lamp', updatedAt: '2099-01-01T00:00:00Z' })])
  await tellAndWait(shop, [newProduct({ id: 'p1', title: 'Real lamp' })])
  assert.deepEqual(await titles(shop, 'lamp'), ['Real lamp'])
})

test('spec C12.2: lines are applied in their order, and deliveries in theirs', async () => {
  const shop = await makeShop()
  const lines = Array.from({ length: 300 }, (_, i) => newProduct({ id: 'p1', title: `Lamp ${i}` }))
  for (let i = 0; i < 5; i++) await shop.tell([...lines, newProduct({ id: 'p1', title: `Last lamp ${i}` })])
  await shop.settled()
  assert.deepEqual(await titles(shop, 'lamp'), ['Last lamp 4'])
})

test('spec C12.2: each line stands or falls alone: bad ones are answered with their numbers and shown as lastError', async () => {
  const shop = await makeShop()
  const answer = await shop.tell(
    [
      'not json',
      JSON.stringify(newProduct({ id: 'p1' })),
      '',
      '{"kind":"product","data":{"id":"p2"}}',
      '{"kind":"spaceship"}',
    ].join('\n'),
  )
  assert.equal(answer.status, 202)
  const { accepted, rejected } = answer.body.data
  assert.deepEqual([accepted, rejected.map(({ line }: { line: number }) => line)], [1, [1, 4, 5]])
  await shop.settled()
  assert.deepEqual(await titles(shop, 'lamp'), ['Lamp'])
  const { lastError, state } = await listed(shop)
  assert.match(lastError, /^3 lines of the last delivery could not be applied; line 1: /)
  assert.equal(state, 'connected')
  // What only the store can say is reported there, too.
  await tellAndWait(shop, [newOrder({ orderNumber: '1', customerUuid: 'nobody' })])
  assert.match((await listed(shop)).lastError, /customerUuid is not a contact/)
  await tellAndWait(shop, [newProduct({ id: 'p3' })])
  assert.equal((await listed(shop)).lastError, null)
})

test('spec C12.2: what holds no line that can be applied is 400 and kept nowhere', async () => {
  const shop = await makeShop()
  for (const body of [
    '',
    '\n\n',
    'hello',
    '[]',
    'null',
    '{"kind":"member","data":{"email":"a@b.example"}}',
    Buffer.from([0xff, 0xfe]),
  ]) {
    refused(await shop.tell(body), 400, 'INVALID_PARAMS')
  }
  const bad = [
    newProduct({ id: undefined }),
    { kind: 'contact', data: { name: 'Nobody' } },
    { kind: 'delete', data: { kind: 'member', id: '1' } },
    { kind: 'delete', data: { kind: 'product' } },
    { kind: 'customer_redact', data: {} },
    { kind: 'customer_redact', data: { platformId: '1', orders: 'all' } },
    newProduct({ id: 'p', updatedAt: 'yesterday' }),
    newProduct({ id: 'p', title: 'a\u0000b' }),
    newProduct({ id: 'x'.repeat(129) }),
  ]
  for (const line of bad) {
    const answer = await shop.tell([line as Line])
    refused(answer, 400, 'INVALID_PARAMS')
  }
  assert.deepEqual((await listed(shop)).sync, { waiting: 0, kinds: [] })
})

test('spec C12.2: members, conversations and other stores are out of a shop’s reach', async () => {
  const shop = await makeShop()
  const { body } = await shop.tell([
    newProduct({ id: 'p1', shopId: 'other' }),
    { kind: 'member', data: { email: 'evil@example.com', role: 'admin', password: 'correct horse battery' } },
    { kind: 'conversation', data: { channel: 'email' } },
  ])
  assert.deepEqual([body.data.accepted, body.data.rejected.length], [1, 2])
})

test('spec C12.6: a contact is found by its ids, never by an address; what the chat knows stays', async () => {
  const shop = await makeShop()
  const { store } = shop
  const chatter = await addContact(store, { email: 'kim@example.com', browser: 'Firefox', channels: ['online_store'] })
  const known = await addContact(store, { platformId: '5', name: 'Kim', note: 'Likes lamps', browser: 'Safari' })
  const chat = await addConversation(store, { customerUuid: known.id, messages: [message()] })
  await tellAndWait(shop, [
    {
      kind: 'contact',
      data: { platformId: '5', email: 'kim@example.com', city: 'Oslo', ordersCount: 1, browser: 'x' },
    },
  ])
  const after = ok(await store.api.get(`/chat/customers/${known.id}`))
  assert.deepEqual(
    [after.email, after.city, after.note, after.browser, after.name],
    ['kim@example.com', 'Oslo', 'Likes lamps', 'Safari', 'Kim'],
  )
  assert.equal(ok(await store.api.get(`/chat/customers/${chatter.id}`)).platformId, null)
  assert.equal(ok(await store.api.get(`/chat/conversations/${chat.id}`)).customerEmail, 'kim@example.com')
})

test('spec C12.6: orders lead to their customer, by email or by the shop’s id', async () => {
  const shop = await makeShop()
  await tellAndWait(shop, [newOrder({ orderNumber: 'A-1', email: 'Ada@Example.com' })])
  await tool(shop, 'check_order_status', { orderNumber: '#A-1', email: 'ada@example.com' })
  await refusedBy(shop, 'check_order_status', { orderNumber: '#A-1', email: 'eve@example.com' })
  const { store } = shop
  const known = await addContact(store, { platformId: '9', email: null })
  await tellAndWait(shop, [newOrder({ orderNumber: 'A-2', customerPlatformId: '9' })])
  const chat = await addConversation(store, { customerUuid: known.id })
  const inbox = await signInOwner(server, store)
  const { orders } = ok(await inbox.get(`/api/chat/conversations/${chat.id}/context`))
  assert.deepEqual(
    orders.map(({ orderNumber }: { orderNumber: string }) => orderNumber),
    ['A-2'],
  )
})

test('spec C12.5: an import beside it is taken as it comes, and the shop’s next word counts again', async () => {
  const shop = await makeShop()
  await tellAndWait(shop, [newProduct({ id: 'p1', title: 'Shop lamp' })])
  await importLines(shop.store, [newProduct({ id: 'p1', title: 'Imported lamp' })])
  assert.deepEqual(await titles(shop, 'lamp'), ['Imported lamp'])
  await tellAndWait(shop, [newProduct({ id: 'p1', title: 'Shop lamp again' })])
  assert.deepEqual(await titles(shop, 'lamp'), ['Shop lamp again'])
})

test('spec C12.2: a large delivery is applied whole, and other stores are not kept waiting', async () => {
  const [large, small] = [await makeShop(), await makeShop()]
  const count = 2_000
  assert.equal(
    (
      await large.tell(
        Array.from({ length: count }, (_, i) => newProduct({ id: `p${i}`, title: `Lamp ${randomUUID()}` })),
      )
    ).body.data.accepted,
    count,
  )
  await tellAndWait(small, [newProduct({ id: 'p1' })])
  const { sync } = await listed(large)
  assert.ok(sync.waiting <= 1)
  await large.settled()
  await until('all products', async () => (await listed(large)).sync.kinds[0]?.records === count)
})
