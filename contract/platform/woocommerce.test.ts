import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { startWooShop, type WooShop } from '#test/doubles/woocommerce.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C12: a WooCommerce shop (a double of its REST API and webhooks) is connected, read, followed and healed. One file for
// two servers, which all tests share: starting them takes longer than most tests.

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const env = { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8' }
const server = await startServer({ env: { ...env, PLATFORM_PULL_EVERY: '1h' } })
const eager = await startServer({ env: { ...env, PLATFORM_PULL_EVERY: '2s' } })
const settings = { ai: { training: { products: true, collections: true, discounts: true } } }
const connections = (store: Store) => `/operator/stores/${store.shopId}/connections`
const keysOf = ({ url, key, secret }: WooShop) => ({
  kind: 'woocommerce',
  apiUrl: url,
  consumerKey: key,
  consumerSecret: secret,
})

async function connect(shop: WooShop, at = server) {
  const store = await makeStore(at, { settings })
  const made = ok(await store.operator.post(connections(store), keysOf(shop)), 201)
  const connection = async (): Promise<Any> =>
    ok(await store.operator.get(connections(store))).find(({ id }: Any) => id === made.id)
  const assistant = assistantOf(at, store)
  return {
    store,
    made,
    assistant,
    connection,
    read: () =>
      until('the reading', async () => {
        const one = await connection()
        const { kinds } = one.sync
        return kinds.length === 5 && kinds.every(({ isComplete }: Any) => isComplete) && one
      }),
    applied: () => until('all to be applied', async () => (await connection()).sync.waiting === 0),
    find: async (query: string): Promise<Any[]> => (await assistant.call('product_lookup', { query })).products,
    order: async (orderNumber: string): Promise<Any> =>
      (await assistant.call('check_order_status', { orderNumber })).order,
  }
}

test('spec C12.8: a WooCommerce shop is connected by its key, read with its progress, and tells by webhooks', async () => {
  const shop = await startWooShop()
  shop.save('products/categories', { name: 'Lighting &amp; more' })
  const filed = { tags: [{ id: 1, name: 'Bed &amp; sofa' }], categories: [{ id: 7, name: 'Lighting' }] }
  const lamp = shop.save('products', {
    ...filed,
    name: 'Copper lamp',
    price: '49.5',
    regular_price: '60',
    on_sale: true,
  })
  const shirt = shop.save('products', { name: 'Linen shirt', type: 'variable' })
  const size = { attributes: [{ id: 1, name: 'Size', option: 'M' }] }
  const medium = shop.saveVariation(shirt.id, { price: '20.125', ...size })
  shop.save('products', { name: 'Secret lantern', status: 'draft' })
  shop.save('coupons', { code: 'spring', amount: '10' })
  for (let i = 0; i < 130; i++) shop.save('orders', { total: `${i}.00` })
  const parcel = { tracking_provider: 'Posten', tracking_number: 'JD0146', date_shipped: '1770000000' }
  const sent = shop.save('orders', {
    number: 'W-77',
    status: 'completed',
    meta_data: [{ id: 1, key: '_wc_shipment_tracking_items', value: [parcel] }],
  })
  const { made, read, find, order, connection, store, applied, assistant } = await connect(shop)
  assert.deepEqual(Object.keys(made), ['id', 'kind', 'shopDomain', 'state', 'lastError', 'createdAt'])
  assert.deepEqual([made.kind, made.shopDomain, made.state], ['woocommerce', new URL(shop.url).host, 'connected'])
  const { sync } = await read()
  const counts = Object.fromEntries(sync.kinds.map(({ kind, records, total }: Any) => [kind, [records, total]]))
  assert.deepEqual(counts, {
    product: [2, 3],
    order: [131, 131],
    collection: [1, 1],
    discount: [1, 1],
    contact: [0, null],
  })
  const [found] = await find('sofa lamp')
  assert.deepEqual(found.priceRange.min, { amount: '49.50', currencyCode: 'EUR' })
  assert.equal(found.variants[0].compareAtPrice.amount, '60.00')
  const [variant] = (await find('shirt'))[0].variants
  assert.deepEqual(
    [variant.title, variant.price.amount, variant.options],
    ['M', '20.13', [{ name: 'Size', value: 'M' }]],
  )
  assert.deepEqual(await find('lantern'), [])
  assert.equal(
    (await assistant.call('collection_lookup', { query: 'lighting' })).collections[0].title,
    'Lighting & more',
  )
  const { status, shipments } = await order('W-77')
  assert.deepEqual([status, shipments[0].carrier, shipments[0].trackingNumber], ['closed', 'Posten', 'JD0146'])
  assert.ok(shop.mostAtOnce <= 2, `${shop.mostAtOnce} requests at once`)
  const text = JSON.stringify([await connection(), await dumpDatabase(server)])
  assert.ok(!text.includes(shop.key) && !text.includes(shop.secret))

  // The shop is read once an hour: only its webhook can be this early.
  assert.ok([...shop.webhooks.values()].every((one) => one.status === 'active' && one.delivery_url.includes(made.id)))
  shop.save('products', { id: lamp.id, name: 'Brass lantern' })
  await until('the new name', async () => (await find('lantern'))[0]?.title === 'Brass lantern')
  shop.saveVariation(shirt.id, { id: medium.id, stock_status: 'outofstock' })
  await until('the empty stock', async () => (await find('shirt'))[0]?.available === false)
  shop.trash('products', lamp.id)
  await until('the product to go', async () => (await find('lantern')).length === 0)
  shop.restore('products', lamp.id)
  await until('the product to be back', async () => (await find('lantern')).length === 1)
  shop.trash('products', lamp.id) // the same body as before, and yet news
  await until('the product to go again', async () => (await find('lantern')).length === 0)
  shop.save('orders', { id: sent.id, status: 'refunded' })
  await until('the refund', async () => (await order('W-77')).financialStatus === 'refunded')
  shop.remove('orders', sent.id)
  await shop.settled()
  await applied()
  await assistant.refused('check_order_status', { orderNumber: 'W-77' }, 'NOT_FOUND')
  assert.ok(shop.answers.length > 0 && shop.answers.every((one) => one === 200), shop.answers.join())

  const noted = ok(await store.operator.delete(`${connections(store)}/${made.id}`))
  assert.deepEqual(noted, { id: made.id })
  assert.equal(shop.webhooks.size, 0)
})

test('spec C12.10: an order that is not known yet is asked for live, by its number too where that is not its id', async () => {
  const shop = await startWooShop({ road: { lost: 1 } })
  const { read, order, assistant } = await connect(shop)
  await read()
  const plain = shop.save('orders', {})
  const named = shop.save('orders', { number: 'A-1001' })
  const decoy = shop.save('orders', { number: 'A-1002' })
  assert.equal((await order(String(plain.id))).orderNumber, String(plain.id))
  assert.equal((await order('A-1001')).orderNumber, 'A-1001')
  await assistant.refused('check_order_status', { orderNumber: String(decoy.id) }, 'NOT_FOUND')
  await assistant.refused('check_order_status', { orderNumber: 'A-1001', email: 'eve@example.com' }, 'NOT_FOUND')
  shop.records.orders.delete(named.id)
  shop.troubles.push('cut')
  assert.equal((await order('A-1001')).orderNumber, 'A-1001') // told although the shop is away
})

test('spec C12.8: a cart of a WooCommerce shop leads to links that it knows', async () => {
  const shop = await startWooShop()
  const permalink = `${shop.url}/blog/product/lamp/`
  const [lamp, shade] = [shop.save('products', { permalink }), shop.save('products', { permalink })]
  const { read, assistant } = await connect(shop)
  await read()
  const add = async (lines: object[], cartId?: string) =>
    (await assistant.call('manage_cart', { action: 'add', lines, ...(cartId && { cartId }) })).cart
  const cart = await add([{ variantId: String(lamp.id), quantity: 2 }])
  assert.equal(cart.checkoutUrl, `${permalink}?add-to-cart=${lamp.id}&quantity=2`)
  const { checkoutUrl } = await add([{ variantId: String(shade.id) }], cart.id)
  const link = new URL(checkoutUrl)
  assert.deepEqual(
    [link.origin, link.pathname, [...link.searchParams]],
    [shop.url, '/checkout-link/', [['products', `${lamp.id}:2,${shade.id}:1`]]],
  )
})

test('spec C12.8: the shop’s own door for keys: an admin says yes there, once, within the hour', async () => {
  const shop = await startWooShop()
  shop.save('products', { name: 'Copper lamp' })
  const store = await makeStore(server, { settings })
  const body = { kind: 'woocommerce', apiUrl: `${shop.url}/wp-admin/` }
  const made = ok(await store.operator.post(connections(store), body), 201)
  assert.deepEqual(
    [made.state, made.shopDomain, made.connectUrl.startsWith(`${server.baseUrl}/platform/woocommerce/connect?ticket=`)],
    ['broken', new URL(shop.url).host, true],
  )
  const [before] = ok(await store.operator.get(connections(store)))
  assert.match(before.lastError, /has not let Parley in/)
  assert.ok(!JSON.stringify(before).includes('ticket'))
  const forged = made.connectUrl.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A'))
  assert.equal((await fetch(forged, { redirect: 'manual' })).status, 401)
  const post = async (keys: object) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(keys) }
    const response = await fetch(`${server.baseUrl}/platform/woocommerce/callback`, request)
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }
  const ticket = new URL(made.connectUrl).searchParams.get('ticket')
  const keys = { consumer_key: shop.key, consumer_secret: shop.secret }
  refused(await post(keys), 401, 'UNAUTHENTICATED')
  refused(await post({ ...keys, user_id: `${ticket}0` }), 401, 'UNAUTHENTICATED')
  refused(await post({ ...keys, user_id: { a: 1 } }), 401, 'UNAUTHENTICATED')
  refused(await post({ ...keys, consumer_key: 'x y', user_id: ticket }), 400, 'INVALID_PARAMS')
  assert.equal(await shop.approve(made.connectUrl), 200)
  assert.equal(await shop.approve(made.connectUrl), 401)
  refused(await post({ ...keys, user_id: ticket }), 401, 'UNAUTHENTICATED')
  await until('the product', async () => {
    const [{ state, sync }] = ok(await store.operator.get(connections(store)))
    return state === 'connected' && sync.kinds.some(({ kind, records }: Any) => kind === 'product' && records === 1)
  })
})

