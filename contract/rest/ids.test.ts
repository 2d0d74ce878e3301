import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, readAllIds, refused } from '#test/expect.ts'
import { addContact, addConversation, addMember, makeStore, message } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// The three id forms of a conversation (spec 2.2, 4) and the older datastore (spec 1, C5, C6, C9).

const server = await shareServer()
const store = await makeStore(server)
const { api, operator } = store
const path = (id: string, rest = '') => `/chat/conversations/${encodeURIComponent(id)}${rest}`
const get = async (id: string) => ok(await api.get(path(id)))
const memberId = store.owner.memberId
const addOld = (overrides = {}) =>
  addConversation(store, { datastore: 'firestore', firestoreId: `fire-${randomUUID()}`, ...overrides })

test('spec 2.2.3, 4.0.3: every path of a conversation takes any of its three ids', async () => {
  const firestoreId = `fire/${randomUUID()} ü%`
  const summary = { text: 'Short' }
  const made = await addConversation(store, { firestoreId, summary, messages: [message({ id: 5 })] })
  const { id: noteId } = ok(await api.post(path(made.id, '/notes'), { text: 'x' }), 201)
  const attribute = ok(await api.post(path(made.id, '/attributes'), { name: 'a', value: 'b' }), 201)
  for (const id of [made.id, firestoreId, made.pgConvoId]) {
    assert.equal((await get(id)).id, made.id)
    for (const rest of ['/related', '/browsed-pages', '/summary', '/messages', '/messages/5', '/attributes']) {
      ok(await api.get(path(id, rest)))
    }
    assert.equal(ok(await api.post(path(id, '/state'), { status: 'resolved' })).id, made.id)
    assert.equal(ok(await api.post(path(id, '/assign'), { memberId })).id, made.id)
    assert.equal(ok(await api.post(path(id, '/read'))).id, made.id)
    assert.equal(ok(await api.post(path(id, '/typing'), { memberId, active: true })).conversationId, made.id)
    ok(await api.post(path(id, '/messages'), { text: 'x', memberId }), 201)
    ok(await api.post(path(id, '/tags'), { tags: [`t ${id}`.slice(0, 100)] }))
    ok(await api.delete(path(id, '/tags/none')))
    ok(await api.post(path(id, '/notes'), { text: 'y' }), 201)
    ok(await api.put(path(id, `/notes/${noteId}`), { text: 'z' }))
    ok(await api.put(path(id, `/attributes/${attribute.id}`), { value: 'c' }))
  }
  assert.equal(ok(await api.get(path(made.id, '/messages'))).length, 4)
})

test('spec C6.8: ids are looked up as id, then firestoreId, then pgConvoId', async () => {
  const [a, b, c] = [String(8_000_001), String(8_000_002), String(8_000_003)]
  await addConversation(store, { id: a, pgConvoId: b })
  await addConversation(store, { id: 'by-fire', firestoreId: b, pgConvoId: c })
  await addConversation(store, { id: 'by-number', firestoreId: c, pgConvoId: a })
  assert.deepEqual([(await get(a)).id, (await get(b)).id, (await get(c)).id], [a, 'by-fire', 'by-number'])
})

test('spec 2.2.3: a pgConvoId has one spelling: no sign, no leading zero, no fraction', async () => {
  const { pgConvoId } = await addConversation(store)
  for (const id of [
    `0${pgConvoId}`,
    `+${pgConvoId}`,
    `${pgConvoId}.0`,
    ` ${pgConvoId}`,
    `${pgConvoId}n`,
    '-1',
    '9'.repeat(40),
  ]) {
    refused(await api.get(path(id)), 404, 'NOT_FOUND')
  }
})

test('spec C5.6: all ids are kept as given, and the same id in two stores is two records', async () => {
  const other = await makeStore(server)
  const ids = { id: 'same/id 🎈', firestoreId: 'same-fire', pgConvoId: '77', name: 'x'.repeat(128) }
  for (const [of, tag] of [
    [store, 'one'],
    [other, 'two'],
  ] as const) {
    await addContact(of, { id: ids.name, name: tag })
    await addMember(of, { id: ids.id, email: 'same@example.com' })
    const made = { ...ids, customerUuid: ids.name, tags: [tag], messages: [message({ id: 'same', text: tag })] }
    await addConversation(of, made)
  }
  for (const [of, tag] of [
    [store, 'one'],
    [other, 'two'],
  ] as const) {
    for (const id of [ids.id, ids.firestoreId, ids.pgConvoId]) {
      assert.deepEqual(ok(await of.api.get(path(id))).tags, [tag])
    }
    assert.equal(ok(await of.api.get(path(ids.id, '/messages/same'))).text, tag)
    assert.equal(ok(await of.api.get(`/chat/customers/${ids.name}`)).name, tag)
  }
})

