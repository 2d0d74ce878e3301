import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { leaveInMinute } from '#test/clock-minute.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'

// What holds a connection open and nothing more, and what one network, visitor or store may ask for.

const server = await startServer({ ownProcess: true })
const limited = await startServer({
  ownProcess: true,
  env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_PER_IP: '40', STOREFRONT_LIMIT_PER_IP: '40' },
})

/** Sends bytes and nothing more; answers what came back, and after how long the server closed. */
function hold(bytes: string, more?: (socket: Socket) => void): Promise<{ text: string; ms: number }> {
  const { hostname, port } = new URL(server.baseUrl)
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => socket.write(bytes))
    let text = ''
    const timer = setTimeout(() => socket.destroy(new Error('still open after a minute')), 60_000)
    if (more) more(socket)
    else socket.on('data', (chunk) => (text += chunk))
    socket.on('end', () => socket.end())
    socket.on('error', (error) => (/minute/.test(error.message) ? reject(error) : undefined))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ text, ms: performance.now() - begun })
    })
  })
}

// The tests mostly wait, so they run at the same time.
describe('connections that are held open', { concurrency: true }, () => {
  test('spec 8.27: half a request ends: nothing at all, half the headers, half a body, half an upgrade, half an upload', async () => {
    const store = await makeStore(server)
    const visitor = await makeVisitor(server, store)
    const post = (path: string, headers: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n${headers}\r\n`
    const json = `X-Api-Key: ${store.key}\r\nContent-Type: application/json\r\n`
    const shopper = `X-App-Id: ${store.appId}\r\nAuthorization: Bearer ${visitor.token}\r\n`
    const operator = `Authorization: Bearer ${server.operatorToken}\r\n`
    const answers = await Promise.all([
      hold(''),
      hold('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Half: '),
      hold('GET /storefront/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n'),
      hold(`${post('/chat/conversations/x/notes', json)}{"text":`),
      hold(`${post('/storefront/files', shopper)}half`),
      hold(
        `${post(`/operator/stores/${store.shopId}/import`, `${operator}Content-Type: application/x-ndjson\r\n`)}{"kind":`,
      ),
    ])
    for (const { ms } of answers) assert.ok(ms < 45_000, `open for ${ms} ms`)
    for (const { text } of answers.slice(1)) assert.match(text, /^HTTP\/1\.1 408 .*nosniff.*frame-ancestors 'none'/s)
    ok(await store.api.get('/chat/tags'))
  })

  test('spec 8.27: the rest of a refused body is read for half a minute, not for as long as it comes', async () => {
    const head = 'POST /chat/tags HTTP/1.1\r\nHost: a\r\nContent-Length: 900000000\r\n\r\n'
    let text = ''
    const { ms } = await hold(head, (socket) => {
      socket.on('data', (chunk) => (text += chunk))
      const timer = setInterval(() => socket.write(Buffer.alloc(20_000, 'a')), 1_000)
      socket.on('close', () => clearInterval(timer))
    })
    assert.match(text, /^HTTP\/1\.1 401 /)
    assert.ok(ms > 25_000 && ms < 45_000, `open for ${ms} ms`)
  })

  test('spec 8.27: an upload that goes on slowly is waited for', async () => {
    const visitor = await makeVisitor(server, await makeStore(server))
    const piece = Buffer.alloc(20_000, 'a')
    let left = 5
    const body = new ReadableStream({
      async pull(controller) {
        if (left-- === 0) return controller.close()
        controller.enqueue(piece)
        await new Promise((resolve) => setTimeout(resolve, 6_000))
      },
    })
    const file = ok(
      await visitor.api.call('POST', '/storefront/files?name=a.txt', body, { 'content-type': 'text/plain' }),
      201,
    )
    assert.equal(file.size, 100_000)
  })

  test('spec 8.27: an answer that nobody reads ends', async () => {
    const visitor = await makeVisitor(server, await makeStore(server))
    const big = Buffer.alloc(9 * 1024 * 1024, 'a')
    const file = ok(
      await visitor.api.call('POST', '/storefront/files?name=a.txt', big, { 'content-type': 'text/plain' }),
      201,
    )
    const { ms } = await hold(`GET ${file.url} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(4), (socket) => {
      socket.pause()
      setTimeout(() => socket.resume(), 40_000) // only to see that the other end has gone
    })
    assert.ok(ms < 55_000)
  })
})

test('spec 8.2, C1.13: an IPv6 network of 64 bits is one address, at every door', async () => {
  const store = await makeStore(limited)
  const from = (i: number, network = '2001:db8:1:1') =>
    createClient(limited.baseUrl, { 'x-forwarded-for': `${network}::${i.toString(16)}` })
  for (const [ask, code] of [
    [(i: number) => from(i).get('/chat/tags', { 'x-api-key': store.key }), 'RATE_LIMITED'],
    [(i: number) => from(i, '2001:db8:2:2').get('/webhook/subscriptions'), 'RATE_LIMITED'],
    [(i: number) => from(i).get(`/storefront/config?app=${store.appId}`), 'RATE_LIMITED'],
    [(i: number) => from(i).get('/storefront/files/a/b/c/d'), 'RATE_LIMITED'],
  ] as const) {
    let taken = 0
    let answer = await ask(1)
    for (; answer.status !== 429 && taken <= 80; taken++) answer = await ask(taken + 2)
    refused(answer, 429, code)
    assert.ok(taken >= 40 && taken <= 80, `${taken}`) // two minutes of the clock at most
  }
  ok(await from(1, '2001:db8:1:2').get('/chat/tags', { 'x-api-key': store.key }))
})

test('spec 8.2: an address over its limit makes the database look for no key', async () => {
  const address = { 'x-forwarded-for': '198.51.100.7' }
  const api = createClient(limited.baseUrl, address)
  await leaveInMinute(20_000)
  for (let i = 0; i < 41; i++) await api.get('/chat/tags')
  const statements = () => metric(limited, 'parley_database_statements_total')
  const before = await statements()
  for (let i = 0; i < 200; i++) {
    const key = `sk_${i.toString(16).padStart(32, '0')}`
    refused(await api.get('/chat/tags', { 'x-api-key': key }), 429, 'RATE_LIMITED')
  }
  assert.ok((await statements()) - before < 60)
})

test('spec 5.3.2: unknown keys are looked up some hundred times per minute for each network, then rejected immediately', async () => {
  const ask = (i: number) =>
    createClient(limited.baseUrl, { 'x-forwarded-for': '198.51.100.8' }).post(
      '/mcp',
      {},
      { 'x-app-id': 'app_x', authorization: `Bearer sk_${i.toString(16).padStart(32, '0')}` },
    )
  const statuses: number[] = []
  await leaveInMinute(20_000)
  for (let i = 0; i < 320; i++) statuses.push((await ask(i)).status)
  assert.equal(statuses[299], 401)
  assert.equal(statuses[300], 429)
})

test('spec 8.28: JSON is not kept by caches, and the preview sends no referrer', async () => {
  const store = await makeStore(server)
  const visitor = await makeVisitor(server, store)
  const mcp = { 'x-app-id': store.appId, authorization: `Bearer ${store.key}` }
  for (const answer of [
    await store.api.get('/chat/members'),
    await store.api.get('/chat/conversations/nothing'),
    await visitor.api.get('/storefront/conversations'),
    await store.operator.get('/operator/stores'),
    await createClient(server.baseUrl, mcp).post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    await createClient(server.baseUrl).post('/graphql', { query: '{ __typename }' }),
  ]) {
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
  const preview = await fetch(`${server.baseUrl}/storefront/preview?app=${store.appId}`)
  assert.equal(preview.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(preview.headers.get('strict-transport-security'), null)
})

test('spec 1.4: a visitor’s token and sockets end when the app is uninstalled', async () => {
  const store = await makeStore(server)
  const visitor = await makeVisitor(server, store)
  const socket = await visitor.connect()
  ok(await store.operator.post(`/operator/stores/${store.shopId}/uninstall`))
  refused(await visitor.api.get('/storefront/conversations'), 401, 'UNAUTHENTICATED')
  refused(await visitor.api.call('PATCH', '/storefront/visitor', { name: 'Ada' }), 401, 'UNAUTHENTICATED')
  assert.equal(await socket.closed(), 4401)
  ok(await store.operator.post(`/operator/stores/${store.shopId}/install`))
  ok(await visitor.api.get('/storefront/conversations'))
})

test('spec C8.16: a blocked visitor can neither upload nor rename', async () => {
  const store = await makeStore(server)
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const team = await signInOwner(server, store)
  ok(await team.post(`/api/chat/conversations/${conversation.id}/block`, { isBlock: true }))
  refused(await visitor.api.call('POST', '/storefront/files?name=a.txt', 'text'), 403, 'FORBIDDEN')
  refused(await visitor.api.patch('/storefront/visitor', { name: 'Ada' }), 403, 'FORBIDDEN')
})