test('spec C12.1: connections to WooCommerce that cannot be are refused with what would be right', async () => {
  const store = await makeStore(server)
  const keys = { consumerKey: 'ck_1', consumerSecret: 'cs_1' }
  const why = async (body: object) =>
    refused(await store.operator.post(connections(store), { kind: 'woocommerce', ...body }), 400, 'INVALID_PARAMS')
  assert.match(await why({}), /apiUrl is required/)
  assert.match(await why({ apiUrl: 'shop.example', ...keys }), /https:\/\/shop\.example/)
  assert.match(await why({ apiUrl: 'http://shop.example', ...keys }), /must start with https/)
  assert.match(await why({ apiUrl: 'https://shop.example', consumerKey: 'ck_1' }), /go together/)
  assert.match(await why({ apiUrl: 'https://shop.example', apiKey: 'x' }), /apiKey is not supported/)
  assert.match(await why({ apiUrl: 'https://shop.example', ...keys, consumerKey: 'a b' }), /consumerKey/)
})

test('spec C12.8: a key that the shop refuses breaks the connection; one that may only read says so; private addresses are not asked', async () => {
  const shop = await startWooShop()
  const { store, connection, read } = await connect(shop)
  await read()
  const path = connections(store)
  const told = (text: RegExp) => until(String(text), async () => text.test(String((await connection()).lastError)))
  ok(await store.operator.post(path, { ...keysOf(shop), consumerSecret: 'cs_wrong' }), 201)
  await told(/refuses the key/)
  assert.equal((await connection()).state, 'broken')
  shop.permissions = 'read'
  ok(await store.operator.post(path, keysOf(shop)), 201)
  await told(/found by reading alone/)
  assert.equal((await connection()).state, 'connected')
  const strict = await startServer()
  const other = await makeStore(strict)
  ok(await other.operator.post(connections(other), keysOf(shop)), 201)
  await until('the refused address', async () => {
    const [{ lastError, state }] = ok(await other.operator.get(connections(other)))
    return /not a public address/.test(lastError) && state === 'broken'
  })
})