test('spec 1.8, 2.1.3, C5.11: a conversation of the older datastore is read by any id, its messages too, and says so in meta.source', async () => {
  const made = await addOld({ messages: [message({ id: 1 })] })
  assert.equal(made.pgConvoId, null)
  for (const id of [made.id, made.firestoreId]) {
    for (const rest of ['', '/messages', '/messages/1']) {
      const answer = await api.get(path(id, rest))
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body.meta, { source: 'firestore' })
    }
  }
  assert.equal((await readAllIds(api, '/chat/conversations?limit=100')).includes(made.id), false)
})

test('spec C9.15: every write but typing moves it to the newer datastore first', async () => {
  const writes: [string, unknown][] = [
    ['/state', { status: 'open' }],
    ['/state', { status: 'resolved' }],
    ['/assign', { memberId }],
    ['/assign', { memberId: null }],
    ['/read', undefined],
    ['/messages', { text: 'x', memberId }],
    ['/messages', { text: 'x', memberId, isNote: true }],
    ['/messages', { text: 'x', asCustomer: true }],
    ['/tags', { tags: ['x'] }],
    ['/notes', { text: 'x' }],
    ['/attributes', { name: 'x', value: 'y' }],
  ]
  for (const [rest, body] of writes) {
    const made = await addOld({ messages: [message({ id: 1 })] })
    assert.ok((await api.post(path(made.firestoreId, rest), body)).status < 300, rest)
    const moved = await api.get(path(made.firestoreId))
    assert.deepEqual(moved.body.meta, { source: 'postgresql' }, rest)
    assert.equal(ok(moved).id, made.id)
    assert.match(ok(moved).pgConvoId, /^[1-9]\d*$/)
    assert.equal((await get(ok(moved).pgConvoId)).id, made.id)
    assert.equal(ok(await api.get(path(made.id, '/messages/1'))).text, 'Where is my order?')
    assert.ok((await readAllIds(api, '/chat/conversations?limit=100')).includes(made.id))
  }
  const typed = await addOld()
  ok(await api.post(path(typed.id, '/typing'), { memberId, active: true }))
  assert.deepEqual((await api.get(path(typed.id))).body.meta, { source: 'firestore' })
})

test('spec C9.15: a refused write moves nothing', async () => {
  const made = await addOld({ channel: 'phone_messenger' })
  refused(await api.post(path(made.id, '/messages'), { text: 'x', memberId }), 409, 'CHANNEL_UNAVAILABLE')
  refused(await api.post(path(made.id, '/notes'), { text: 'x'.repeat(151) }), 400, 'INVALID_PARAMS')
  refused(await api.post(path(made.id, '/assign'), { memberId: 'nobody' }), 400, 'INVALID_PARAMS')
  refused(await api.delete(path(made.id, '/notes/none')), 404, 'NOT_FOUND')
  const answer = await api.get(path(made.id))
  assert.deepEqual([answer.body.meta.source, ok(answer)], ['firestore', made])
})

test('spec C5.11: the operator moves all of a store’s older conversations at once, and only once', async () => {
  const own = await makeStore(server)
  const old = { datastore: 'firestore', lastActive: '2026-01-01T00:00:00.000Z' }
  const made = [await addConversation(own, old), await addConversation(own, { ...old, firestoreId: 'f' })]
  const listed = await addConversation(own)
  const move = () => operator.post(`/operator/stores/${own.shopId}/migrate-legacy`)
  assert.deepEqual(ok(await move()), { migrated: 2 })
  assert.deepEqual(ok(await move()), { migrated: 0 })
  const ids = await readAllIds(own.api, '/chat/conversations')
  assert.deepEqual(ids.toSorted(), [...made, listed].map(({ id }) => id).toSorted())
  const numbers = new Set(ok(await own.api.get('/chat/conversations')).map((c: { pgConvoId: string }) => c.pgConvoId))
  assert.equal(numbers.size, 3)
})
