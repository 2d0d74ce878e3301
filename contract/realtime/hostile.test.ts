import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// Sockets that do not mean well: each is closed with a code, and nobody else notices.

const server = await startServer({ env: { STOREFRONT_LIMIT_PER_IP: '0' } })
const store = await makeStore(server)
const path = '/storefront/socket'
const hello = { type: 'hello', appId: store.appId, token: (await makeVisitor(server, store)).token }

/** Sends frames to a fresh socket and answers the code it is closed with. */
async function closedAfter(...frames: unknown[]): Promise<number> {
  const socket = await openSocket(server.baseUrl, path)
  for (const frame of frames) socket.send(frame)
  return socket.closed()
}

test('a frame that is not a JSON object with a type, or not of this socket, closes it with 4400', async () => {
  for (const frame of ['', '{', 'null', '[]', '7', '"ping"', '{}', '{"type":7}', new Uint8Array([1, 2, 3])]) {
    assert.equal(await closedAfter(frame), 4400, String(frame))
  }
  const bad = [
    { type: 'watch', conversationId: 'x' },
    { type: 'typing', active: 'yes' },
    { type: 'read', revision: -1 },
    { type: 'read', revision: 1.5 },
    { type: 'read', revision: '1' },
    { type: 'pages', pages: {} },
    { type: 'pages', pages: [null] },
    { type: 'pages', pages: [{ url: 'https://a.example/\u0000' }] },
    { type: '__proto__' },
    { type: 'constructor' },
    hello,
  ]
  for (const frame of bad) assert.equal(await closedAfter(hello, frame), 4400, JSON.stringify(frame))
  assert.equal(await closedAfter({ type: 'typing', active: true }), 4400)
})

test('prototype keys change nothing', async () => {
  const socket = await openSocket(server.baseUrl, path)
  socket.send(
    `{"type":"hello","appId":"${hello.appId}","token":"${hello.token}","__proto__":{"isAdmin":true},"constructor":{}}`,
  )
  await socket.next('ready')
  socket.send('{"type":"ping","__proto__":{"type":"hello"}}')
  await socket.next('pong')
})

test('a forged token, another store’s, or no store is closed with 4401', async () => {
  const other = await makeStore(server)
  const forged = [
    { ...hello, token: `vt_${'0'.repeat(64)}` },
    { ...hello, token: store.key },
    { ...hello, token: "vt_' or 1=1 --" },
    { ...hello, appId: other.appId },
    { ...hello, appId: 'app_nobody' },
    { ...hello, appId: '../../etc' },
  ]
  for (const frame of forged) assert.equal(await closedAfter(frame), 4401, JSON.stringify(frame))
  for (const frame of [{ type: 'hello' }, { ...hello, token: 7 }, { ...hello, appId: {} }]) {
    assert.equal(await closedAfter(frame), 4400)
  }
})

test('a conversation of somebody else is not shown, whatever is asked for', async () => {
  const foreign = await addConversation(await makeStore(server))
  const own = await addConversation(store)
  for (const conversationId of [foreign.id, own.id, 'x'.repeat(5_000), '\u0000', '\ud800', 7, {}]) {
    const socket = await openSocket(server.baseUrl, path)
    socket.send({ ...hello, conversationId, revision: 0 })
    assert.equal((await socket.next('ready')).conversation, null)
    socket.send({ type: 'open', conversationId })
    assert.equal((await socket.next('ready')).conversation, null)
    socket.close()
  }
})

test('a frame of more than 16 KiB closes the socket', async () => {
  const frame = { type: 'pages', pages: [{ url: `https://a.example/${'x'.repeat(17_000)}` }] }
  assert.equal(await closedAfter(hello, frame), 1009)
})

test('a flood of frames closes the socket with 4429', async () => {
  assert.equal(await closedAfter(hello, ...Array(200).fill({ type: 'ping' })), 4429)
})

test('typing too often is left out, and closes nothing', async () => {
  const visitor = await makeVisitor(server, store)
  await visitor.say('Hello')
  const socket = await visitor.connect()
  for (let i = 0; i < 50; i++) socket.send({ type: 'typing', active: i % 2 === 0 })
  socket.send({ type: 'ping' })
  await socket.next('pong')
})

test('who does not say hello is closed with 4408', { timeout: 30_000 }, async () => {
  const socket = await openSocket(server.baseUrl, path)
  assert.equal(await socket.closed(), 4408)
})

test('pages of other origins are closed with 4403; no origin and our own are taken', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost', `${server.baseUrl}0`]) {
    const socket = await openSocket(server.baseUrl, path, { headers: { origin } })
    assert.equal(await socket.closed(), 4403, origin)
  }
  for (const headers of [{ origin: server.baseUrl }, undefined]) {
    const socket = await openSocket(server.baseUrl, path, headers ? { headers } : {})
    socket.send(hello)
    await socket.next('ready')
    socket.close()
  }
})

test('one visitor has at most 20 sockets', async () => {
  const visitor = await makeVisitor(server, store)
  for (let i = 0; i < 20; i++) await visitor.connect()
  const socket = await openSocket(server.baseUrl, path)
  socket.send({ type: 'hello', appId: store.appId, token: visitor.token })
  assert.equal(await socket.closed(), 4429)
})

test('paths without sockets refuse them, and a plain request that offers an upgrade is answered', async () => {
  for (const other of ['/', '/chat/conversations', '/storefront/socket/', '/storefront/sessions', '/metrics']) {
    await assert.rejects(openSocket(server.baseUrl, other), /404/, other)
  }
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': store.key,
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': '',
    }
    request(`${server.baseUrl}/chat/members`, { headers }, (answer) => resolve(answer.statusCode))
      .on('error', reject)
      .end()
  })
  assert.equal(status, 200)
})

test('a visitor who reads nothing is cut off, costs no more memory, and gets all when they are back', async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const messages = `/chat/conversations/${conversation.id}/messages`
  const sockets = () => metric(server, 'parley_open_sockets')
  await until('the sockets of the tests before to close', async () => (await sockets()) === 0 || null)
  const slow = await visitor.connect()
  const { revision } = slow.ready.conversation
  slow.raw.pause()
  const body = { text: 'x'.repeat(4_999), memberId: store.owner.memberId }
  // How much the operating system takes before the service has to keep anything differs from machine to machine.
  let sent = 0
  for (; sent < 10_000 && (await sockets()) > 0; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => store.api.post(messages, body)))
  }
  assert.ok(sent < 10_000, 'all of 50 megabytes was kept for somebody who does not read')
  slow.raw.resume()
  await slow.closed()
  const told = slow.frames.filter(({ type }) => type === 'changes').at(-1)?.conversation.revision ?? revision
  const back = await visitor.connect({ conversationId: conversation.id, revision: told })
  assert.equal(back.ready.conversation.revision, revision + sent)
})

test('after all that the service serves, and logs no error', async () => {
  await sleep(100)
  ok(await store.api.get('/chat/conversations'))
  assert.ok(!/"level":(50|60)/.test(server.logs()), server.logs().match(/.*"level":(50|60).*/)?.[0])
})