test('spec C12.8: a host that is busy, blocks, or answers pages is asked again, from where the reading was', async () => {
  const shop = await startWooShop()
  for (let i = 0; i < 120; i++) shop.save('products', {})
  shop.troubles.push('busy', 'too many', 'maintenance page', 'blocked', 'cut', 'notice before the answer')
  const { connection, read } = await connect(shop, eager)
  await until('the trouble', async () => (await connection()).lastError !== null)
  const { sync } = await read()
  assert.equal(sync.kinds.find(({ kind }: Any) => kind === 'product').records, 120)
  await until('the note to go', async () => (await connection()).lastError === null)
})

test('spec C12.1: a shop that was never reached is broken, with the reason, until it answers; one that was stays connected', async () => {
  const shop = await startWooShop()
  for (let i = 0; i < 120; i++) shop.save('products', {}) // more than a page
  const cut = () => shop.troubles.push(...Array.from({ length: 500 }, () => 'cut' as const))
  cut()
  const { connection, read } = await connect(shop, eager)
  const first = await until('the reason', async () => {
    const one = await connection()
    return one.lastError !== null && one
  })
  assert.deepEqual([first.state, first.sync.kinds], ['broken', []])
  assert.match(first.lastError, /^The shop cannot be reached: /)
  shop.troubles.length = 0
  await until('the answer', async () => (await connection()).state === 'connected')
  await read()
  await until('no reason', async () => (await connection()).lastError === null)
  cut()
  const later = await until('the reason', async () => {
    const one = await connection()
    return one.lastError !== null && one
  })
  assert.equal(later.state, 'connected')
})

