import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { AddressBook } from './address.ts'
import { createVettedFetch } from './vetted-fetch.ts'

const LIMIT = 1_000_000
const bodies: Record<string, Buffer> = {
  '/small': gzipSync(JSON.stringify({ fine: 'x'.repeat(1_000) })),
  '/just': gzipSync(Buffer.alloc(LIMIT, 'a')),
  '/bomb': gzipSync(Buffer.alloc(200 * LIMIT, 'a')),
}
const server = createServer((request, response) => {
  const body = bodies[request.url ?? '']
  if (!body) return void response.writeHead(204).end()
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const fetchAllowed = createVettedFetch(new AddressBook({ allow: ['127.0.0.0/8'], dnsServers: [] }), {
  timeoutMs: 10_000,
  bytes: LIMIT,
})

test('an answer is limited by what it is once it is unpacked', async () => {
  assert.ok((bodies['/bomb'] as Buffer).length < LIMIT, 'as it is sent, it is small')
  assert.deepEqual(Object.keys((await (await fetchAllowed(url('/small'))).json()) as object), ['fine'])
  assert.equal((await (await fetchAllowed(url('/just'))).text()).length, LIMIT)
  const bomb = await fetchAllowed(url('/bomb'))
  assert.equal(bomb.status, 200)
  await assert.rejects(bomb.text(), /more than 1000000 bytes once it is unpacked/)
})

test('an answer without a body stays one', async () => {
  const { status, body } = await fetchAllowed(url('/none'))
  assert.deepEqual([status, body], [204, null])
})
