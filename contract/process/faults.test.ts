import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { request } from '#test/clients/send-raw-http.ts'
import { openSocket } from '#test/clients/socket.ts'
import { onPostgres, query } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { cookieOf, pageOf } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { REDIS_PORT } from '#test/service/redis.ts'
import { startServer } from '#test/service/server.ts'
import { startRelay } from '#test/service/tcp-proxy.ts'
import { sleep, until } from '#test/until.ts'

// Nobody outside can end the process: bad frames, resets and half-closed connections at every door, and the loss of
// what the service itself is connected to. Beside what is tried here, the preload watches everything that the service
// makes meanwhile: whatever can fail by itself must have an error listener from its first moment.

const watching = { NODE_OPTIONS: `--import=${fileURLToPath(import.meta.resolve('#test/service/watch-emitters.js'))}` }
const redis = await startRelay(REDIS_PORT)
const server = await startServer({ env: { ...watching, DEMO: '1', REDIS_URL: `redis://127.0.0.1:${redis.port}` } })
const store = await makeStore(server)
const { id } = await addConversation(store)
const visitor = await makeVisitor(server, store)
const signIn = { email: store.owner.email, password: store.owner.password }
const cookie = cookieOf(await pageOf(server).post('/api/chat/session', signIn))
const { hostname, port } = new URL(server.baseUrl)

const SOCKET_DOORS = ['/storefront/socket', '/api/chat/socket']
/** Headers of sockets: from another site, without a credential, of a page of ours, and with a session. */
const OPENERS: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  {},
  { origin: server.baseUrl },
  { origin: server.baseUrl, cookie },
]

/** One request of each door, as a client begins it. */
const json = { 'content-type': 'application/json', 'content-length': '50000' }
const operator = { authorization: `Bearer ${server.operatorToken}` }
const shopper = { 'x-app-id': store.appId, authorization: `Bearer ${visitor.token}` }
const DOORS: [string, string, Record<string, string>][] = [
  ['GET', '/', {}],
  ['GET', '/healthz', {}],
  ['GET', '/metrics', {}],
  ['GET', '/docs', {}],
  ['GET', '/openapi.json', {}],
  ['GET', '/sdk.js', {}],
  ['GET', '/demo', {}],
  ['GET', '/inbox', {}],
  ['GET', '/chat/conversations', { 'x-api-key': store.key }],
  ['POST', `/chat/conversations/${id}/messages`, { 'x-api-key': store.key, ...json }],
  ['POST', '/webhook/subscriptions', { 'x-webhook-app-id': store.appId, 'x-webhook-secret': store.key, ...json }],
  ['POST', '/graphql', { 'x-api-id': store.appId, 'x-api-secret': store.key, ...json }],
  ['POST', '/mcp', { 'x-app-id': store.appId, authorization: `Bearer ${store.key}`, ...json }],
  ['POST', '/storefront/sessions', json],
  ['POST', '/storefront/files?name=a.png', { ...shopper, 'content-type': 'image/png', 'content-length': '50000' }],
  ['POST', '/api/chat/session', { origin: server.baseUrl, ...json }],
  ['POST', '/api/chat/files?name=a.png', { origin: server.baseUrl, cookie, 'content-length': '50000' }],
  ['POST', `/operator/stores/${store.shopId}/import`, { ...operator, 'content-type': 'application/x-ndjson' }],
  ['POST', '/operator/stores', { ...operator, ...json }],
]

/** What a client does in the middle of a request or a conversation of frames. */
const FAULTS: Record<string, (socket: Socket) => void> = {
  reset: (socket) => socket.resetAndDestroy(),
  'half-close': (socket) => socket.end(),
  'close without reading': (socket) => socket.destroy(),
  nonsense: (socket) => void socket.write(randomBytes(70_000), () => socket.resetAndDestroy()),
}