test('spec C12.8: webhooks that the shop has ended or lost are made again; other people’s stay', async () => {
  const shop = await startWooShop()
  const other = {
    id: 900,
    name: 'Books',
    topic: 'order.created',
    delivery_url: 'https://books.example/',
    status: 'paused',
  }
  shop.webhooks.set(900, { ...other, failures: 0 })
  const { read, made, store } = await connect(shop, eager)
  await read()
  const ours = () => [...shop.webhooks.values()].filter(({ delivery_url }) => delivery_url.includes(made.id))
  const count = ours().length
  const [first, second] = ours()
  first.status = 'disabled'
  shop.webhooks.delete(second.id)
  await until('all webhooks', () => ours().length === count && ours().every(({ status }) => status === 'active'))
  const { secret } = ours()[0]
  ok(await store.operator.post(connections(store), keysOf(shop)), 201)
  await until('the new secret', () => ours().every((one) => one.secret !== secret))
  assert.equal(ours().length, count)
  ok(await store.operator.delete(`${connections(store)}/${made.id}`))
  assert.deepEqual(
    [...shop.webhooks.values()].map(({ id, status }) => [id, status]),
    [[900, 'paused']],
  )
})

test('spec C12.6: the shop’s customers become no contacts; one who wrote gets what the shop knows, and can be redacted', async () => {
  const shop = await startWooShop()
  const email = `nora-${randomUUID()}@customer.example`
  const nora = shop.save('customers', { email, first_name: 'Nora', role: 'subscriber', billing: { city: 'Oslo' } })
  const silent = shop.save('customers', { email: `silent-${email}`, first_name: 'Silent' })
  const bought = shop.save('orders', { customer_id: nora.id, billing: { email }, total: '20.00' })
  shop.save('orders', { customer_id: nora.id, billing: { email }, total: '5.50', status: 'cancelled' })
  const { store, read, assistant, applied } = await connect(shop)
  const contact = await addContact(store, { platformId: String(nora.id), email: null, name: 'Nora' })
  const chat = await addConversation(store, { customerUuid: contact.id })
  await read()
  shop.save('customers', { id: nora.id, billing: { city: 'Oslo', phone: '+4712345678', country: 'NO' } })
  shop.save('customers', { id: silent.id, first_name: 'Still' })
  const known = await until('the customer', async () => {
    const one = ok(await store.api.get(`/chat/customers/${contact.id}`))
    return one.phone !== null && one
  })
  assert.deepEqual(
    [known.email, known.city, known.countryCode, known.ordersCount, known.totalSpent],
    [email, 'Oslo', 'NO', 2, 20],
  )
  await applied()
  assert.ok(!(await dumpDatabase(server)).some((row) => row.includes(`silent-${email}`)))

  // The plugin tells of an erasure in WordPress.
  const [webhook] = [...shop.webhooks.values()]
  const ask = (kind: string, data: object) =>
    shop.deliver(webhook.delivery_url, {
      topic: `parley.${kind}`,
      body: JSON.stringify({ kind, data: { ...data, at: new Date().toISOString() } }),
      secret: webhook.secret,
    })
  assert.equal(await ask('customer_data_request', { platformId: String(nora.id) }), 200)
  assert.equal(await ask('shop_redact', {}), 400)
  assert.equal(await ask('customer_redact', { platformId: String(nora.id), orders: [String(bought.id)] }), 200)
  await until('the redaction', async () => ok(await store.api.get(`/chat/customers/${contact.id}`)).isRedacted)
  assert.equal(ok(await store.api.get(`/chat/conversations/${chat.id}`)).isRedacted, true)
  // Another reading brings neither the person nor the order back.
  ok(await store.operator.post(connections(store), keysOf(shop)), 201)
  await read()
  const rows = (await dumpDatabase(server)).filter((row) => row.includes(store.shopId) && row.includes(email))
  assert.deepEqual(rows, [])
  shop.remove('orders', bought.id)
  await assistant.refused('check_order_status', { orderNumber: String(bought.id) }, 'NOT_FOUND')
})

