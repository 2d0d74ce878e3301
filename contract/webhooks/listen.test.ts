import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parley } from '#test/database/backup.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { verifyWebhook } from '#test/fixtures/webhooks.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// parley listen: events of a store without a subscription, on the developer's own computer.

const server = await shareServer()
const PARLEY = fileURLToPath(new URL('../../src/cli/parley.ts', import.meta.url))

interface Request {
  headers: Record<string, string>
  body: Buffer
}

/** An address of this computer that answers with a status. */
async function startLocal(status = 200) {
  const requests: Request[] = []
  const local = createServer(async (request, response) => {
    requests.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(await request.toArray()) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(local, 'listening')
  after(() => local.close())
  return { requests, url: `http://127.0.0.1:${(local.address() as AddressInfo).port}/hook` }
}

/** The command, once it says that it forwards. */
async function startListening(store: Store, url: string): Promise<{ child: ChildProcess; lines: () => object[] }> {
  const env = { ...process.env, PARLEY_URL: server.baseUrl, OPERATOR_TOKEN: server.operatorToken }
  const args = [PARLEY, 'listen', '--shop', store.shopId, '--forward', url, '--json']
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  after(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const lines = () =>
    output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  await until('the command to forward', () => lines().length > 0)
  return { child, lines }
}

test('spec C16.19: events are forwarded as webhooks deliver them, each once, without a subscription', async () => {
  const [store, other] = [await makeStore(server), await makeStore(server)]
  await addConversation(store, {}) // before it runs
  const { requests, url } = await startLocal()
  const { child, lines } = await startListening(store, url)
  const { secret } = lines()[0] as { secret: string }
  assert.match(secret, /^whsec_[\da-f]{48}$/)

  await addConversation(other, {})
  const { id } = await addConversation(store, {})
  const texts = Array.from({ length: 30 }, (_, i) => `message ${i}`)
  for (const text of texts)
    ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, asCustomer: true }), 201)
  ok(await store.api.post(`/chat/conversations/${id}/tags`, { tags: ['vip'] }))
  const wanted = texts.length + 1
  const ofConversation = () =>
    requests.map(({ body }) => JSON.parse(String(body))).filter(({ conversationId }) => conversationId === id)
  await until(
    'all events',
    () => ofConversation().filter(({ type }) => type !== 'conversation.created').length >= wanted,
  )
  await until('the lines of all', () => lines().length > requests.length)

  assert.deepEqual(
    ofConversation().flatMap(({ type, data }) => (type === 'message.created' ? [data.text] : [])),
    texts,
  )
  for (const { headers, body } of requests) {
    const { eventId, type, shopId } = JSON.parse(String(body))
    assert.equal(shopId, store.shopId)
    assert.deepEqual([headers['x-webhook-event-id'], headers['x-webhook-event']], [eventId, type])
    assert.ok(verifyWebhook(headers, body, secret))
  }
  const ids = requests.map(({ headers }) => headers['x-webhook-event-id'])
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(ok(await store.api.get('/chat/webhooks')), [])

  child.kill('SIGINT')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('spec C16.19: what the address refuses is reported and sent once; the next event is sent', async () => {
  const store = await makeStore(server)
  const { requests, url } = await startLocal(500)
  const { child, lines } = await startListening(store, url)
  const { id } = await addConversation(store, {})
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'First', asCustomer: true }), 201)
  await until('the first event', () => requests.length > 0)
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hello', asCustomer: true }), 201)
  await until('the message', () => requests.some(({ body }) => String(body).includes('Hello')))
  const ids = requests.map(({ headers }) => headers['x-webhook-event-id'])
  assert.equal(new Set(ids).size, ids.length)
  await until('the lines of all', () => lines().length > requests.length)
  assert.ok(
    lines()
      .slice(1)
      .every((line) => (line as { outcome: string }).outcome === '500'),
  )
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('spec C16.19: wrong addresses, unknown stores and wrong requests are refused', async () => {
  const store = await makeStore(server)
  const listen = (...args: string[]) => parley(['listen', ...args], server)
  for (const forward of ['', 'nonsense', 'ftp://127.0.0.1/']) {
    const { code, stderr } = await listen('--shop', store.shopId, '--forward', forward)
    assert.deepEqual([code, /--forward must be an http or https address/.test(stderr)], [1, true])
  }
  assert.equal((await listen('--shop', 'shop_none', '--forward', 'http://127.0.0.1:1/')).code, 1)
  const path = `/operator/stores/${store.shopId}/events/listen`
  refused(await store.operator.post(path, { since: 'yesterday' }), 400, 'INVALID_PARAMS')
  refused(await store.operator.post(path, { cursor: 'nonsense' }), 400, 'INVALID_PARAMS')
})

test('spec C16.19: a long list of events comes in pages', async () => {
  const store = await makeStore(server)
  const path = `/operator/stores/${store.shopId}/events/listen`
  const { now } = ok(await store.operator.post(path, {}))
  const { id } = await addConversation(store, {})
  for (let i = 0; i < 120; i++)
    ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: `${i}`, asCustomer: true }), 201)
  const first = ok(await store.operator.post(path, { since: now }))
  assert.equal(first.events.length, 100)
  const rest = ok(await store.operator.post(path, { since: now, cursor: first.nextCursor }))
  assert.equal(rest.nextCursor, null)
  const texts = [...first.events, ...rest.events].flatMap(({ type, body }) =>
    type === 'message.created' ? [JSON.parse(body).data.text] : [],
  )
  assert.deepEqual(
    texts,
    Array.from({ length: 120 }, (_, i) => `${i}`),
  )
})
