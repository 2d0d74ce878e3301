import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { ok } from '#test/expect.ts'
import { runUntilExit, startServer } from '#test/service/server.ts'

test('spec C1.4: an empty database gets one demo store, printed once on standard output and never in the log', async () => {
  const server = await startServer({ ownProcess: true, env: { DEMO: '1', BASE_URL: 'https://chat.example' } })
  const logs = server.logs()
  const [key] = /sk_[\da-f]{32}/.exec(logs) ?? []
  assert.ok(key, logs)
  for (const expected of ['https://chat.example/inbox', 'https://chat.example/demo', 'https://chat.example/docs']) {
    assert.ok(logs.includes(expected))
  }
  for (const line of logs.split('\n').filter((text) => text.startsWith('{'))) assert.ok(!line.includes(key))
  const api = createClient(server.baseUrl, { 'x-api-key': key })
  assert.equal((await api.get('/chat/conversations?limit=100')).body.data.length, 100)
  assert.ok(ok(await api.get('/chat/members')).length > 4)

  await server.restart()
  assert.equal(server.logs().split('A demo store is ready').length, 2)
  const operator = createClient(server.baseUrl, { authorization: `Bearer ${server.operatorToken}` })
  assert.equal(ok(await operator.get('/operator/stores')).length, 1)
})

test('a port that is taken ends the first start before anything is made: the next one tells of the demo store', async () => {
  const { directory, other, port } = await takePort()
  const DATA_DIR = join(directory, 'data')
  const { code, stderr } = await runUntilExit({ DEMO: '1', PORT: port, DATA_DIR })
  other.close()
  assert.equal(code, 1)
  assert.match(stderr, /^PORT=\d+: expected a free port at 127\.0\.0\.1/)
  assert.equal(existsSync(DATA_DIR), false)
  assert.match((await startServer({ env: { DEMO: '1', DATA_DIR } })).logs(), /A demo store is ready/)
})

test('a new demo store is printed even if the service cannot listen', async () => {
  const { directory, other, port } = await takePort()
  after(() => other.close())
  const door = { INBOUND_SMTP_PORT: port, INBOUND_DOMAIN: 'in.example.com' }
  const { code, output } = await runUntilExit({ DEMO: '1', PORT: '0', DATA_DIR: directory, ...door })
  assert.notEqual(code, 0)
  assert.match(output, /sk_[\da-f]{32}/)
})

/** A port on which another program listens, and a directory for a service that is started anyway. */
async function takePort() {
  const directory = await mkdtemp(join(tmpdir(), 'parley-taken-'))
  after(() => rm(directory, { recursive: true, force: true }))
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  return { directory, other, port: String((other.address() as AddressInfo).port) }
}
