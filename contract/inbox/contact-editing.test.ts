import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Contacts that members create and change.

const server = await shareServer()
const store = await makeStore(server)
const owner = await signInOwner(server, store)
const { inbox } = await signInMember(server, store)

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const PATH = '/api/chat/customers'
const shown = async (id: string): Promise<Any> => ok(await store.api.get(`/chat/customers/${id}`))

test('spec C13.5: a member changes what is known of a contact, and their conversations follow', async () => {
  const { id } = await addContact(store, { name: 'Kim', email: 'kim@example.com', phone: null, type: 'guest' })
  const { id: conversationId } = await addConversation(store, { customerUuid: id, messages: [message()] })
  const edit = {
    name: 'Kim Park',
    email: 'Kim.Park@example.com',
    phone: '+49 151 1234',
    note: 'Prefers calls',
    tags: ['vip'],
    customAttributes: { size: 'M' },
  }
  const { data } = (await inbox.patch(`${PATH}/${id}`, edit)).body
  const contact = await shown(id)
  for (const known of [data, contact]) {
    assert.deepEqual(
      { ...edit, firstName: 'Kim', lastName: 'Park' },
      Object.fromEntries([...Object.keys(edit), 'firstName', 'lastName'].map((key) => [key, known[key]])),
    )
  }
  const conversation = ok(await store.api.get(`/chat/conversations/${conversationId}`))
  assert.deepEqual([conversation.customerName, conversation.customerEmail], ['Kim Park', 'Kim.Park@example.com'])
  const byEmail = ok(await store.api.get('/chat/conversations?customerEmail=kim.park@example.com'))
  assert.deepEqual(
    byEmail.map((one: Any) => one.id),
    [conversationId],
  )
  // What is not given stays, null clears.
  ok(await inbox.patch(`${PATH}/${id}`, { phone: null, tags: null }))
  const cleared = await shown(id)
  assert.deepEqual([cleared.name, cleared.phone, cleared.tags, cleared.note], ['Kim Park', null, null, 'Prefers calls'])
  const log = ok(await owner.get('/api/chat/audit-log')).find((entry: Any) => entry.action === 'customer.changed')
  assert.ok(log.details.changed.length > 0)
})

test('spec C13.5: an address that a member typed shows no orders as the contact’s own', async () => {
  const { id } = await addContact(store, { name: 'Ana', email: null, type: 'guest' })
  const { id: conversationId } = await addConversation(store, { customerUuid: id, messages: [message()] })
  const email = 'orders@example.com'
  const data = {
    orderNumber: '7001',
    email,
    total: { amount: '5.00', currencyCode: 'EUR' },
    createdAt: new Date().toISOString(),
  }
  await importLines(store, [{ kind: 'order', data }])
  ok(await inbox.patch(`${PATH}/${id}`, { email }))
  const context = ok(await inbox.get(`/api/chat/conversations/${conversationId}/context`))
  assert.deepEqual([context.orders, context.claimedOrders.length], [[], 1])
})

test('spec C13.5: a contact is created with an event; others with the address are named for merging', async () => {
  const email = 'twice@example.com'
  const first = (await inbox.post(PATH, { name: 'First', email })).body
  assert.deepEqual(first.meta.duplicates, [])
  const second = await inbox.post(PATH, { email: 'Twice@example.com' })
  assert.equal(second.status, 201)
  assert.deepEqual(
    second.body.meta.duplicates.map((other: Any) => [other.id, other.name]),
    [[first.data.id, 'First']],
  )
  assert.deepEqual([first.data.type, first.data.channels], ['guest', []])
})

test('spec C13.5: what cannot be a contact is refused', async () => {
  const { id } = await addContact(store, { name: 'Kim' })
  const path = `${PATH}/${id}`
  for (const wrong of [
    { email: 'nobody' },
    { email: 'a@b.example\r\nBcc: x@y.example' },
    { name: '' },
    { name: 'x'.repeat(256) },
    { phone: '1'.repeat(65) },
    { tags: Array.from({ length: 101 }, (_, i) => `t${i}`) },
    { customAttributes: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) },
    { customAttributes: { a: 1 } },
  ]) {
    refused(await inbox.patch(path, wrong), 400, 'INVALID_PARAMS')
  }
  refused(await inbox.post(PATH, {}), 400, 'INVALID_PARAMS')
  refused(await inbox.post(PATH, { note: 'x' }), 400, 'INVALID_PARAMS')
  refused(await inbox.patch(`${PATH}/unknown`, { name: 'x' }), 404, 'NOT_FOUND')
  const elsewhere = await signInOwner(server, await makeStore(server))
  refused(await elsewhere.patch(path, { name: 'x' }), 404, 'NOT_FOUND')
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid: id }))
  refused(await inbox.patch(path, { name: 'Kim again' }), 400, 'INVALID_PARAMS')
})
