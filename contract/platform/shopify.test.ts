import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { type ShopifyShop, startShopify } from '#test/doubles/shopify.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C12: a shop at Shopify (a double of its Admin API, OAuth and webhooks) is connected, read and followed.

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const settings = { ai: { training: { products: true, collections: true, discounts: true } } }
const connections = (store: Store) => `/operator/stores/${store.shopId}/connections`
const appOf = ({ domain, clientId, clientSecret }: ShopifyShop) => ({
  kind: 'shopify',
  shopDomain: domain,
  clientId,
  clientSecret,
})

async function connect(shop: ShopifyShop, every = '1h') {
  const server = await startServer({ env: { ...shop.env, PLATFORM_PULL_EVERY: every } })
  const store = await makeStore(server, { settings })
  const made = ok(await store.operator.post(connections(store), appOf(shop)), 201)
  const assistant = assistantOf(server, store)
  const connection = async (): Promise<Any> => ok(await store.operator.get(connections(store)))[0]
  return {
    server,
    store,
    made,
    assistant,
    connection,
    address: `${server.baseUrl}/platform/shopify/webhooks?connection=${made.id}`,
    isIn: (state: string) => until(state, async () => (await connection()).state === state && connection()),
    read: () =>
      until('the reading', async () => {
        const one = await connection()
        const { kinds } = one.sync
        return (
          one.state === 'connected' && kinds.length === 5 && kinds.every(({ isComplete }: Any) => isComplete) && one
        )
      }),
    applied: () => until('all to be applied', async () => (await connection()).sync.waiting === 0),
    find: async (query: string): Promise<Any[]> => (await assistant.call('product_lookup', { query })).products,
    order: async (orderNumber: string): Promise<Any> =>
      (await assistant.call('check_order_status', { orderNumber })).order,
  }
}

test('spec C12.8: a shop at Shopify is connected by an app of its own, read within its budget, and tells by webhooks', async () => {
  const shop = await startShopify()
  const lamp = shop.save('Product', { title: 'Copper lamp', price: '49.00', tags: ['bedside'] })
  shop.save('Product', { title: 'Secret lantern', status: 'DRAFT' })
  for (let i = 0; i < 118; i++) shop.save('Product', {})
  for (let i = 0; i < 120; i++) shop.save('Order', {})
  shop.save('Order', { name: '#OLD', createdAt: '2020-01-01T00:00:00Z' })
  shop.save('Collection', { title: 'Lighting' })
  shop.save('DiscountNode', { code: null, percentage: 0.125 })
  shop.save('DiscountNode', { code: 'SECRET10' })
  const trackingInfo = [{ company: 'Posten', number: 'JD0146', url: null }]
  const parcel = { displayStatus: 'DELIVERED', createdAt: '2026-01-02T00:00:00Z', deliveredAt: null, trackingInfo }
  const sent = shop.save('Order', { displayFulfillmentStatus: 'FULFILLED', fulfillments: [parcel] })
  const all = await connect(shop)
  const { made, read, find, order, store, connection, assistant, applied, server } = all
  assert.deepEqual(Object.keys(made), ['id', 'kind', 'shopDomain', 'state', 'lastError', 'createdAt', 'connectUrl'])
  const { sync } = await read()
  const counts = Object.fromEntries(sync.kinds.map(({ kind, records }: Any) => [kind, records]))
  assert.deepEqual(counts, { product: 119, order: 121, collection: 1, discount: 2, contact: 0 })
  assert.deepEqual((await find('lamp'))[0].priceRange.min, { amount: '49.00', currencyCode: 'EUR' })
  assert.equal((await find('bedside'))[0].title, 'Copper lamp')
  assert.deepEqual(await find('lantern'), [])
  const { discounts } = await assistant.call('discount_lookup', {})
  assert.deepEqual(
    discounts.map(({ code, value }: Any) => [code, value]),
    [[null, 12.5]],
  )
  const { shipments } = await order(sent.name.slice(1))
  assert.deepEqual(
    [shipments[0].carrier, shipments[0].trackingNumber, shipments[0].status],
    ['Posten', 'JD0146', 'delivered'],
  )
  await assistant.refused('check_order_status', { orderNumber: 'OLD' }, 'NOT_FOUND')
  assert.equal(shop.figures.throttled, 0)
  assert.ok(shop.figures.least >= shop.budget.max * 0.2, `${shop.figures.least} points were left`)
  const text = JSON.stringify([await connection(), await dumpDatabase(server)])
  assert.ok(![shop.clientSecret, ...shop.figures.tokens].some((secret) => text.includes(secret)))

  shop.save('Product', { id: lamp.id, title: 'Brass lantern' })
  await until('the new name', async () => (await find('lantern'))[0]?.title === 'Brass lantern')
  shop.remove('Product', lamp.id)
  await until('the product to go', async () => (await find('lantern')).length === 0)
  shop.save('Order', { id: sent.id, displayFinancialStatus: 'REFUNDED' })
  await until('the refund', async () => (await order(sent.name)).financialStatus === 'refunded')
  shop.remove('Order', sent.id)
  await shop.settled()
  await applied()
  await assistant.refused('check_order_status', { orderNumber: sent.name }, 'NOT_FOUND')
  shop.road.lost = 1
  const fresh = shop.save('Order', {})
  assert.equal((await order(fresh.name)).orderNumber, fresh.name) // asked for live
  assert.ok(shop.answers.every((status) => status === 200))

  ok(await store.operator.delete(`${connections(store)}/${made.id}`))
  assert.equal(shop.subscriptions.size, 0)
})

