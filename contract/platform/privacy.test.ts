import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { findingsOf, makePerson, type Person } from '#test/fixtures/personal-data-fixture.ts'
import { connectCustom, newOrder, newProduct, type Shop, tellAndWait } from '#test/fixtures/platform.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C12, 1.3, 1.4: privacy requests, uninstalling and installing, by the shop.

const world = await startMailWorld()
const server = await startServer({ env: world.env })
const makeShop = async (): Promise<Shop> =>
  connectCustom(
    server,
    await makeStore(server, { settings: { ai: { training: { products: true, collections: true, discounts: true } } } }),
  )
const contactOf = async ({ store }: Shop, id: string) => ok(await store.api.get(`/chat/customers/${id}`))
const storeOf = async ({ store }: Shop) => ok(await store.operator.get(`/operator/stores/${store.shopId}`))
const orderOf = (shop: Shop, orderNumber: string) => {
  const assistant = assistantOf(server, shop.store)
  return {
    found: () => assistant.call('check_order_status', { orderNumber }),
    gone: () => assistant.refused('check_order_status', { orderNumber }, 'NOT_FOUND'),
  }
}

const findings = (person: Person) => findingsOf(server, person)

test('spec 1.3, C12.11: customer_redact leaves no personal field of the customer in the whole database', async () => {
  const shop = await makeShop()
  const { store } = shop
  const person = makePerson()
  await tellAndWait(shop, [
    { kind: 'contact', data: person },
    newOrder({ orderNumber: '#7001', platformId: '900', email: person.email, customerPlatformId: person.platformId }),
    newOrder({ orderNumber: '#7002', platformId: '901', email: person.email, customerPlatformId: person.platformId }),
    newOrder({ orderNumber: '#7003', email: person.email }),
  ])
  const [row] = (await findings(person)).filter((one) => one.startsWith('contacts: '))
  const { id } = JSON.parse((row as string).slice('contacts: '.length))
  const chat = await addConversation(store, {
    customerUuid: id,
    messages: [message({ text: 'Hello', senderName: person.name })],
    attributes: [{ name: 'phone', value: person.phone }],
  })
  // An invalid order: the error returned to the shop quotes its values.
  await tellAndWait(shop, [
    newProduct({ id: 'p' }),
    newOrder({ orderNumber: '1', email: person.email, customerUuid: person.email }),
  ])
  assert.ok((await findings(person)).length > 4)

  const told = await tellAndWait(shop, [
    { kind: 'customer_redact', data: { platformId: person.platformId, orders: ['#7001', '901'] } },
  ])
  assert.equal(told.status, 202)
  assert.deepEqual(await findings(person), [])
  assert.equal((await contactOf(shop, id)).isRedacted, true)
  assert.deepEqual(
    [ok(await store.api.get(`/chat/conversations/${chat.id}`))].map(({ customerName, isRedacted }) => [
      customerName,
      isRedacted,
    ]),
    [['Redacted', true]],
  )
  await orderOf(shop, '7001').gone()
  await orderOf(shop, '7002').gone()
  await orderOf(shop, '7003').found()

  // Older hints that arrive late bring nobody back.
  const before = new Date(Date.now() - 60_000).toISOString()
  await tellAndWait(shop, [
    { kind: 'contact', data: { ...person, updatedAt: before } },
    { kind: 'contact', data: { ...person, id, updatedAt: new Date().toISOString() } },
    newOrder({ orderNumber: '#7001', email: person.email, updatedAt: before, createdAt: before }),
    newOrder({ orderNumber: '#7003', email: person.email, customerPlatformId: person.platformId, createdAt: before }),
  ])
  assert.deepEqual(await findings(person), [])
  await orderOf(shop, '7001').gone()
})

test('spec 1.3, C12.11: a customer is named by customerUuid too; nobody else is touched', async () => {
  const shop = await makeShop()
  const neighbour = await addContact(shop.store, makePerson())
  const person = await addContact(shop.store, makePerson())
  const other = await makeShop()
  const twin = await addContact(other.store, { ...person, id: person.id })
  await tellAndWait(shop, [{ kind: 'customer_redact', data: { customerUuid: person.id, orders: [] } }])
  assert.equal((await contactOf(shop, person.id)).isRedacted, true)
  assert.equal((await contactOf(shop, neighbour.id)).name, neighbour.name)
  assert.equal((await contactOf(other, twin.id)).name, twin.name)
})

