import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, createClient } from '#test/clients/client.ts'
import { graphqlOf } from '#test/clients/graphql.ts'
import { assistantOf, credentials } from '#test/clients/mcp.ts'
import { createDatabase, onPostgres, query, serverUrl } from '#test/database/database.ts'
import { addConversation, makeStore, operatorOf } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { startRelay } from '#test/service/tcp-proxy.ts'
import { until } from '#test/until.ts'

// While the database cannot be reached, each API says so in its own form, with 503: the error is neither the client's
// nor one that the service should log as its own. (The embedded database cannot go away.)

test('spec C1.18: every door answers 503 while the database is away, and works when it is back', {
  skip: !onPostgres && 'PostgreSQL only',
}, async (t) => {
  const database = await createDatabase()
  t.after(() => database.drop())
  const url = new URL(database.url)
  const relay = await startRelay(Number(url.port || 5432))
  url.port = String(relay.port)
  const server = await startServer({ env: { DATABASE_URL: url.href } })
  const store = await makeStore(server)
  const { id } = await addConversation(store)
  const visitor = await makeVisitor(server, store)
  const inbox = await signInOwner(server, store)
  const assistant = assistantOf(server, store)
  const stranger = createClient(server.baseUrl, credentials({ appId: store.appId, key: `sk_${'0'.repeat(32)}` }))

  const doors: Record<string, () => Promise<Answer>> = {
    rest: () => store.api.get(`/chat/conversations/${id}`),
    'rest, a write': () => store.api.post(`/chat/conversations/${id}/notes`, { text: 'x' }),
    'rest, an unknown key': () =>
      createClient(server.baseUrl, { 'x-api-key': `sk_${'1'.repeat(32)}` }).get('/chat/tags'),
    legacy: () => createClient(server.baseUrl, { 'x-webhook-secret': 'whsec_x' }).get('/webhook/subscriptions'),
    graphql: () => graphqlOf(server, store)('{ customers(first: 1) { totalCount } }'),
    'tools/list': () => assistant.rpc('tools/list'),
    'a tool': () => assistant.rpc('tools/call', { name: 'add_note', arguments: { conversationId: id, text: 'x' } }),
    'a tool that reads': () => assistant.rpc('tools/call', { name: 'list_members', arguments: {} }),
    'tools, an unknown key': () => stranger.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
    storefront: () => visitor.api.post('/storefront/messages', { clientId: crypto.randomUUID(), text: 'x' }),
    inbox: () => inbox.get('/api/chat/members'),
    operator: () => operatorOf(server).get('/operator/stores'),
    readiness: () => createClient(server.baseUrl).get('/readyz'),
  }

  relay.refuse()
  for (const [name, ask] of Object.entries(doors)) {
    const { status, body, headers } = await ask()
    assert.equal(status, 503, `${name}: ${JSON.stringify(body)}`)
    if (name === 'readiness') continue
    assert.match(JSON.stringify(body), /"UNAVAILABLE"/, name)
    assert.equal(headers.get('retry-after'), '1', name)
  }
  relay.accept()
  await until('the database to be back', async () => (await doors.readiness?.())?.status === 200)
  assert.equal((await doors.rest?.())?.status, 200)
  assert.equal((await doors['a tool']?.())?.status, 200)
  assert.doesNotMatch(server.logs(), /"level":(50|60)/)
})

test('spec C1.18: writes answer 503 where the address leads to a standby that takes none yet', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const server = await startServer()
  const store = await makeStore(server)
  const { id } = await addConversation(store)
  const visitor = await makeVisitor(server, store)
  const name = new URL(server.env.DATABASE_URL as string).pathname.slice(1)
  const takeWrites = async (answer: 'on' | 'off') => {
    const readOnly = answer === 'on' ? 'off' : 'on'
    await query(serverUrl(), `alter database ${name} set default_transaction_read_only = ${readOnly}`)
    await query(
      serverUrl(),
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'parley'",
      [name],
    )
    await until('the database', async () => (await store.api.get(`/chat/conversations/${id}`)).status === 200)
  }
  const note = () => store.api.post(`/chat/conversations/${id}/notes`, { text: 'x' })
  const say = () => visitor.api.post('/storefront/messages', { clientId: crypto.randomUUID(), text: 'x' })
  await takeWrites('off')
  for (const ask of [note, say]) {
    const { status, body } = await ask()
    assert.deepEqual([status, body.error?.code], [503, 'UNAVAILABLE'], JSON.stringify(body))
  }
  await takeWrites('on')
  await until('a write', async () => (await note()).status === 201)
  assert.equal((await say()).status, 201)
})
