import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, addMember, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C16.1 to C16.3: Idempotency-Key on messages, notes and attributes.

const server = await shareServer()
const store = await makeStore(server)
const { api } = store
const member = await addMember(store)

const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const isReplay = (headers: Headers) => headers.get('idempotent-replayed') === 'true'

async function open(given: Record<string, unknown> = {}) {
  const { id } = await addConversation(store, given)
  const path = `/chat/conversations/${id}`
  return { id, path, texts: async () => ok(await api.get(`${path}/messages`)).map((one: { text: string }) => one.text) }
}

/** Response with the bytes of its body. */
async function post(path: string, body: string, headers: Record<string, string>) {
  const response = await fetch(server.baseUrl + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-api-key': store.key, ...headers },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

for (const { what, at, body, status } of [
  { what: 'reply', at: '/messages', body: { text: 'On its way', memberId: member.id }, status: 201 },
  { what: 'internal note', at: '/messages', body: { text: 'Ask Kim', memberId: member.id, isNote: true }, status: 201 },
  { what: 'message as the customer', at: '/messages', body: { text: 'Hello', asCustomer: true }, status: 201 },
  { what: 'checklist note', at: '/notes', body: { text: 'Call back' }, status: 201 },
  { what: 'new attribute', at: '/attributes', body: { name: 'size', value: 'M' }, status: 201 },
]) {
  test(`spec C16.1: a repeated call gets the first answer again and writes nothing: ${what}`, async () => {
    const { path } = await open()
    const headers = withKey()
    const first = await post(path + at, JSON.stringify(body), headers)
    assert.equal(first.status, status, first.text)
    assert.equal(isReplay(first.headers), false)
    const before = await api.get(`${path}${at === '/notes' ? '' : at}`)
    const second = await post(path + at, JSON.stringify(body), headers)
    assert.deepEqual([second.status, second.text, isReplay(second.headers)], [first.status, first.text, true])
    assert.equal(second.headers.get('content-type'), first.headers.get('content-type'))
    assert.deepEqual((await api.get(`${path}${at === '/notes' ? '' : at}`)).body, before.body)
  })
}

test('spec C16.1: an answer stays as it was when what it shows has changed since', async () => {
  const { path } = await open()
  const headers = withKey()
  const value = JSON.stringify({ name: 'size', value: 'M' })
  const first = await post(`${path}/attributes`, value, headers)
  ok(await api.post(`${path}/attributes`, { name: 'size', value: 'L' }))
  const second = await post(`${path}/attributes`, value, headers)
  assert.deepEqual([second.status, second.text], [201, first.text])
  assert.deepEqual(
    ok(await api.get(`${path}/attributes`)).map((one: { value: string }) => one.value),
    ['L'],
  )
})

test('spec C16.1: another body is rejected, byte by byte; on another path or in another store it is another key', async () => {
  const [one, other] = [await open(), await open()]
  const key = withKey()
  const body = { text: 'Hello', asCustomer: true }
  ok(await api.post(`${one.path}/messages`, body, key), 201)
  const message = refused(await api.post(`${one.path}/messages`, { ...body, text: 'Bye' }, key), 400, 'INVALID_PARAMS')
  assert.match(message, /Idempotency-Key/)
  refused(
    await api.post(`${one.path}/messages`, '{"text": "Hello", "asCustomer": true}', {
      ...key,
      'content-type': 'application/json',
    }),
    400,
    'INVALID_PARAMS',
  )
  ok(await api.post(`${other.path}/messages`, body, key), 201)
  ok(await api.post(`${one.path}/notes`, { text: 'Hello' }, key), 201)
  const stranger = await makeStore(server)
  const theirs = await addConversation(stranger)
  ok(await stranger.api.post(`/chat/conversations/${theirs.id}/messages`, body, key), 201)
  // Without a key each call sends another.
  ok(await api.post(`${one.path}/messages`, body), 201)
  assert.deepEqual([await one.texts(), await other.texts()], [['Hello', 'Hello'], ['Hello']])
})

test('spec C16.1: keys of 1 to 255 visible ASCII characters; others are rejected after key and path', async () => {
  const { path, texts } = await open()
  const body = { text: 'Hello', asCustomer: true }
  for (const wrong of ['', ' ', 'a b', 'k'.repeat(256), 'é', 'a\tb']) {
    refused(await api.post(`${path}/messages`, body, withKey(wrong)), 400, 'INVALID_PARAMS')
  }
  refused(await api.post('/chat/conversations/none/messages', body, withKey('a b')), 404, 'NOT_FOUND')
  refused(await api.post(`${path}/messages`, body, { ...withKey('a b'), 'x-api-key': '' }), 401, 'UNAUTHENTICATED')
  assert.deepEqual(await texts(), [])
  for (const right of ['~', '!'.repeat(255)]) ok(await api.post(`${path}/messages`, body, withKey(right)), 201)
})

test('spec C16.2: calls that were not carried out may be tried again with the same key', async () => {
  const { path, texts } = await open()
  const key = withKey()
  refused(await api.post(`${path}/messages`, { text: '', asCustomer: true }, key), 400, 'INVALID_PARAMS')
  refused(await api.post(`${path}/messages`, { text: 'Hello', memberId: 'none' }, key), 400, 'INVALID_PARAMS')
  ok(await api.post(`${path}/messages`, { text: 'Hello', asCustomer: true }, key), 201)
  const late = withKey()
  const id = randomUUID()
  const missing = `/chat/conversations/${id}/notes`
  refused(await api.post(missing, { text: 'x' }, late), 404, 'NOT_FOUND')
  await addConversation(store, { id })
  ok(await api.post(missing, { text: 'x' }, late), 201)
  assert.deepEqual(await texts(), ['Hello'])
})

test('spec C16.2: a conflict is an answer that is remembered', async () => {
  const { path, texts } = await open({ channel: 'phone_messenger' })
  const key = withKey()
  const body = JSON.stringify({ text: 'Hello', memberId: member.id })
  const first = await post(`${path}/messages`, body, key)
  assert.equal(first.status, 409, first.text)
  const second = await post(`${path}/messages`, body, key)
  assert.deepEqual([second.status, second.text, isReplay(second.headers)], [409, first.text, true])
  assert.deepEqual(await texts(), [])
})

test('spec C16.3: the same call at the same time waits for the one answer', async () => {
  const { path, texts } = await open()
  const key = withKey()
  const body = JSON.stringify({ text: 'Hello', asCustomer: true })
  const all = await Promise.all(Array.from({ length: 12 }, () => post(`${path}/messages`, body, key)))
  assert.deepEqual([...new Set(all.map(({ status, text }) => `${status} ${text}`))].length, 1)
  assert.equal(all.filter(({ headers }) => !isReplay(headers)).length, 1)
  assert.deepEqual(await texts(), ['Hello'])
})

test('spec C16.3, 1.3: erasing the customer erases the remembered answers', async () => {
  const contact = await addContact(store)
  const { path } = await open({ customerUuid: contact.id })
  const key = withKey()
  const body = JSON.stringify({ name: 'phone', value: '+49 170 0000000' })
  ok(await api.post(`${path}/attributes`, JSON.parse(body), key), 201)
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid: contact.id }))
  const again = await post(`${path}/attributes`, body, key)
  assert.equal(isReplay(again.headers), false)
})