test('spec C12.8: an app that gets no token by itself is authorized by the shop’s admin: state, signature and shop are checked', async () => {
  const shop = await startShopify()
  shop.givesByItself = false
  shop.save('Product', { title: 'Copper lamp' })
  const { made, server, isIn, read, store } = await connect(shop)
  assert.match((await isIn('broken')).lastError, /install it there/)
  const look = async (address: string) => {
    const response = await fetch(address, { redirect: 'manual' })
    await response.text()
    return response.status
  }
  const callback = `${server.baseUrl}/platform/shopify/callback`
  const state = new URL(made.connectUrl).searchParams.get('ticket') as string
  const good = { code: 'x', shop: shop.domain, state }
  const other = await startShopify()
  const stale = shop.signed(callback, good).replace(/timestamp=\d+/, 'timestamp=1700000000')
  const forged = [
    callback,
    `${callback}?${new URLSearchParams(good)}`,
    shop.signed(callback, { ...good, state: `${state}x` }),
    shop.signed(callback, { ...good, shop: other.domain }),
    other.signed(callback, good),
    shop.signed(callback, good).replace('code=x', 'code=y'),
    `${shop.signed(callback, good)}&state=${state}`,
    stale,
    `${server.baseUrl}/platform/shopify/connect`,
    `${server.baseUrl}/platform/shopify/connect?ticket=${state}x`,
    `${server.baseUrl}/platform/shopify/connect?connection=${made.id}&shop=${shop.domain}`,
    other.openApp(server.baseUrl, made.id),
    shop.openApp(server.baseUrl, randomUUID()),
  ]
  for (const address of forged) assert.equal(await look(address), 401, address)
  assert.equal(await look(shop.signed(callback, good)), 400) // a code that Shopify did not give
  const { status, callback: used } = await shop.approve(made.connectUrl)
  assert.equal(status, 302)
  await read()
  assert.equal(await look(used), 401)
  assert.equal((await shop.approve(made.connectUrl)).status, 401)
  // Opened at Shopify, the app is authorized again.
  assert.equal((await shop.approve(shop.openApp(server.baseUrl, made.id))).status, 302)
  await read()
  const why = async (body: object) =>
    refused(await store.operator.post(connections(store), { ...appOf(shop), ...body }), 400, 'INVALID_PARAMS')
  assert.match(await why({ shopDomain: 'shop.example' }), /myshopify\.com/)
  assert.match(await why({ shopDomain: 'evil.example/x.myshopify.com' }), /myshopify\.com/)
  assert.match(await why({ clientId: 'a b' }), /clientId/)
  assert.match(await why({ apiKey: 'x' }), /apiKey is not supported/)
})

test('spec C12.8: tokens that expire are renewed, and a lost one is requested again', async () => {
  const shop = await startShopify()
  shop.tokenSeconds = 62 // two seconds are used of it
  shop.givesByItself = false
  const { made, isIn, find, read } = await connect(shop, '1s')
  await isIn('broken')
  assert.equal((await shop.approve(made.connectUrl)).status, 302)
  await read()
  await until('three tokens', () => shop.figures.tokens.length >= 3)
  shop.save('Product', { title: 'Copper lamp' })
  await until('the product', async () => (await find('lamp')).length === 1)
  shop.tokenSeconds = 3_600
  await isIn('connected')
})

