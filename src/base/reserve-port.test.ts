import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { reservePort } from './reserve-port.ts'

test('a held port is nobody else’s until it is let go, and then at once free', async () => {
  const held = await reservePort('127.0.0.1', 0)
  await assert.rejects(reservePort('127.0.0.1', held.port), { code: 'EADDRINUSE' })
  await once(connect(held.port, '127.0.0.1').resume(), 'close')
  held.release()
  const server = createServer().listen(held.port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
})

test('of many who take any free port at once, no two get the same', async (t) => {
  const held = await Promise.all(Array.from({ length: 500 }, () => reservePort('127.0.0.1', 0)))
  t.after(() => {
    for (const { release } of held) release()
  })
  assert.equal(new Set(held.map(({ port }) => port)).size, 500)
})

test('a host that is not this machine’s is refused', async () => {
  await assert.rejects(reservePort('192.0.2.1', 0), { code: 'EADDRNOTAVAIL' })
})