test('spec C12.8: what is signed is believed no further than that there is news: replays and swapped topics change nothing', async () => {
  const shop = await startWooShop()
  const lamp = shop.save('products', { name: 'Copper lamp' })
  const { read, find, connection, applied } = await connect(shop)
  await read()
  const { delivery_url, secret } = [...shop.webhooks.values()][0]
  const told = JSON.stringify({ ...lamp, name: 'Told lamp', price: '0.01' })
  const send = (topic: string, body: string, id?: string) =>
    shop.deliver(delivery_url, { topic, body, secret, ...(id && { id }) })
  for (const topic of ['product.updated', 'product.deleted', 'order.deleted', 'coupon.created', 'customer.deleted']) {
    for (let i = 0; i < 3; i++) assert.equal(await send(topic, told), 200)
    assert.equal(await send(topic, JSON.stringify({ id: lamp.id })), 200)
  }
  await applied()
  assert.deepEqual(
    (await find('lamp')).map(({ title }) => title),
    ['Copper lamp'],
  )
  const asks = () => shop.asked.filter(({ path }) => path === `products/${lamp.id}`).length
  const asked = asks()
  for (let i = 0; i < 3; i++) assert.equal(await send('product.updated', told, 'one-id'), 200)
  await applied()
  assert.ok(asks() <= asked + 1, 'a repeated delivery is asked for once')

  // Whatever a signed body holds, the service goes on.
  const bodies = ['', '{', '[]', 'null', '{"id":"1"}', '{"id":1e99}', '{"id":-1}', '['.repeat(50_000), '\ud800']
  for (const body of bodies) {
    for (const topic of ['order.updated', 'parley.customer_redact', 'parley.customer_data_request']) {
      assert.equal(await send(topic, body), 400, `${topic} ${body.slice(0, 20)}`)
    }
    for (const topic of ['action.woocommerce_add_to_cart', '__proto__.x', 'constructor', '']) {
      assert.equal(await send(topic, body), 200, `${topic} ${body.slice(0, 20)}`)
    }
  }
  assert.equal((await connection()).lastError, null)
})

test('spec C12.9: a pull misses no hour of a shop whose zone is ahead of GMT', async () => {
  const shop = await startWooShop({ road: { lost: 1 } }) // no webhook arrives
  const lamp = shop.save('products', { name: 'Copper lamp' })
  const { read, find } = await connect(shop, eager)
  await read()
  shop.save('products', { id: lamp.id, name: 'Brass lamp' })
  await until('the change by reading alone', async () => (await find('Brass lamp'))[0]?.title === 'Brass lamp')
})

test('spec C12.8: a shop whose host drops the Authorization header is asked by the address', async () => {
  const shop = await startWooShop()
  shop.save('products', { name: 'Copper lamp' })
  shop.dropsAuthorization = true
  const { read, find, connection } = await connect(shop)
  await read()
  assert.equal((await find('Copper lamp'))[0]?.title, 'Copper lamp')
  assert.deepEqual([(await connection()).state, (await connection()).lastError], ['connected', null])
  // A wrong key is not found by that, and the reason names what may be the cause.
  const other = await startWooShop()
  other.key = 'ck_other'
  const store = await makeStore(server, { settings })
  ok(await store.operator.post(connections(store), { ...keysOf(other), consumerKey: 'ck_wrong' }), 201)
  const why = await until('the reason', async () => ok(await store.operator.get(connections(store)))[0].lastError)
  assert.match(why, /drops the Authorization header; then add SetEnvIf/)
})

test('spec C12.8: a collection leads to the shop, and fractions and thousandths are kept', async () => {
  const shop = await startWooShop()
  shop.save('products/categories', { name: 'Lighting', slug: 'lighting' })
  const items = [{ name: 'Rope by the metre', quantity: 0.4 }]
  shop.save('orders', { id: 901, number: '901', currency: 'KWD', total: '5.125', line_items: items })
  const { read, order, assistant } = await connect(shop)
  await read()
  const { lineItems, total } = await order('901')
  assert.deepEqual([lineItems[0].title, lineItems[0].quantity, total.amount], ['Rope by the metre (0.4)', 1, '5.125'])
  const { collections } = await assistant.call('collection_lookup', { query: 'Lighting' })
  assert.equal(collections[0].url, `${shop.url}/?product_cat=lighting`)
})