test('spec C12.8, C12.11, C12.13: customers’ requests come by Shopify; uninstalling and what follows it are believed only when the shop agrees', async () => {
  const shop = await startShopify()
  const email = `nora-${randomUUID()}@customer.example`
  const person = { defaultEmailAddress: { emailAddress: email }, firstName: 'Nora' }
  const nora = shop.save('Customer', {
    ...person,
    numberOfOrders: '2',
    amountSpent: { amount: '30.5', currencyCode: 'EUR' },
  })
  const bought = shop.save('Order', { email, customer: { id: `gid://shopify/Customer/${nora.id}` } })
  shop.save('Product', { title: 'Copper lamp' })
  const { server, store, address, read, applied, assistant, find, isIn, made } = await connect(shop)
  const contact = await addContact(store, { platformId: nora.id, email: null, name: 'Nora' })
  const chat = await addConversation(store, { customerUuid: contact.id })
  await read()
  shop.save('Customer', { id: nora.id, defaultPhoneNumber: { phoneNumber: '+4712345678' } })
  const known = await until('the customer', async () => {
    const one = ok(await store.api.get(`/chat/customers/${contact.id}`))
    return one.phone !== null && one
  })
  assert.deepEqual([known.email, known.ordersCount, known.totalSpent], [email, 2, 30.5])

  const ofShop = { shop_id: 1, shop_domain: shop.domain }
  const customer = { id: Number(nora.id), email, phone: null }
  const request = { ...ofShop, orders_requested: [], customer, data_request: { id: 9 } }
  assert.equal(await shop.deliver(address, 'customers/redact', request), 400) // another topic than it was sent with
  assert.equal(await shop.deliver(address, 'shop/redact', request), 400)
  for (let i = 0; i < 3; i++) assert.equal(await shop.deliver(address, 'customers/data_request', request), 200)
  await applied()
  const noted = (await dumpDatabase(server)).filter((row) => row.startsWith('data_requests: '))
  assert.equal(noted.length, 1)

  // Sent again by somebody: the app is in the shop.
  assert.equal(await shop.deliver(address, 'app/uninstalled', { id: 1, myshopify_domain: shop.domain }), 200)
  assert.equal(await shop.deliver(address, 'shop/redact', ofShop), 200)
  await applied()
  assert.equal((await find('lamp')).length, 1)
  assert.equal(ok(await store.operator.get(`/operator/stores/${store.shopId}`)).uninstalledAt, null)

  const redact = { ...ofShop, customer, orders_to_redact: [Number(bought.id)] }
  assert.equal(await shop.deliver(address, 'customers/redact', redact), 200)
  await until('the redaction', async () => ok(await store.api.get(`/chat/customers/${contact.id}`)).isRedacted)
  assert.equal(ok(await store.api.get(`/chat/conversations/${chat.id}`)).isRedacted, true)
  await applied()
  shop.records.Order.delete(bought.id)
  await assistant.refused('check_order_status', { orderNumber: bought.name }, 'NOT_FOUND')
  assert.ok(!(await dumpDatabase(server)).some((row) => row.includes(email)))

  // Truly uninstalled: nothing is read, keys and subscriptions stay; all goes with the last request; a later install goes on.
  assert.equal(await shop.uninstall(address), 200)
  await isIn('disconnected')
  assert.equal(await shop.deliver(address, 'shop/redact', { shop_domain: shop.domain, shop_id: 1 }), 200)
  await until('the catalogue to go', async () => {
    const rows = await dumpDatabase(server)
    return !rows.some((row) => row.startsWith('products: '))
  })
  ok(await store.api.get('/chat/conversations'))
  shop.givesByItself = false
  assert.equal((await shop.approve(shop.openApp(server.baseUrl, made.id))).status, 302)
  await read()
  assert.equal(ok(await store.operator.get(`/operator/stores/${store.shopId}`)).uninstalledAt, null)
})

test('spec C12.8: what Shopify signs is believed no further than that there is news; dropped subscriptions are made again', async () => {
  const shop = await startShopify()
  const lamp = shop.save('Product', { title: 'Copper lamp' })
  const { address, read, find, applied, connection } = await connect(shop, '2s')
  await read()
  const body = { id: Number(lamp.id), title: 'Told lamp', price: '0.01' }
  for (const topic of ['products/update', 'products/delete', 'orders/delete', 'discounts/create', 'customers/delete']) {
    for (let i = 0; i < 3; i++) assert.equal(await shop.deliver(address, topic, body), 200)
  }
  await applied()
  assert.deepEqual(
    (await find('lamp')).map(({ title }) => title),
    ['Copper lamp'],
  )
  const notText = '{"admin_graphql_api_id":{"toString":1}}'
  for (const bad of ['', '{', 'null', '[]', '{"id":-1}', '{"id":1e99}', '{"id":{}}', notText, '['.repeat(50_000)]) {
    for (const topic of ['products/update', 'customers/redact', 'customers/data_request', 'shop/redact']) {
      assert.equal(await shop.deliver(address, topic, bad), 400, `${topic} ${bad.slice(0, 20)}`)
    }
  }
  assert.equal(await shop.deliver(address, '__proto__/x', '{}'), 200)
  const { size } = shop.subscriptions
  const [first] = shop.subscriptions.keys()
  shop.subscriptions.delete(first as string)
  await until('the subscription', () => shop.subscriptions.size === size)
  await until('no error', async () => (await connection()).lastError === null)
})

