import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { credentials } from '#test/clients/mcp.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'

// A client that is still sending a body when it is refused gets to read why, at every door, and its connection goes on.

const server = await shareServer()
const store = await makeStore(server)
const visitor = await makeVisitor(server, store)

const MB = 1024 * 1024
const { conversation } = await visitor.say('Hello')
const notes = `POST /chat/conversations/${conversation.id}/notes`
const json = { 'content-type': 'application/json' }
const shopper = { 'x-app-id': store.appId, authorization: `Bearer ${visitor.token}` }
const note = { ...json, 'x-api-key': store.key }
const large = Buffer.from(JSON.stringify({ text: 'x'.repeat(3 * MB) }))
// Bytes that gzip cannot make smaller, so that what is sent is over the limit itself.
const packed = gzipSync(randomBytes(3 * MB))
const packedFile = gzipSync(randomBytes(14 * MB))

const CASES: [string, string, Record<string, string>, Buffer, number][] = [
  ['a note', notes, note, large, 413],
  ['a packed note', notes, { ...note, 'content-encoding': 'gzip' }, packed, 413],
  ['an encoding that is not understood', notes, { ...note, 'content-encoding': 'zstd' }, large, 415],
  ['no key', notes, json, large, 401],
  ['a method that is not served', 'DELETE /chat/tags', note, large, 405],
  ['no path', 'POST /chat/nothing', note, large, 404],
  ['GraphQL', 'POST /graphql', json, large, 400],
  ['MCP', 'POST /mcp', { ...json, ...credentials(store) }, large, 413],
  [
    'legacy webhooks',
    'POST /webhook/subscriptions',
    { ...json, 'x-webhook-app-id': store.appId, 'x-webhook-secret': store.key },
    large,
    413,
  ],
  ['the storefront', 'POST /storefront/messages', { ...json, ...shopper }, large, 413],
  ['the inbox', 'POST /api/chat/links/read', { ...json, origin: server.baseUrl }, large, 413],
  ['the operator', 'POST /operator/stores', { ...json, authorization: `Bearer ${server.operatorToken}` }, large, 413],
  ['a file', 'POST /storefront/files?name=a.txt', shopper, Buffer.alloc(14 * MB, 'x'), 413],
  ['a packed file', 'POST /storefront/files?name=a.txt', { ...shopper, 'content-encoding': 'gzip' }, packedFile, 413],
  ['a file without a token', 'POST /storefront/files?name=a.txt', {}, Buffer.alloc(14 * MB, 'x'), 401],
]

/** Sends a request slowly, to its end, whatever comes back meanwhile; then another one on the same connection. */
function sendSlowly(head: string, pieces: Buffer[]): Promise<string> {
  const { hostname, port } = new URL(server.baseUrl)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ host: hostname, port: Number(port) }, async () => {
      socket.write(head)
      for (const piece of pieces) {
        if (!socket.write(piece)) await new Promise((written) => socket.once('drain', written))
        await new Promise((later) => setTimeout(later, 5))
      }
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    })
    socket.setTimeout(20_000, () => socket.destroy(new Error(`no answer within 20 seconds, but ${text}`)))
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', (error) => reject(new Error(`${error.message} after ${text || 'no answer'}`)))
    socket.on('close', () => resolve(text))
  })
}

for (const [what, route, headers, body, status] of CASES) {
  for (const chunked of [false, true]) {
    test(`spec 8.27: ${what}, ${chunked ? 'of a length that nobody tells' : 'with its length'}: ${status}, and the next request is answered`, async () => {
      const [method, path] = route.split(' ')
      const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }
      const lines = Object.entries({ host: 'a', ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
      const pieces: Buffer[] = []
      for (let at = 0; at < body.length; at += 256 * 1024) {
        const piece = body.subarray(at, at + 256 * 1024)
        pieces.push(
          chunked
            ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
            : piece,
        )
      }
      if (chunked) pieces.push(Buffer.from('0\r\n\r\n'))
      const answers = await sendSlowly(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, pieces)
      assert.deepEqual(
        [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code)),
        [status, 200],
        answers,
      )
    })
  }
}
