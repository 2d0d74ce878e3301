import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Answer, createClient } from '#test/clients/client.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { REDIS, withoutRedis } from '#test/service/redis.ts'
import { type Server, startServer } from '#test/service/server.ts'

// Spec 8, C6, C9. The window of 60 seconds itself is tested with the clock
// replaced, in src/core/rates/rate-counter.test.ts. Clients from other addresses are played through a trusted proxy.

const LIMITS = { RATE_LIMIT_PER_KEY: '5', RATE_LIMIT_PER_IP: '8', TRUST_PROXY: '127.0.0.1' }
const server = await startServer({ env: LIMITS })
let addresses = 0

/** A client with an address that nobody used before. */
function visitor(key?: string, of: Server = server) {
  const from = `203.0.113.${++addresses}`
  return createClient(of.baseUrl, { 'x-forwarded-for': from, ...(key ? { 'x-api-key': key } : {}) })
}

const told = ({ headers }: Answer) => [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]

function assertLimited(answer: Answer): void {
  refused(answer, 429, 'RATE_LIMITED')
  assert.equal(answer.headers.get('retry-after'), '60')
  assert.equal(answer.headers.get('x-ratelimit-remaining'), '0')
}

test('spec 7.1.6, 8.1, 8.3, 8.4: a key’s requests count down, from all addresses together, and over the limit are 429', async () => {
  const { key } = await makeStore(server)
  for (const left of ['4', '3', '2', '1', '0']) {
    const answer = await visitor(key).get('/chat/tags')
    assert.equal(answer.status, 200)
    assert.deepEqual(told(answer), ['5', left])
  }
  assertLimited(await visitor(key).get('/chat/tags'))
  assertLimited(await visitor(key).get('/chat/conversations'))
  const { key: another } = await makeStore(server)
  ok(await visitor(another).get('/chat/tags'))
})

test('spec 8.1: each key of a store has a counter of its own', async () => {
  const { key, shopId, operator } = await makeStore(server)
  const { key: second } = ok(await operator.post(`/operator/stores/${shopId}/keys`, { name: 'Second' }), 201)
  for (let i = 0; i < 6; i++) await visitor(key).get('/chat/tags')
  assert.deepEqual(told(await visitor(second).get('/chat/tags')), ['5', '4'])
})

test('spec 8.2: an address’s requests count whatever key they carry, and blocked ones count too', async () => {
  const keys = [(await makeStore(server)).key, (await makeStore(server)).key]
  const client = visitor()
  for (let i = 0; i < 8; i++) {
    const answer = await client.get('/chat/tags', { 'x-api-key': keys[i % 2] as string })
    assert.equal(answer.status, 200)
  }
  const blocked = await client.get('/chat/tags', { 'x-api-key': keys[0] as string })
  assertLimited(blocked)
  assert.equal(blocked.headers.get('x-ratelimit-limit'), '8')
  // The blocked request was the key's fifth, so that its next one is over the limit from anywhere.
  assertLimited(await visitor(keys[0]).get('/chat/tags'))
})

test('spec C6.14, C9.18: the headers are those of the counter with the least left', async () => {
  const { key } = await makeStore(server)
  const client = visitor(key)
  await client.get('/chat/tags')
  for (let i = 0; i < 4; i++) await client.get('/chat/tags', { 'x-api-key': 'unknown' })
  assert.deepEqual(told(await client.get('/chat/tags')), ['8', '2'])
  const { key: fresh } = await makeStore(server)
  assert.deepEqual(told(await visitor(fresh).get('/chat/tags')), ['5', '4'])
})

test('spec C9.18: without a usable key only the address counts, and the response names its limit', async () => {
  const client = visitor()
  assert.deepEqual(told(await client.get('/chat/tags')), ['8', '7'])
  assert.deepEqual(told(await client.get('/chat/tags', { 'x-api-key': 'sk_nonsense' })), ['8', '6'])
})