test('spec C12.8: through the shop’s app proxy a page learns who is signed in, as identify takes it; nobody else’s word counts', async () => {
  const shop = await startShopify()
  const { server, store, made } = await connect(shop)
  const address = `${server.baseUrl}/platform/shopify/identity/${made.id}`
  const ask = async (url: URL | string) => {
    const response = await fetch(url)
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }
  refused(await ask(shop.proxied(address, '77')), 400, 'INVALID_PARAMS') // no secret that it could be signed with
  ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`, {}), 201)
  const answer = await ask(shop.proxied(address, '77'))
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const { id, hash } = ok(answer)
  const visitor = await makeVisitor(server, store)
  assert.equal(ok(await visitor.api.post('/storefront/identify', { id, hash })).identified, true)
  assert.equal(ok(await ask(shop.proxied(address, ''))), null)

  const changed = shop.proxied(address, '77')
  changed.searchParams.set('logged_in_customer_id', '99')
  const unsigned = shop.proxied(address, '77')
  unsigned.searchParams.delete('signature')
  const old = shop.proxied(address, '77')
  old.searchParams.set('timestamp', String(Number(old.searchParams.get('timestamp')) - 700))
  // Signed by Shopify for customer 77 with a parameter of the page's, and cut into others with the same text.
  const cut = shop.proxied(address, '77', { a: 'logged_in_customer_id=99m=' })
  cut.searchParams.set('a', '')
  cut.searchParams.set('logged_in_customer_id', '99')
  cut.searchParams.set('m', 'logged_in_customer_id=77')
  const named = shop.proxied(address, '77', { 'logged_in_customer_id=1path_prefix': '/x' })
  const inherited = shop.proxied(address, '77', { constructor: 'x', __proto__: 'y', toString: 'z' })
  const other = shop.proxied(`${server.baseUrl}/platform/shopify/identity/${randomUUID()}`, '77')
  for (const url of [address, changed, unsigned, old, cut, named, inherited, other])
    refused(await ask(url), 401, 'UNAUTHENTICATED')
})

test('spec C12.8: a product has all its variants, and an order all its lines, parcels and numbers', async () => {
  const shop = await startShopify()
  const variants = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: `gid://shopify/ProductVariant/9${i}`,
      title: `Size ${i + 1}`,
      availableForSale: i >= 50,
    }))
  shop.save('Product', { title: 'Sixty sizes', variants: variants(60) })
  shop.save('Product', { title: 'Six hundred shades', variants: variants(600) })
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ title: `Line ${i + 1}`, variantTitle: null, quantity: 1 }))
  const parcel = (i: number, numbers: number) => ({
    ...{ displayStatus: 'IN_TRANSIT', createdAt: '2026-01-02T00:00:00Z', deliveredAt: null },
    trackingInfo: Array.from({ length: numbers }, (_, n) => ({ company: 'Posten', number: `P${i}N${n}`, url: null })),
  })
  const removed = { title: 'Removed lamp', variantTitle: null, quantity: 2, currentQuantity: 0 }
  shop.save('Order', { name: '#25', lineItems: { nodes: [...lines(25), removed] } })
  shop.save('Order', { name: '#500', lineItems: { nodes: lines(500) } })
  shop.save('Order', { name: '#7', fulfillments: Array.from({ length: 7 }, (_, i) => parcel(i, 1)) })
  shop.save('Order', { name: '#3', fulfillments: [parcel(0, 3)] })
  const { read, find, order } = await connect(shop)
  await read()
  const [sizes] = await find('Sixty sizes')
  assert.deepEqual([sizes.available, sizes.variants.length], [true, 60])
  assert.equal(sizes.variants[50].title, 'Size 51')
  assert.equal((await find('Six hundred shades'))[0].variants.length, 600)
  assert.deepEqual(
    (await order('25')).lineItems.map(({ title }: Any) => title),
    lines(25).map(({ title }) => title),
  )
  assert.equal((await order('500')).lineItems.length, 500)
  assert.equal((await order('7')).shipments.length, 7)
  assert.deepEqual(
    (await order('3')).shipments.map(({ trackingNumber }: Any) => trackingNumber),
    ['P0N0', 'P0N1', 'P0N2'],
  )
})

test('spec C12.13: a store whose app is installed again, and connected by its own key, is installed again', async () => {
  const shop = await startShopify()
  const { store, address, read, isIn } = await connect(shop)
  await read()
  const uninstalledAt = async () => ok(await store.operator.get(`/operator/stores/${store.shopId}`)).uninstalledAt
  assert.equal(await shop.uninstall(address), 200)
  await isIn('disconnected')
  assert.notEqual(await uninstalledAt(), null)
  shop.isInstalled = true
  ok(await store.operator.post(connections(store), appOf(shop)), 201)
  assert.equal(await uninstalledAt(), null)
  await read()
})
