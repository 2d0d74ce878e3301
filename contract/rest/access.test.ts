import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, operatorOf } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 3.3, 5.1, C2, C3.6, C6.6, C9.11.

const server = await shareServer()
const store = await makeStore(server)
const { api, operator } = store
const keysOf = (shopId: string) => `/operator/stores/${shopId}/keys`
const withKey = (key: string) => createClient(server.baseUrl, { 'x-api-key': key })
const anonymous = createClient(server.baseUrl)

async function makeKey(shopId = store.shopId, name = 'Key') {
  return ok(await operator.post(keysOf(shopId), { name }), 201)
}

test('spec 3.3.1, 5.1.8, 8.26: a key is sk_ and 32 hex characters, shown once, and opens exactly one store', async () => {
  const { shopId } = await makeStore(server)
  const made = await makeKey(shopId, 'Zoë’s key 🗝')
  assert.deepEqual(Object.keys(made).sort(), ['createdAt', 'id', 'key', 'name'])
  assert.match(made.key, /^sk_[0-9a-f]{32}$/)
  assert.equal(made.name, 'Zoë’s key 🗝')
  const listed = ok(await operator.get(keysOf(shopId)))
  assert.equal(listed.length, 2)
  for (const key of listed) assert.deepEqual(Object.keys(key).sort(), ['id', 'lastUsedAt', 'lastUsedFrom', 'name'])
  assert.equal(JSON.stringify(listed).includes(made.key.slice(3)), false)
  const { id } = await addConversation(store)
  refused(await withKey(made.key).get(`/chat/conversations/${id}`), 404, 'NOT_FOUND')
  ok(await withKey(made.key).get('/chat/conversations'))
})

test('spec 4.0.2, 5.1.1, C2.1: a missing or empty key is UNAUTHENTICATED, an unknown or malformed one INVALID_API_KEY', async () => {
  refused(await anonymous.get('/chat/conversations'), 401, 'UNAUTHENTICATED')
  refused(await withKey('').get('/chat/conversations'), 401, 'UNAUTHENTICATED')
  for (const key of [
    `sk_${'0'.repeat(32)}`,
    'sk_',
    'x',
    store.key.toUpperCase(),
    `${store.key}0`,
    store.appId,
    `Bearer ${store.key}`,
  ]) {
    refused(await withKey(key).get('/chat/conversations'), 401, 'INVALID_API_KEY')
  }
})

test('spec 4.0.2, 5.1.7, C2.1: a key is taken from the X-Api-Key header and from nowhere else', async () => {
  refused(await anonymous.get(`/chat/conversations?apiKey=${store.key}&x-api-key=${store.key}`), 401, 'UNAUTHENTICATED')
  const bearer = createClient(server.baseUrl, { authorization: `Bearer ${store.key}` })
  refused(await bearer.get('/chat/conversations'), 401, 'UNAUTHENTICATED')
})

test('spec 3.3.2: a deleted key stops working; deleting it again is 404', async () => {
  const { id, key } = await makeKey()
  ok(await withKey(key).get('/chat/tags'))
  assert.deepEqual(ok(await operator.delete(`${keysOf(store.shopId)}/${id}`)), { id })
  const deadline = Date.now() + 10_000
  while ((await withKey(key).get('/chat/tags')).status === 200) assert.ok(Date.now() < deadline)
  refused(await withKey(key).get('/chat/tags'), 401, 'INVALID_API_KEY')
  refused(await operator.delete(`${keysOf(store.shopId)}/${id}`), 404, 'NOT_FOUND')
})

test('spec 5.1.11, 8.14: a store has at most five active keys; a deleted one makes room', async () => {
  const { shopId } = await makeStore(server)
  const made = [await makeKey(shopId), await makeKey(shopId), await makeKey(shopId), await makeKey(shopId)]
  assert.match(refused(await operator.post(keysOf(shopId), { name: 'Sixth' }), 400, 'INVALID_PARAMS'), /delete/)
  ok(await operator.delete(`${keysOf(shopId)}/${made[0].id}`))
  await makeKey(shopId)
})

