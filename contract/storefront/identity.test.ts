import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { makeVisitor, type TestVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C8: `identify`. Who is signed in at the shop is believed with a signature, and not without.

const server = await shareServer()
const store = await makeStore(server)
const secretsOf = (of: Store) => `/operator/stores/${of.shopId}/identity-secrets`
const { secret } = ok(await store.operator.post(secretsOf(store)), 201)
const sign = (id: string, by = secret) => createHmac('sha256', by).update(id).digest('hex')
const identify = async (visitor: TestVisitor, body: object) => ok(await visitor.api.post('/storefront/identify', body))

/** A customer known from before, with one conversation. */
async function makeCustomer() {
  const platformId = randomUUID()
  const { id: contactId } = await addContact(store, { platformId, name: 'Ada Lovelace', email: 'ada@example.com' })
  const old = await addConversation(store, { customerUuid: contactId, messages: [message({ text: 'Long ago' })] })
  return { platformId, contactId, old }
}

test('with a valid hash a visitor is that customer, and sees their history', async () => {
  const { platformId, contactId, old } = await makeCustomer()
  const visitor = await makeVisitor(server, store)
  const answer = await identify(visitor, { id: platformId, hash: sign(platformId).toUpperCase() })
  assert.deepEqual([answer.identified, answer.visitor.isIdentified, answer.visitor.name], [true, true, 'Ada Lovelace'])
  assert.deepEqual([answer.conversation.id, answer.messages[0].text], [old.id, 'Long ago'])
  const { conversation } = await visitor.say('Me again')
  assert.equal(conversation.id, old.id)
  assert.equal(ok(await store.api.get(`/chat/conversations/${old.id}`)).customerUuid, contactId)
})

test('what this browser said before becomes the customer’s', async () => {
  const { platformId, contactId, old } = await makeCustomer()
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Anonymous words')
  const before = ok(await store.api.get(`/chat/conversations/${conversation.id}`))
  await identify(visitor, { id: platformId, hash: sign(platformId) })
  const after = ok(await store.api.get(`/chat/conversations/${conversation.id}`))
  assert.deepEqual(
    [after.customerUuid, after.customerName, after.customerEmail, after.customerType],
    [contactId, 'Ada Lovelace', 'ada@example.com', 'customer'],
  )
  refused(await store.api.get(`/chat/customers/${before.customerUuid}`), 404, 'NOT_FOUND')
  const list = ok(await visitor.api.get('/storefront/conversations'))
  assert.deepEqual(list.map(({ id }: { id: string }) => id).sort(), [conversation.id, old.id].sort())
})

test('an unknown customer’s contact is the one of this browser, from the first message on', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const spoke = await makeVisitor(server, store)
  const { conversation } = await spoke.say('Hello')
  await identify(spoke, { id: one, hash: sign(one), email: 'new@example.com', attributes: { tier: 'gold' } })
  const record = ok(await store.api.get(`/chat/conversations/${conversation.id}`))
  const contact = ok(await store.api.get(`/chat/customers/${record.customerUuid}`))
  assert.deepEqual(
    [contact.platformId, contact.type, contact.email, contact.customAttributes, record.customerEmail],
    [one, 'customer', 'new@example.com', { tier: 'gold' }, 'new@example.com'],
  )
  // On two devices before any message: still one contact.
  const devices = [await makeVisitor(server, store), await makeVisitor(server, store)]
  for (const device of devices) await identify(device, { id: other, hash: sign(other) })
  const said = await Promise.all(devices.map((device) => device.say('Hello')))
  const ids = await Promise.all(
    said.map(async (each) => ok(await store.api.get(`/chat/conversations/${each.conversation.id}`)).customerUuid),
  )
  assert.equal(new Set(ids).size, 1)
})

test('without a valid hash nothing is merged and no history is shown', async () => {
  const { platformId, contactId } = await makeCustomer()
  const foreign = await makeStore(server)
  const theirs = ok(await foreign.operator.post(secretsOf(foreign)), 201).secret
  const wrong = [
    undefined,
    '',
    'x',
    sign('somebody else'),
    sign(platformId, theirs),
    sign(platformId).slice(1),
    '0'.repeat(64),
  ]
  for (const hash of wrong) {
    const visitor = await makeVisitor(server, store)
    const answer = await identify(visitor, { id: platformId, ...(hash === undefined ? {} : { hash }), name: 'Mallory' })
    assert.deepEqual([answer.identified, answer.visitor.isIdentified], [false, false])
    assert.deepEqual([answer.conversation, answer.messages, answer.visitor.name], [null, [], 'Mallory'])
    const { conversation } = await visitor.say('Who am I')
    const record = ok(await store.api.get(`/chat/conversations/${conversation.id}`))
    assert.notEqual(record.customerUuid, contactId)
    assert.equal(record.customerName, 'Mallory')
  }
  assert.equal(ok(await store.api.get(`/chat/customers/${contactId}`)).name, 'Ada Lovelace')
})

test('somebody else at the same browser sees nothing of who was there', async () => {
  const [one, other] = [await makeCustomer(), await makeCustomer()]
  for (const hash of [sign(other.platformId), undefined]) {
    const visitor = await makeVisitor(server, store)
    await identify(visitor, { id: one.platformId, hash: sign(one.platformId) })
    await visitor.say('I am one')
    const socket = await visitor.connect()
    const answer = await identify(visitor, { id: other.platformId, ...(hash ? { hash } : {}) })
    assert.equal(answer.identified, hash !== undefined)
    assert.notEqual(answer.session.id, visitor.sessionId)
    assert.ok(!JSON.stringify(answer).includes(one.old.id))
    const ready = await socket.next('ready', (frame) => frame.session.id === answer.session.id)
    assert.ok(!JSON.stringify(ready).includes(one.old.id))
    refused(await visitor.api.get(`/storefront/messages?conversationId=${one.old.id}`), 404, 'NOT_FOUND')
    assert.equal(ok(await store.api.get(`/chat/conversations/${one.old.id}`)).customerUuid, one.contactId)
  }
})

