import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../clients/client.ts'
import { makeStore } from '../fixtures/factories.ts'
import { startServer } from './server.ts'

test('a server that was stopped or killed comes back on the same address with the same data', async () => {
  const server = await startServer({ ownProcess: true })
  const store = await makeStore(server)
  assert.equal(await server.stop(), 0)
  await server.restart()
  assert.equal((await store.api.get('/chat/members')).status, 200)
  await server.kill()
  await server.restart()
  assert.equal((await store.api.get('/chat/members')).body.data.length, 1)
})

test('two servers share nothing unless told to', async () => {
  const [one, other] = await Promise.all([startServer(), startServer()])
  const store = await makeStore(one)
  const answer = await createClient(other.baseUrl, { 'x-api-key': store.key }).get('/chat/members')
  assert.equal(answer.status, 401)
})