test('spec 5.1.11: keys made at once never exceed five', async () => {
  const { shopId } = await makeStore(server)
  const answers = await Promise.all(Array.from({ length: 8 }, () => operator.post(keysOf(shopId), { name: 'Race' })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 4)
  assert.equal(ok(await operator.get(keysOf(shopId))).length, 5)
})

test('spec 5.1.9, 8.14: a key’s name is required and has up to 50 characters', async () => {
  const { shopId } = await makeStore(server)
  for (const name of ['', '   ', '🗝'.repeat(51), 7, null, undefined]) {
    refused(await operator.post(keysOf(shopId), { name }), 400, 'INVALID_PARAMS')
  }
  await makeKey(shopId, '🗝'.repeat(50))
})

test('spec 5.1.10, C6.3: making a key needs Pro or Plus; one made before a downgrade goes on working', async () => {
  for (const plan of ['free', 'basic']) {
    const low = await makeStore(server, { plan })
    assert.match(refused(await operator.post(keysOf(low.shopId), { name: 'Key' }), 400, 'INVALID_PARAMS'), /Pro/)
    ok(await low.api.get('/chat/conversations'))
  }
  for (const plan of ['pro', 'plus']) await makeKey((await makeStore(server, { plan })).shopId)
})

test('spec 5.1.3: admin paths under /api/chat reject an API key', async () => {
  for (const path of ['/api/chat/conversations', '/api/chat/members', '/api/chat']) {
    const { status } = await api.get(path)
    assert.ok(status === 401 || status === 403 || status === 404, `${path} answered ${status}`)
  }
})

test('spec C9.11: refusals come in order: credential before path, path before body', async () => {
  const bad = '{"not json'
  const unknown = '/chat/conversations/nobody/state'
  refused(await anonymous.post(unknown, bad), 401, 'UNAUTHENTICATED')
  refused(await anonymous.get('/chat/nothing/here'), 401, 'UNAUTHENTICATED')
  refused(await anonymous.call('PATCH', '/chat/conversations'), 401, 'UNAUTHENTICATED')
  refused(await anonymous.get('/chat/conversations?limit=0'), 401, 'UNAUTHENTICATED')
  refused(await withKey('sk_x').post(unknown, 'x'.repeat(2 ** 21)), 401, 'INVALID_API_KEY')
  for (const body of [bad, { status: 'closed' }, 'x'.repeat(2 ** 21), undefined]) {
    refused(await api.post(unknown, body), 404, 'NOT_FOUND')
  }
  refused(await api.get('/chat/conversations/nobody/messages?limit=0&cursor=x'), 404, 'NOT_FOUND')
  refused(await api.get('/chat/customers/nobody/conversations?limit=0'), 404, 'NOT_FOUND')
})

test('spec C9.11: every write to an unknown record is 404 whatever its body is', async () => {
  const { id } = await addConversation(store)
  const writes = ['state', 'assign', 'typing', 'messages', 'tags', 'notes', 'attributes'].map(
    (act) => ['POST', `/chat/conversations/nobody/${act}`] as const,
  )
  const records = ['notes', 'attributes'].map((kind) => ['PUT', `/chat/conversations/${id}/${kind}/nobody`] as const)
  const deletions = ['notes/nobody', 'attributes/nobody'].map(
    (rest) => ['DELETE', `/chat/conversations/${id}/${rest}`] as const,
  )
  const tag = ['DELETE', '/chat/conversations/nobody/tags/x'] as const
  for (const [method, path] of [...writes, ...records, ...deletions, tag]) {
    for (const body of ['{', '[]', 'null', '{}', '"text"', '{"text":7,"tags":1,"memberId":[],"name":{}}']) {
      refused(await api.call(method, path, body), 404, 'NOT_FOUND')
    }
    refused(await api.call(method, path, 'x', { 'content-type': 'text/plain' }), 404, 'NOT_FOUND')
  }
})

test('spec C6.6: an unknown path is 404, whatever is sent to it', async () => {
  for (const path of [
    '/chat',
    '/chat/',
    '/chat/nothing',
    '/chat/conversations/a/b/c',
    '/chat/conversations/a/nothing',
    '/chat/Conversations',
  ]) {
    refused(await api.get(path), 404, 'NOT_FOUND')
    refused(await api.post(path, '{bad'), 404, 'NOT_FOUND')
    refused(await api.post(path, 'x'.repeat(2 ** 21), { 'content-type': 'what' }), 404, 'NOT_FOUND')
  }
  for (const path of ['/nothing', '/v1/chat/conversations']) {
    refused(await anonymous.get(path), 404, 'NOT_FOUND')
    refused(await anonymous.post(path, '{bad'), 404, 'NOT_FOUND')
  }
})

test('spec 1.2, C6.6, C9.11: a known path with another method is 405 with Allow, whatever is sent', async () => {
  const cases: [string, string][] = [
    ['/chat/conversations', 'GET'],
    ['/chat/conversations/x', 'GET'],
    ['/chat/conversations/x/messages', 'GET, POST'],
    ['/chat/conversations/x/messages/y', 'GET'],
    ['/chat/conversations/x/state', 'POST'],
    ['/chat/conversations/x/tags', 'POST'],
    ['/chat/conversations/x/tags/y', 'DELETE'],
    ['/chat/conversations/x/notes', 'POST'],
    ['/chat/conversations/x/notes/y', 'DELETE, PUT'],
    ['/chat/conversations/x/attributes/y', 'DELETE, PUT'],
    ['/chat/tags', 'GET'],
    ['/chat/members', 'GET'],
  ]
  for (const [path, allowed] of cases) {
    const answer = await api.call('PATCH', path, '{bad')
    refused(answer, 405, 'METHOD_NOT_ALLOWED')
    const allow = (answer.headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD')
    assert.deepEqual(allow.sort(), allowed.split(', ').sort(), path)
  }
  refused(await api.delete('/chat/conversations/x'), 405, 'METHOD_NOT_ALLOWED')
  refused(await api.put('/chat/tags', 'x', { 'content-type': 'text/plain' }), 405, 'METHOD_NOT_ALLOWED')
  refused(await operatorOf(server).put('/operator/stores', {}), 405, 'METHOD_NOT_ALLOWED')
})