test('spec C12.11: an unknown customer is 202: nothing is stored, and the named orders are still deleted', async () => {
  const shop = await makeShop()
  const platformId = `ghost-${randomUUID()}`
  await tellAndWait(shop, [newOrder({ orderNumber: 'G-1' }), newOrder({ orderNumber: 'G-2' })])
  for (const customer of [{ platformId }, { customerUuid: platformId }]) {
    await tellAndWait(shop, [
      { kind: 'customer_redact', data: { ...customer, orders: ['G-1'] } },
      { kind: 'customer_data_request', data: customer },
    ])
  }
  await orderOf(shop, 'G-1').gone()
  await orderOf(shop, 'G-2').found()
  assert.deepEqual(
    (await dumpDatabase(server)).filter((row) => row.includes(platformId)),
    [],
  )
})

test('spec 1.3, C12.11: customer_data_request is noted for support once, and told the admins by mail', async () => {
  const shop = await makeShop()
  const person = await addContact(shop.store, makePerson())
  const request = { kind: 'customer_data_request', data: { customerUuid: person.id } }
  await tellAndWait(shop, [request])
  const [mail] = await until('the mail', async () => {
    const mails = await world.sentTo(shop.store.owner.email)
    return mails.length > 0 && mails
  })
  assert.match(mail?.text ?? '', new RegExp(person.id))
  assert.doesNotMatch(mail?.text ?? '', new RegExp(person.email))
  const notes = (await dumpDatabase(server)).filter(
    (row) => row.startsWith('data_requests:') && row.includes(person.id),
  )
  assert.equal(notes.length, 1)
})

test('spec 1.4, C12.13: app_uninstalled stops notices and deletes nothing of the store’s own; app_installed resumes', async () => {
  const shop = await makeShop()
  const { store } = shop
  const hook = { url: 'https://hooks.example.com/a', events: ['message.created'] }
  ok(await store.api.post('/chat/webhooks', hook), 201)
  await tellAndWait(shop, [newProduct({ id: 'p1', title: 'First lamp' })])
  await tellAndWait(shop, [{ kind: 'app_uninstalled', data: {} }, newProduct({ id: 'p2', title: 'Second lamp' })])
  assert.ok((await storeOf(shop)).uninstalledAt)
  const path = `/operator/stores/${store.shopId}/connections`
  const [gone] = ok(await store.operator.get(path))
  assert.deepEqual([gone.state, gone.sync.kinds[0].records], ['disconnected', 1])
  await tellAndWait(shop, [newProduct({ id: 'p3', title: 'Third lamp' })])
  assert.equal(ok(await store.operator.get(path))[0].sync.kinds[0].records, 1)
  ok(await store.api.get('/chat/conversations')) // the key works
  assert.equal(ok(await store.api.get('/chat/webhooks'))[0].isActive, true)
  await tellAndWait(shop, [{ kind: 'app_installed' }, newProduct({ id: 'p4', title: 'Fourth lamp' })])
  assert.equal((await storeOf(shop)).uninstalledAt, null)
  const [back] = ok(await store.operator.get(path))
  assert.deepEqual([back.state, back.sync.kinds[0].records], ['connected', 2])
})

test('spec C3.10, C12.13: the operator’s uninstalling stops a shop as its own does', async () => {
  const shop = await makeShop()
  const { operator, shopId } = shop.store
  ok(await operator.post(`/operator/stores/${shopId}/uninstall`))
  await tellAndWait(shop, [newProduct({ id: 'p1' })])
  const [gone] = ok(await operator.get(`/operator/stores/${shopId}/connections`))
  assert.deepEqual([gone.state, gone.sync.kinds], ['disconnected', []])
  ok(await operator.post(`/operator/stores/${shopId}/install`))
  assert.equal(ok(await operator.get(`/operator/stores/${shopId}/connections`))[0].state, 'connected')
})

