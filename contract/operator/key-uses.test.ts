import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { credentials } from '#test/clients/mcp.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C16.9: when, and from where, each API key was last used.

const server = await shareServer()

const keysOf = async ({ operator, shopId }: Store) => ok(await operator.get(`/operator/stores/${shopId}/keys`))

const WAYS: Record<string, (store: Store) => Promise<unknown>> = {
  REST: async ({ api }) => ok(await api.get('/chat/tags')),
  GraphQL: ({ appId, key }) =>
    createClient(server.baseUrl, { 'x-api-id': appId, 'x-api-secret': key }).post('/graphql', {
      query: '{ customers { totalCount } }',
    }),
  tools: (store) =>
    createClient(server.baseUrl, credentials(store)).post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
}

for (const [way, use] of Object.entries(WAYS)) {
  test(`spec C16.9: a key that is used by ${way} says when and from where`, async () => {
    const store = await makeStore(server)
    const [unused] = await keysOf(store)
    assert.deepEqual(Object.keys(unused).sort(), ['id', 'lastUsedAt', 'lastUsedFrom', 'name'])
    const began = Date.now()
    await use(store)
    const [key] = await until('the use to be written', async () => {
      const keys = await keysOf(store)
      return keys.some((one: { lastUsedAt: string | null }) => one.lastUsedAt !== null) && keys
    })
    assert.ok(Date.parse(key.lastUsedAt) >= began - 1, key.lastUsedAt)
    assert.match(key.lastUsedFrom, /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)
  })
}

test('spec C16.9: a key that nobody used says null, and one that was refused does not count', async () => {
  const store = await makeStore(server)
  const made = ok(await store.operator.post(`/operator/stores/${store.shopId}/keys`, { name: 'Unused' }), 201)
  refused(await store.api.get('/chat/tags', { 'x-api-key': `${made.key.slice(0, -1)}x` }), 401, 'INVALID_API_KEY')
  const inbox = await signInOwner(server, store)
  for (const keys of [await keysOf(store), ok(await inbox.get('/api/chat/keys'))]) {
    const key = keys.find((one: { id: string }) => one.id === made.id)
    assert.deepEqual([key.lastUsedAt, key.lastUsedFrom], [null, null])
  }
})
