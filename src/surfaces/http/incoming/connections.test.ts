import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { createApp } from '../server.ts'

test('a request whose connection has ended still has the address it came from', async (t) => {
  const app = createApp({ logger: pino({ level: 'silent' }) as never, trustProxy: [] })
  t.after(() => app.close())
  const address = new Promise((resolve) => {
    app.get('/late', async (request) => {
      await new Promise((closed) => request.socket.once('close', closed))
      resolve(request.ip)
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n', () => setTimeout(() => client.resetAndDestroy(), 50))
  assert.equal(await address, '127.0.0.1')
})
