import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, addMember, makeStore, message } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 3.1, 4.1 (state, assign, read, typing); spec C6.

const server = await shareServer()
const store = await makeStore(server)
const { api } = store
const get = async (id: string) => ok(await api.get(`/chat/conversations/${id}`))
const post = (id: string, act: string, body?: unknown) => api.post(`/chat/conversations/${id}/${act}`, body)

test('spec 3.1.1, 4.1.6, C6.1: state resolves and reopens, and answers the conversation as its detail endpoint gives it', async () => {
  const { id } = await addConversation(store, { updatedAt: '2026-01-01T00:00:00.000Z' })
  for (const status of ['resolved', 'open']) {
    const answer = await post(id, 'state', { status })
    assert.equal(ok(answer).status, status)
    assert.deepEqual(answer.body, { data: await get(id) })
  }
  assert.ok(Date.parse((await get(id)).updatedAt) > Date.parse('2026-01-01T00:00:00.000Z'))
})

test('spec 3.1.3: writing the status already held changes nothing', async () => {
  for (const status of ['open', 'resolved']) {
    const before = await addConversation(store, { status, updatedAt: '2026-01-01T00:00:00.000Z' })
    assert.deepEqual(ok(await post(before.id, 'state', { status })), before)
    assert.deepEqual(await get(before.id), before)
  }
})

test('spec 3.1.4: any other status is refused', async () => {
  const { id } = await addConversation(store)
  for (const body of [
    {},
    { status: 'closed' },
    { status: null },
    { status: ['open'] },
    { status: 'Open' },
    [],
    'open',
    null,
  ]) {
    refused(await post(id, 'state', body), 400, 'INVALID_PARAMS')
  }
  refused(await post(id, 'state'), 400, 'INVALID_PARAMS')
})

test('spec 4.1.10: assign gives the conversation to a member, to another, and with null to nobody', async () => {
  const [one, other] = [await addMember(store), await addMember(store)]
  const { id } = await addConversation(store)
  for (const memberId of [one.id, other.id, other.id, null, null]) {
    const answer = await post(id, 'assign', { memberId })
    assert.equal(ok(answer).memberId, memberId)
    assert.deepEqual(answer.body, { data: await get(id) })
  }
})

test('spec C6.5: assigning to an unknown, foreign or inactive member is refused and changes nothing', async () => {
  const foreign = await addMember(await makeStore(server))
  const inactive = await addMember(store, { active: false })
  const before = await addConversation(store, { memberId: store.owner.memberId })
  for (const memberId of [foreign.id, inactive.id, randomUUID(), '', 7, true, {}, undefined]) {
    refused(await post(before.id, 'assign', { memberId }), 400, 'INVALID_PARAMS')
  }
  assert.deepEqual(await get(before.id), before)
})

test('spec 4.1.11: read marks the conversation read on the agents’ side only', async () => {
  const before = await addConversation(store, { isRead: false, isCustomerRead: false })
  const answer = await post(before.id, 'read')
  assert.deepEqual(answer.body, { data: await get(before.id) })
  const { isRead, isCustomerRead } = ok(answer)
  assert.deepEqual({ isRead, isCustomerRead }, { isRead: true, isCustomerRead: false })
  assert.deepEqual(ok(await post(before.id, 'read')), ok(answer))
})

test('spec C9.11: read takes an empty body, whatever its content type, and ignores any other', async () => {
  const { id } = await addConversation(store)
  const path = `/chat/conversations/${id}/read`
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', '']) {
    ok(await api.post(path, '', { 'content-type': type }))
  }
  ok(await api.post(path, {}))
})

test('spec C9.11: a body of which nothing is needed may be left out', async () => {
  const path = `/operator/stores/${store.shopId}`
  assert.equal(ok(await store.operator.patch(path)).shopId, store.shopId)
  const made = ok(await store.operator.post(`${path}/sample-data`))
  assert.deepEqual([made.contacts, made.conversations], [50, 100])
  refused(await store.operator.post(`${path}/keys`), 400, 'INVALID_PARAMS')
})

test('spec 4.1.12, C6.1: typing answers what was told and stores nothing', async () => {
  const before = await addConversation(store, { firestoreId: `fire-${randomUUID()}` })
  const memberId = store.owner.memberId
  for (const active of [true, false]) {
    const answer = await post(before.firestoreId, 'typing', { memberId, active })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, { data: { conversationId: before.id, memberId, active } })
  }
  assert.deepEqual(await get(before.id), before)
})

test('spec 4.1.12: typing needs an active member and a boolean', async () => {
  const inactive = await addMember(store, { active: false })
  const { id } = await addConversation(store)
  const memberId = store.owner.memberId
  for (const body of [
    {},
    { memberId },
    { active: true },
    { memberId, active: 'true' },
    { memberId, active: 1 },
    { memberId: null, active: true },
    { memberId: inactive.id, active: true },
    { memberId: 'nobody', active: true },
  ]) {
    refused(await post(id, 'typing', body), 400, 'INVALID_PARAMS')
  }
})

test('spec C9.3, C9.4: writes other than messages leave messageCount, lastMessage and lastActive alone', async () => {
  const before = await addConversation(store, { messages: [message({ createdAt: '2026-01-01T00:00:00.000Z' })] })
  const member = await addMember(store)
  await post(before.id, 'state', { status: 'resolved' })
  await post(before.id, 'assign', { memberId: member.id })
  await post(before.id, 'read')
  await post(before.id, 'tags', { tags: ['x'] })
  await post(before.id, 'notes', { text: 'x' })
  await post(before.id, 'attributes', { name: 'x', value: 'y' })
  const { messageCount, lastMessage, lastActive } = await get(before.id)
  assert.deepEqual(
    { messageCount, lastMessage, lastActive },
    { messageCount: 1, lastMessage: before.lastMessage, lastActive: '2026-01-01T00:00:00.000Z' },
  )
})

test('spec C9.4: updatedAt moves with every change of the record', async () => {
  const acts: [string, unknown][] = [
    ['state', { status: 'resolved' }],
    ['assign', { memberId: store.owner.memberId }],
    ['read', undefined],
    ['tags', { tags: ['x'] }],
    ['messages', { text: 'note', isNote: true, memberId: store.owner.memberId }],
    ['messages', { text: 'reply', memberId: store.owner.memberId }],
  ]
  for (const [act, body] of acts) {
    const { id } = await addConversation(store, { updatedAt: '2026-01-01T00:00:00.000Z' })
    const started = Date.now()
    assert.ok((await post(id, act, body)).status < 300)
    assert.ok(Date.parse((await get(id)).updatedAt) >= started, act)
  }
})
