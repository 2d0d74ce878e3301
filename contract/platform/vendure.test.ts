import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { addProduct, cancel, fulfil, installVendure, placeOrder, startVendure } from '#test/doubles/vendure.ts'
import { ok } from '#test/expect.ts'
import { addContact, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C12, against a real shop: Vendure, a program of its own (test/shops/vendure), on PostgreSQL.

const needs = process.env.TEST_DATABASE_URL ? {} : { skip: 'needs a PostgreSQL server: TEST_DATABASE_URL' }

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

test('spec C12.8: a Vendure shop is connected, read, followed and healed', needs, async (t) => {
  await installVendure()
  const [vendure, server] = await Promise.all([
    startVendure(),
    startServer({ ownProcess: true, env: { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8', PLATFORM_PULL_EVERY: '1h' } }),
  ])
  const settings = { ai: { training: { products: true, collections: true, discounts: true } } }
  const store = await makeStore(server, { settings })
  const assistant = assistantOf(server, store)
  const lamp = await addProduct(vendure, { name: 'Copper lamp', price: 4900, stock: 10 })
  const chair = await addProduct(vendure, { name: 'Oak chair', price: 9900, stock: 10 })
  const email = `nora-${randomUUID()}@customer.example`
  const early = await placeOrder(vendure, lamp.variantId, email)

  const path = `/operator/stores/${store.shopId}/connections`
  const connect = { kind: 'vendure', apiUrl: vendure.apiUrl, apiKey: vendure.apiKey }
  const made = ok(await store.operator.post(path, connect), 201)
  assert.deepEqual(Object.keys(made), ['id', 'kind', 'shopDomain', 'state', 'secret', 'lastError', 'createdAt'])
  const connection = async (): Promise<Any> => ok(await store.operator.get(path))[0]
  const find = async (query: string): Promise<Any[]> => (await assistant.call('product_lookup', { query })).products
  const order = async (orderNumber: string): Promise<Any> =>
    (await assistant.call('check_order_status', { orderNumber })).order

  await t.test('all of the shop is read, with its progress', async () => {
    const { sync } = await until('the first reading', async () => {
      const one = await connection()
      return one.sync.kinds.length === 5 && one.sync.kinds.every((kind: Any) => kind.isComplete) && one
    })
    const counts = Object.fromEntries(sync.kinds.map(({ kind, records, total }: Any) => [kind, [records, total]]))
    assert.deepEqual(counts.product, [2, 2])
    assert.deepEqual(counts.order, [1, 1])
    assert.deepEqual(
      (await find('lamp')).map(({ title, priceRange }) => [title, priceRange.min]),
      [['Copper lamp', { amount: '49.00', currencyCode: 'USD' }]],
    )
    const { financialStatus, fulfillmentStatus, total } = await order(early.code)
    assert.deepEqual([financialStatus, fulfillmentStatus, total.amount], ['paid', 'unfulfilled', '54.00'])
    assert.deepEqual(JSON.stringify(await connection()).includes(vendure.apiKey), false)
  })

  await t.test('an order that is not known yet is asked for live', async () => {
    const { code } = await placeOrder(vendure, chair.variantId, email)
    assert.equal((await order(code)).orderNumber, code)
    await assistant.refused('check_order_status', { orderNumber: code, email: 'eve@example.com' }, 'NOT_FOUND')
    await assistant.refused('check_order_status', { orderNumber: 'NOBODYS' }, 'NOT_FOUND')
  })

  await vendure.connect({ url: server.baseUrl, connection: made.id, secret: made.secret })

  await t.test('what changes in the shop is told within seconds', async () => {
    // The shop is read once an hour: only its webhook can be this early.
    await fulfil(vendure, early.id, 'JD014600')
    const [shipment] = await until('the tracking code', async () => {
      const { shipments } = await order(early.code)
      return shipments.length > 0 && shipments
    })
    assert.deepEqual([shipment.trackingNumber, shipment.carrier], ['JD014600', 'Posten'])
    assert.equal(
      (await assistant.call('check_order_status', { trackingNumber: 'jd 014600' })).order.orderNumber,
      early.code,
    )

    const rename = 'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { id } }'
    const translations = [{ languageCode: 'en', name: 'Brass lantern', slug: 'brass-lantern', description: 'New' }]
    await vendure.admin(rename, { input: { id: lamp.productId, translations } })
    await until('the new name', async () => (await find('lantern'))[0]?.title === 'Brass lantern')
    const stock = 'mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }'
    await vendure.admin(stock, {
      input: [{ id: chair.variantId, stockOnHand: 0, outOfStockThreshold: 0, useGlobalOutOfStockThreshold: false }],
    })
    await until('the empty stock', async () => (await find('chair'))[0]?.available === false)
  })

  await t.test('a kill of either side loses nothing', async () => {
    await server.kill()
    const late = await placeOrder(vendure, lamp.variantId, email)
    await cancel(vendure, late.id)
    await server.restart()
    // Until it is read again it is not found, where the shop does not answer in time either.
    const known = () => order(late.code).catch(() => null)
    await until('the cancelled order', async () => (await known())?.status === 'cancelled')

    const remove = 'mutation ($id: ID!) { deleteProduct(id: $id) { result } }'
    await vendure.admin(remove, { id: chair.productId })
    await vendure.kill()
    assert.equal((await order(late.code)).status, 'cancelled') // told although the shop is away
    // What nobody told is found once everything is read again.
    const { secret } = ok(await store.operator.post(path, connect), 201)
    await vendure.start()
    await vendure.connect({ url: server.baseUrl, connection: made.id, secret })
    await until('the deleted product to go', async () => (await find('chair')).length === 0)
    const name = 'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { id } }'
    const translations = [{ languageCode: 'en', name: 'Silver lantern', slug: 'silver-lantern', description: '' }]
    await vendure.admin(name, { input: { id: lamp.productId, translations } })
    await until('the newest name', async () => (await find('lantern'))[0]?.title === 'Silver lantern')
    assert.equal((await connection()).state, 'connected')
  })

  await t.test(
    'the shop’s customers become no contacts; one who wrote gets what the shop knows, and can be redacted',
    async () => {
      const customers = await vendure.admin('{ customers { items { id emailAddress } } }')
      const { id } = customers.items.find((one: Any) => one.emailAddress === email)
      const copied = (await connection()).sync.kinds.find(({ kind }: Any) => kind === 'contact')
      assert.equal(copied?.records ?? 0, 0)
      const contact = await addContact(store, { platformId: id, email: null, name: 'Nora' })
      const change =
        'mutation ($input: UpdateCustomerInput!) { updateCustomer(input: $input) { ... on Customer { id } } }'
      await vendure.admin(change, { input: { id, phoneNumber: '+4712345678' } })
      const known = await until('the customer', async () => {
        const one = ok(await store.api.get(`/chat/customers/${contact.id}`))
        return one.phone !== null && one
      })
      assert.deepEqual([known.email, known.city, known.ordersCount], [email, 'Oslo', 3])
      ok(
        await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, {
          customerUuid: contact.id,
          orders: [early.code],
        }),
      )
      // Another reading of the shop brings neither the person nor the order back.
      await new Promise((resolve) => setTimeout(resolve, 4_000))
      const after = ok(await store.api.get(`/chat/customers/${contact.id}`))
      assert.deepEqual([after.email, after.phone, after.isRedacted], [null, null, true])
    },
  )

  await t.test('a key that the shop refuses breaks the connection; removing it ends the reading', async () => {
    ok(await store.operator.post(path, { ...connect, apiKey: 'wrong' }), 201)
    const broken = await until('the connection to break', async () => {
      const one = await connection()
      return one.state === 'broken' && one
    })
    assert.match(broken.lastError, /refuses the API key/)
    assert.equal(broken.id, made.id)
    ok(await store.operator.delete(`${path}/${made.id}`))
    assert.equal((await connection()).state, 'disconnected')
  })
})