const frame = (first: number, payload: Uint8Array, mask = Buffer.alloc(4)) => {
  const head = Buffer.alloc(payload.length < 126 ? 2 : 4)
  head[0] = first
  if (payload.length < 126) head[1] = 0x80 | payload.length
  else {
    head[1] = 0x80 | 126
    head.writeUInt16BE(payload.length, 2)
  }
  return Buffer.concat([head, mask, payload])
}
/** Frames that no WebSocket may send, and some that it may. */
const FRAMES: Record<string, Buffer> = {
  'not masked': Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
  'reserved bits': frame(0xf1, Buffer.from('{}')),
  'unknown opcode': frame(0x83, Buffer.from('{}')),
  'continuation of nothing': frame(0x80, Buffer.from('{}')),
  'long ping': frame(0x89, Buffer.alloc(126)),
  'close code of nobody': frame(0x88, Buffer.from([0x00, 0x01])),
  'close with half a code': frame(0x88, Buffer.from([0x03])),
  'text that is no UTF-8': frame(0x81, Buffer.from([0xff, 0xfe, 0xfd])),
  'sixty thousand characters': frame(0x81, Buffer.alloc(60_000, 'x')),
  'length of a petabyte': Buffer.from([0x82, 0xff, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  'length with its sign': Buffer.from([0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  'half a frame': Buffer.from([0x81]),
  pieces: Buffer.concat(Array.from({ length: 5_000 }, () => frame(0x01, Buffer.alloc(0)))),
}

/** A connection that has sent these bytes, with what the server answered so far. Its own errors are the test's wish. */
async function send(bytes: Uint8Array | string): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  after(() => socket.destroy())
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.write(bytes)
  return { socket, answer: () => answer }
}

/** The connection of a WebSocket whose upgrade has been answered. */
async function upgrade(path: string, headers: Record<string, string>): Promise<Socket> {
  const more = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const key = { 'sec-websocket-key': randomBytes(16).toString('base64') }
  const { socket, answer } = await send(request('GET', path, { ...more, ...key, ...headers }))
  await until('the upgrade', () => answer().startsWith('HTTP/1.1 101'))
  return socket
}

/** Checks that the same process serves, that each request got a response, and that everything that can fail has its listener. */
async function lives(): Promise<void> {
  ok(await store.api.get('/chat/conversations?limit=1'))
  const socket = await openSocket(server.baseUrl, '/storefront/socket')
  socket.send({ type: 'hello', appId: store.appId, token: visitor.token })
  await socket.next('ready')
  socket.close()
  assert.doesNotMatch(server.logs(), /EMITTER WITHOUT|"level":60|unhandled|Error: /i)
  assert.equal(server.logs().match(/"msg":"server listening"/g)?.length, 1, 'the service started again')
}

for (const path of SOCKET_DOORS) {
  test(`bad frames on ${path} end their own socket at most, with any credential`, async () => {
    for (const headers of OPENERS) {
      for (const [name, bytes] of Object.entries(FRAMES)) {
        const socket = await upgrade(path, headers)
        socket.write(bytes)
        const isOver = () => socket.destroyed || socket.readyState !== 'open'
        if (name !== 'half a frame') await until(`the end of a socket after: ${name}`, isOver, 40_000)
        socket.destroy()
      }
    }
    await lives()
  })

  test(`sockets on ${path} that are reset or half-closed at any moment end nothing else`, async () => {
    for (const headers of OPENERS) {
      for (const fault of Object.values(FAULTS)) {
        const opened = await upgrade(path, headers)
        fault(opened)
        const key = { 'sec-websocket-key': 'x', 'sec-websocket-version': '13' }
        const upgrading = { connection: 'Upgrade', upgrade: 'websocket', ...key, ...headers }
        fault((await send(request('GET', path, upgrading))).socket)
      }
    }
    await sleep(200) // whatever the service does about them, it does now
    await lives()
  })
}

test('requests of every door that stop in the middle end nothing', async () => {
  for (const [method, path, headers] of DOORS) {
    for (const fault of Object.values(FAULTS)) {
      const whole = request(method, path, headers)
      const beginnings = [whole.slice(0, 20), whole, `${whole}{"a":`]
      for (const bytes of beginnings) fault((await send(bytes)).socket)
    }
  }
  await sleep(200)
  await lives()
})

test('answers of every door that nobody reads end nothing', async () => {
  for (const [method, path, headers] of DOORS) {
    const { 'content-length': _, ...rest } = headers
    const { socket } = await send(request(method, path, rest).repeat(20))
    socket.pause()
    setTimeout(() => socket.resetAndDestroy(), 20)
  }
  await sleep(300)
  await lives()
})

test('an upgrade of a path without a socket, or with a body, ends nothing', async () => {
  const upgrading = { connection: 'Upgrade', upgrade: 'websocket' }
  for (const [method, path, headers] of DOORS) {
    for (const fault of Object.values(FAULTS)) {
      fault((await send(request(method, path, { ...headers, ...upgrading }))).socket)
    }
  }
  await lives()
})

test('Redis that resets its connections, speaks nonsense or is away ends nothing', async () => {
  for (const act of [redis.reset, redis.babble, redis.refuse, redis.reset]) {
    act()
    for (let i = 0; i < 5; i++) {
      ok(await store.api.get('/chat/conversations?limit=1'))
      await sleep(50)
    }
  }
  redis.accept()
  await lives()
})

test('a database server that ends its connections ends nothing', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const close = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  for (let i = 0; i < 5; i++) {
    await query(server.env.DATABASE_URL as string, close)
    await Promise.all(Array.from({ length: 10 }, () => store.api.get('/chat/conversations?limit=1')))
  }
  await until('the database to be back', async () => (await fetch(`${server.baseUrl}/readyz`)).status === 200)
  await lives()
})
