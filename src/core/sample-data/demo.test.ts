import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/client.ts'
import { ok } from '#test/expect.ts'
import { startServer } from '#test/server.ts'

test('an empty database gets one demo store, told of once on standard output and never in the log', async () => {
  const server = await startServer({ env: { DEMO: '1', BASE_URL: 'https://chat.example' } })
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