test('spec 8.4, C9.18: every answer under /chat counts and carries the headers, whatever it is', async () => {
  const store = await makeStore(server)
  const { id } = await addConversation({ ...store, api: visitor(store.key) })
  const { key } = ok(await store.operator.post(`/operator/stores/${store.shopId}/keys`, { name: 'Fresh' }), 201)
  const client = visitor(key)
  const answers = [
    await client.get('/chat/nothing'),
    await client.call('PATCH', '/chat/tags'),
    await client.post(`/chat/conversations/${id}/state`, '{bad'),
    await client.post(`/chat/conversations/${id}/notes`, 'x'.repeat(2 ** 21)),
    await client.get('/chat/conversations/%zz'),
    await client.get('/chat/tags'),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 405, 400, 413, 400, 429],
  )
  assert.deepEqual(
    answers.map((answer) => told(answer)[1]),
    ['4', '3', '2', '1', '0', '0'],
  )
})

test('spec C9.11, C9.18: the rate limit is judged before the credential', async () => {
  const client = visitor()
  for (let i = 0; i < 8; i++) refused(await client.get('/chat/tags'), 401, 'UNAUTHENTICATED')
  assertLimited(await client.get('/chat/tags'))
  assertLimited(await client.post('/chat/conversations/nobody/state', '{bad'))
})

test('spec C9.18: a request counts on its own address, behind a proxy too, whatever its path and method are', async () => {
  for (const [method, path] of [
    ['GET', '/chat/conversations/%zz'],
    ['GET', '/chat/%ff'],
    ['PROPFIND', '/chat/tags'],
    ['GET', '/webhook/subscriptions/%'],
  ] as const) {
    const client = visitor()
    assert.deepEqual(told(await client.call(method, path)), ['8', '7'], `${method} ${path}`)
    assert.deepEqual(told(await client.get('/chat/tags')), ['8', '6'], `${method} ${path}`)
  }
})

test('spec C9.18: nothing outside /chat and /webhook counts', async () => {
  const client = visitor()
  for (let i = 0; i < 10; i++) {
    for (const path of ['/healthz', '/readyz', '/nothing', '/operator/stores']) {
      const answer = await client.get(path)
      assert.deepEqual(told(answer), [null, null])
    }
  }
  assert.deepEqual(told(await client.get('/chat/tags')), ['8', '7'])
})

test('spec C1.13: X-Forwarded-For is believed from trusted peers only', async () => {
  await server.restart({ TRUST_PROXY: '10.0.0.0/8' })
  for (let i = 0; i < 8; i++) await visitor().get('/chat/tags')
  assertLimited(await visitor().get('/chat/tags'))
})

test('spec C1.11: with 0 a limit is off, and with both off the headers are absent', async () => {
  await server.restart({ RATE_LIMIT_PER_KEY: '0' })
  const { key } = await makeStore(server)
  assert.deepEqual(told(await visitor(key).get('/chat/tags')), ['8', '7'])
  await server.restart({ RATE_LIMIT_PER_IP: '0' })
  const other = await makeStore(server)
  for (let i = 0; i < 5; i++) ok(await visitor(other.key).get('/chat/tags'))
  assertLimited(await visitor(other.key).get('/chat/tags'))
  assert.deepEqual(told(await visitor().get('/chat/tags')), [null, null])
  await server.restart({ RATE_LIMIT_PER_KEY: '0', RATE_LIMIT_PER_IP: '0' })
  const free = await makeStore(server)
  for (let i = 0; i < 20; i++) assert.deepEqual(told(await visitor(free.key).get('/chat/tags')), [null, null])
})

test('spec C1.10: with REDIS_URL two processes count together; when Redis is away each goes on by itself', {
  skip: withoutRedis,
}, async () => {
  const from = `2001:db8::${randomUUID().slice(0, 4)}` // an address of this run alone: Redis outlives it
  const env = { ...LIMITS, REDIS_URL: REDIS }
  const away = { ...LIMITS, REDIS_URL: 'redis://127.0.0.1:1' }
  const [one, other, alone] = await Promise.all([env, env, away].map((env) => startServer({ ownProcess: true, env })))
  const ask = (of: Server | undefined) =>
    createClient((of as Server).baseUrl, { 'x-forwarded-for': from }).get('/chat/tags')
  for (const left of ['7', '5', '3', '1']) {
    assert.equal(told(await ask(one))[1], left)
    await ask(other)
  }
  assertLimited(await ask(one))
  assertLimited(await ask(other))
  assert.equal(told(await ask(alone))[1], '7')
  for (let i = 0; i < 7; i++) await ask(alone)
  assertLimited(await ask(alone))
})
