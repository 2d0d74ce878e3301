import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { ok, refused } from '#test/expect.ts'
import { bodyCases } from '#test/fixtures/body-cases.ts'
import { makeBodyFixture } from '#test/fixtures/body-fixture.ts'
import { importLines } from '#test/fixtures/factories.ts'
import { pageOf } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'

// No request's body reaches storage as it came: each route of each door is sent the name of every column there is, with
// a value that is nowhere else, and answers as if it had not been; afterwards the whole database is searched for it.

const CANARY = 'canary-5d1f0c9e'
const server = await startServer()

/** The columns of every table, as SQL and as JSON spell them. */
const COLUMN = /^ {2}([a-z_0-9]+) +[a-z]|add column (?:if not exists )?([a-z_0-9]+)/gm
const COLUMNS = [
  ...new Set(
    globSync('migrations/*.sql').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(COLUMN)].map(([, defined, added]) => defined ?? added ?? ''),
    ),
  ),
].flatMap((name) => [name, name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())])

/** The body with every column's name that it does not have itself, in each of its objects. `known`: keys of the route. */
function widened(body: unknown, known: readonly string[], columns = COLUMNS): unknown {
  if (Array.isArray(body)) return body.map((one) => widened(one, known, columns))
  if (body === null || typeof body !== 'object') return body
  const extra = columns.filter((name) => !known.includes(name)).map((name) => [name, CANARY])
  const own = Object.entries(body).map(([name, value]) => [
    name,
    OPEN.has(name) ? value : widened(value, known, columns),
  ])
  return Object.fromEntries([...extra, ...own])
}

/** Objects whose keys are the caller's own. */
const OPEN = new Set(['metadata', 'settings', 'data', 'props', 'attributes', 'fields'])

const { fixture, store, inbox, visitor } = await makeBodyFixture(server)
const nothing = pageOf(server)
const CASES = bodyCases(fixture)

test('columns were found', () => {
  assert.ok(COLUMNS.includes('contactId') && COLUMNS.includes('external_id') && COLUMNS.length > 200)
})

for (const { as, call, body = {}, status = 200, known = [] } of CASES) {
  test(`${call.replaceAll(/[0-9a-f-]{36}/g, '{id}').replaceAll(/shop_\w+/g, '{shopId}')} takes no keys it does not know`, async () => {
    const [method = '', target = ''] = call.split(' ')
    const answer = await as.call(method, target, widened(body, known))
    assert.ok(!JSON.stringify(answer.body).includes(CANARY), JSON.stringify(answer.body))
    if (target.startsWith('/api/chat') && Object.keys(body).length > 0) {
      assert.match(refused(answer, 400, 'INVALID_PARAMS'), / is unknown; allowed: /)
      assert.equal((await as.call(method, target, body)).status, status)
      return
    }
    assert.equal(answer.status, status, JSON.stringify(answer.body))
  })
}

test('tools refuse arguments that they do not know, GraphQL and import drop keys', async () => {
  const assistant = assistantOf(server, store)
  for (const name of await assistant.names()) {
    await assistant.refused(name, { [COLUMNS[0] as string]: CANARY, shopId: CANARY }, 'INVALID_PARAMS')
  }
  const credentials = { 'x-api-id': store.appId, 'x-api-secret': store.key }
  const query = widened({ query: '{ customers(first: 1) { nodes { id } } }', variables: {} }, [])
  assert.equal((await nothing.post('/graphql', query, credentials)).status, 200)
})

test('frames of sockets are read by the keys they are known by', async () => {
  const socket = await visitor.connect()
  for (const frame of [
    { type: 'typing', active: true },
    { type: 'read', revision: 1 },
    { type: 'pages', pages: [{ url: 'https://shop.example/b' }] },
    { type: 'open' },
    { type: 'ping' },
  ]) {
    // A frame holds 16 KiB at most: a part of the columns at a time.
    for (let i = 0; i < COLUMNS.length; i += 100) {
      socket.send(widened(frame, ['conversationId', 'revision', 'title', 'viewedAt', 'url'], COLUMNS.slice(i, i + 100)))
    }
  }
  await socket.next('pong')
  socket.close()
})

test('nobody becomes somebody else by naming their id', async () => {
  const line = { id: 'victim', platformId: 'vip-7', name: 'Victoria Victim', email: 'victoria@example.com' }
  await importLines(store, [
    { kind: 'contact', data: line },
    {
      kind: 'conversation',
      data: {
        id: 'secret-talk',
        channel: 'online_store',
        customerUuid: 'victim',
        messages: [{ text: 'My card is in the blue box', createdAt: new Date().toISOString() }],
      },
    },
  ])
  for (const claim of [
    { externalId: 'vip-7' },
    { contactId: 'victim' },
    { external_id: 'vip-7', contact_id: 'victim' },
  ]) {
    for (const route of ['PATCH /storefront/visitor', 'POST /storefront/identify']) {
      const thief = await makeVisitor(server, store)
      const [method = '', target = ''] = route.split(' ')
      ok(await thief.api.call(method, target, { id: 'vip-7', name: 'Mallory', ...claim }))
      await thief.say('Hello')
      const seen = [
        await thief.api.get('/storefront/conversations'),
        await thief.api.get('/storefront/messages'),
        await thief.api.get('/storefront/messages?conversationId=secret-talk'),
        await nothing.post('/storefront/sessions', { appId: store.appId, token: thief.token }),
      ]
      for (const { body } of seen) assert.doesNotMatch(JSON.stringify(body), /blue box|Victoria|victoria/)
      assert.equal(ok(await store.api.get('/chat/customers/victim')).name, 'Victoria Victim')
    }
  }
  const link = { email: 'mallory@example.com', role: 'member', kind: 'password', memberId: store.owner.memberId }
  refused(await inbox.post('/api/chat/invitations', link), 400, 'INVALID_PARAMS')
})

test('nothing of it is anywhere in the database', async () => {
  const found = (await dumpDatabase(server)).filter((line) => line.includes(CANARY))
  assert.deepEqual(found, [])
  assert.doesNotMatch(server.logs(), /"level":(50|60)/)
})