test('spec C12.12: shop_redact: all contacts are redacted, orders and catalogue go; store, keys and subscriptions stay', async () => {
  const shop = await makeShop()
  const { store } = shop
  const people = Array.from({ length: 5 }, makePerson)
  const hook = { url: 'https://hooks.example.com/a', events: ['message.created'] }
  ok(await store.api.post('/chat/webhooks', hook), 201)
  const nobody = makePerson()
  await importLines(store, [
    {
      kind: 'conversation',
      data: {
        id: 'nobodys',
        channel: 'email',
        customerName: nobody.name,
        customerEmail: nobody.email,
        messages: [message({ senderName: nobody.name })],
      },
    },
  ])
  const visitor = await makeVisitor(server, store)
  const browser = makePerson()
  ok(await visitor.api.patch('/storefront/visitor', { name: browser.name, email: browser.email }))
  await tellAndWait(shop, [
    ...people.map((data) => ({ kind: 'contact', data })),
    ...people.map(({ email, platformId }, i) =>
      newOrder({ orderNumber: `S-${i}`, email, customerPlatformId: platformId }),
    ),
    newProduct({ id: 'p1', title: 'Copper lamp' }),
    { kind: 'collection', data: { id: 'c1', title: 'Lighting' } },
    { kind: 'discount', data: { id: 'd1', title: 'Spring', code: 'SPRING', type: 'percentage', value: 10 } },
    { kind: 'sizeGuide', data: { productId: 'p1', sizeGuide: { columns: ['Size'], rows: [['M']] } } },
    { kind: 'faq', data: { id: 'f1', question: 'Do you ship?', answer: 'Yes.' } },
  ])
  const bystander = await makeShop()
  await tellAndWait(bystander, [newProduct({ id: 'p1', title: 'Copper lamp' }), newOrder({ orderNumber: 'B-1' })])

  await tellAndWait(shop, [{ kind: 'app_uninstalled' }])
  await tellAndWait(shop, [{ kind: 'shop_redact', data: {} }])
  for (const person of [...people, nobody, browser]) assert.deepEqual(await findings(person), [])
  const rows = (await dumpDatabase(server)).filter((row) => row.includes(store.shopId))
  const left = (table: string) => rows.filter((row) => row.startsWith(`${table}: `)).length
  for (const table of [
    'orders',
    'order_tracking',
    'products',
    'product_variants',
    'collections',
    'discounts',
    'size_guides',
  ]) {
    assert.equal(left(table), 0, table)
  }
  assert.equal(left('contacts'), 5)
  assert.equal(left('articles'), 1)
  assert.equal(ok(await store.api.get('/chat/webhooks')).length, 1)
  assert.equal((await storeOf(shop)).name, 'Acme')
  assert.deepEqual((await assistantOf(server, store).call('product_lookup', { query: 'lamp' })).products, [])
  assert.equal(
    (await assistantOf(server, bystander.store).call('product_lookup', { query: 'lamp' })).products.length,
    1,
  )
  await orderOf(bystander, 'B-1').found()

  // A later install finds the store, and sends everything again.
  await tellAndWait(shop, [{ kind: 'app_installed' }, newProduct({ id: 'p1', title: 'Copper lamp' })])
  assert.equal((await assistantOf(server, store).call('product_lookup', { query: 'lamp' })).products.length, 1)
})

test('spec C12.11: requests that were answered are complied with although the connection is removed', async () => {
  const shop = await makeShop()
  const person = await addContact(shop.store, makePerson())
  const path = `/operator/stores/${shop.store.shopId}/connections`
  // Behind a long delivery, so that it still waits.
  await shop.tell(Array.from({ length: 1_500 }, (_, i) => newProduct({ id: `p${i}` })))
  await shop.tell([{ kind: 'customer_redact', data: { customerUuid: person.id } }])
  ok(await shop.store.operator.delete(`${path}/${shop.id}`))
  await until('the customer to be redacted', async () => (await contactOf(shop, person.id)).isRedacted)
  refused(await shop.tell([newProduct()]), 401, 'UNAUTHENTICATED')
})