test('who is known by a valid hash is not told about by one without', async () => {
  const { platformId, contactId } = await makeCustomer()
  const visitor = await makeVisitor(server, store)
  await identify(visitor, { id: platformId, hash: sign(platformId) })
  const answer = await identify(visitor, { id: platformId, email: 'mallory@example.com' })
  assert.equal(answer.visitor.isIdentified, true)
  assert.equal(ok(await store.api.get(`/chat/customers/${contactId}`)).email, 'ada@example.com')
})

test('a store has two identity secrets at most, each good until it is deleted, and shown once', async () => {
  const other = await makeStore(server)
  const path = secretsOf(other)
  const [first, second] = [ok(await other.operator.post(path), 201), ok(await other.operator.post(path), 201)]
  refused(await other.operator.post(path), 400, 'INVALID_PARAMS')
  const list = await other.operator.get(path)
  assert.deepEqual(
    ok(list).map((one: object) => Object.keys(one)),
    [
      ['id', 'createdAt'],
      ['id', 'createdAt'],
    ],
  )
  const isIdentified = async (by: string) =>
    (await identify(await makeVisitor(server, other), { id: '7', hash: sign('7', by) })).identified
  assert.deepEqual([await isIdentified(first.secret), await isIdentified(second.secret)], [true, true])
  ok(await other.operator.delete(`${path}/${first.id}`))
  refused(await other.operator.delete(`${path}/${first.id}`), 404, 'NOT_FOUND')
  refused(await store.operator.delete(`${secretsOf(store)}/${second.id}`), 404, 'NOT_FOUND')
  assert.deepEqual([await isIdentified(first.secret), await isIdentified(second.secret)], [false, true])
})

test('ids and details that no customer could have are refused', async () => {
  const visitor = await makeVisitor(server, store)
  for (const body of [
    {},
    { id: '' },
    { id: 7 },
    { id: 'x'.repeat(256) },
    { id: 'a', hash: 7 },
    { id: 'a', email: 'no address' },
    { id: 'a', name: ' ' },
    { id: 'a', attributes: { a: 7 } },
    { id: 'a', attributes: { a: 'x'.repeat(1_001) } },
    { id: 'a', attributes: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`a${i}`, 'x'])) },
  ]) {
    refused(await visitor.api.post('/storefront/identify', body), 400, 'INVALID_PARAMS')
  }
})

test('a blocked customer cannot write, from whichever browser, until they are unblocked', async () => {
  const { platformId, old } = await makeCustomer()
  const visitor = await makeVisitor(server, store)
  await identify(visitor, { id: platformId, hash: sign(platformId) })
  const socket = await visitor.connect()
  const { signInOwner } = await import('#test/fixtures/inbox.ts')
  const inbox = await signInOwner(server, store)
  const block = (blocked: boolean) => inbox.post(`/api/chat/conversations/${old.id}/block`, { isBlock: blocked })
  ok(await block(true))
  await socket.next('ready', (frame) => frame.visitor.isBlocked)
  const post = { clientId: randomUUID(), text: 'x' }
  refused(await visitor.api.post('/storefront/messages', post), 403, 'FORBIDDEN')
  assert.equal(ok(await store.api.get(`/chat/conversations/${old.id}`)).isBlock, true)
  ok(await block(false))
  ok(await visitor.api.post('/storefront/messages', post), 201)
})

test('the last order is shown to a visitor with a signed identity, under the address that the shop confirms', async () => {
  const own = await makeStore(server, { settings: { widget: { orders: true } } })
  const { secret: key } = ok(await own.operator.post(secretsOf(own)), 201)
  const order = (orderNumber: string, email: string, createdAt: string) => ({
    kind: 'order',
    data: { orderNumber, email, createdAt, total: { amount: '9.00', currencyCode: 'EUR' } },
  })
  await addContact(own, { platformId: 'ada', email: 'ada@example.com' })
  await importLines(own, [
    order('#1', 'ada@example.com', '2026-01-01T00:00:00.000Z'),
    order('#2', 'Ada@example.com', '2026-02-01T00:00:00.000Z'),
    order('#3', 'eve@example.com', '2026-03-01T00:00:00.000Z'),
  ])
  const last = async (visitor: TestVisitor) => ok(await visitor.api.get('/storefront/orders/last'))
  const asks = async (body: object) => {
    const visitor = await makeVisitor(server, own)
    ok(await visitor.api.post('/storefront/identify', body))
    return visitor
  }
  const ada = await asks({ id: 'ada', hash: sign('ada', key) })
  const told = await last(ada)
  assert.deepEqual([told.order.orderNumber, told.canReturn], ['#2', false])
  assert.equal(await last(await makeVisitor(server, own)), null)
  assert.equal(await last(await asks({ id: 'ada', email: 'ada@example.com' })), null)
  // Signed, but the address is only said: by a customer whom the shop has told nothing of, and by one it has.
  assert.equal(await last(await asks({ id: 'new', hash: sign('new', key), email: 'eve@example.com' })), null)
  ok(await ada.api.patch('/storefront/visitor', { email: 'eve@example.com' }))
  assert.equal(await last(ada), null)
  ok(await own.operator.patch(`/operator/stores/${own.shopId}`, { settings: { widget: { orders: false } } }))
  const again = await makeVisitor(server, own)
  ok(await again.api.post('/storefront/identify', { id: 'ada', hash: sign('ada', key) }))
  assert.equal(await last(again), null)
})
