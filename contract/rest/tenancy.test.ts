import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 5.1.2, for every route there is: the OpenAPI document names them. One store calls each with another
// store's ids and with unknown ones; it must get the same answer, and the other store must stay as it was.

const server = await shareServer()
const { paths } = (await createClient(server.baseUrl).get('/openapi.json')).body as { paths: Record<string, PathItem> }

interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: unknown
}
type PathItem = Record<string, Operation>
/** Ids of records that one store has, by the name that path and query parameters call them by. */
type Ids = Record<string, string>

/** Each record that a path may name, once. */
async function fill(store: Store): Promise<Ids[]> {
  const made = await addConversation(store, {
    firestoreId: randomUUID(),
    summary: { text: 'x' },
    messages: [message()],
  })
  const path = `/chat/conversations/${made.id}`
  const [{ id: messageId }] = ok(await store.api.get(`${path}/messages`))
  const { id: noteId } = ok(await store.api.post(`${path}/notes`, { text: 'x' }), 201)
  const { id: attributeId } = ok(await store.api.post(`${path}/attributes`, { name: 'a', value: 'b' }), 201)
  ok(await store.api.post(`${path}/tags`, { tags: ['tag'] }))
  const memberId = store.owner.memberId
  const others = { messageId, noteId, attributeId, tag: 'tag', customerUuid: made.customerUuid, memberId }
  return [made.id, made.firestoreId].map((id) => ({ id, ...others }))
}

/** Everything a store can see of itself. */
async function snapshot({ api }: Store, { id, customerUuid }: Ids) {
  const conversation = `/chat/conversations/${id}`
  const lists = ['/chat/conversations', '/chat/tags', '/chat/members', `/chat/customers/${customerUuid}`]
  const parts = ['', '/messages', '/attributes', '/related', '/summary'].map((rest) => conversation + rest)
  return Promise.all([...lists, ...parts].map(async (path) => (await api.get(path)).body))
}

/** A good body for each route that takes one, naming records of the caller's own store. */
function bodyFor(path: string, method: string, own: Ids): object {
  const { memberId } = own
  const bodies: Record<string, object> = {
    state: { status: 'resolved' },
    assign: { memberId },
    typing: { memberId, active: true },
    messages: { text: 'x', memberId },
    tags: { tags: ['new'] },
    notes: { text: 'x' },
    '{noteId}': { text: 'x' },
    attributes: { name: 'new', value: 'x' },
    '{attributeId}': { value: 'x' },
    read: {},
  }
  const body = bodies[path.split('/').at(-1) as string]
  assert.ok(body, `give this test a body for ${method} ${path}`)
  return body
}

const own = await makeStore(server)
const other = await makeStore(server)
const [ownIds] = (await fill(own)) as [Ids]
const foreign = await fill(other)
const unknown: Ids = Object.fromEntries(Object.keys(ownIds).map((name) => [name, randomUUID()]))

// Webhook subscriptions answer unknown ids with 400 (spec 4.5): a test of their own, at the end.
const routes = Object.entries(paths)
  .filter(([path]) => path.startsWith('/chat/') && !path.startsWith('/chat/webhooks'))
  .flatMap(([path, item]) =>
    ['get', 'post', 'put', 'delete']
      .filter((method) => item[method])
      .map((method) => ({ path, method: method.toUpperCase(), operation: item[method] as Operation })),
  )

async function callWith(route: (typeof routes)[number], ids: Ids) {
  const target = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    assert.ok(ids[name], `give this test an id for {${name}} of ${route.path}`)
    return encodeURIComponent(ids[name] as string)
  })
  const body = route.operation.requestBody ? bodyFor(route.path, route.method, ownIds) : undefined
  const { status, body: answer } = await own.api.call(route.method, target, body)
  return { status, answer }
}

test('spec 1.5: the document names all routes of the REST API', () => {
  assert.ok(routes.length >= 24, `only ${routes.length} routes`)
})

for (const route of routes.filter(({ path }) => path.includes('{'))) {
  test(`spec 5.1.2: ${route.method} ${route.path} answers another store’s ids as it answers unknown ones`, async () => {
    const expected = await callWith(route, unknown)
    assert.equal(expected.status, 404)
    const before = await snapshot(other, foreign[0] as Ids)
    for (const ids of foreign) assert.deepEqual(await callWith(route, ids), expected)
    assert.deepEqual(await snapshot(other, foreign[0] as Ids), before)
  })
}

for (const route of routes.filter(({ path }) => /\{id\}.*\{/.test(path) && !path.endsWith('{tag}'))) {
  test(`${route.method} ${route.path} reaches no other store’s record through a conversation of one’s own`, async () => {
    const expected = await callWith(route, { ...unknown, id: ownIds.id as string })
    assert.equal(expected.status, 404)
    const before = await snapshot(other, foreign[0] as Ids)
    const mixed = { ...(foreign[0] as Ids), id: ownIds.id as string }
    assert.deepEqual(await callWith(route, mixed), expected)
    assert.deepEqual(await snapshot(other, foreign[0] as Ids), before)
  })
}

test('spec 1.7: filters with another store’s ids find nothing', async () => {
  const { customerUuid, memberId } = foreign[0] as Ids
  for (const query of [`customerUuid=${customerUuid}`, `assigneeId=${memberId}`]) {
    assert.deepEqual(ok(await own.api.get(`/chat/conversations?${query}`)), [])
  }
})

test('another store’s cursors show nothing of it', async () => {
  for (let i = 0; i < 2; i++) await addConversation(other, { messages: [message()] })
  const { nextCursor } = (await other.api.get('/chat/conversations?limit=1')).body.paging
  const seen = ok(await own.api.get(`/chat/conversations?cursor=${nextCursor}`))
  assert.ok(seen.every((conversation: { shopId: string }) => conversation.shopId === own.shopId))
})

test('another store’s member cannot be assigned, nor write, nor type', async () => {
  const { memberId } = foreign[0] as Ids
  for (const [rest, body] of [
    ['assign', { memberId }],
    ['messages', { text: 'x', memberId }],
    ['typing', { memberId, active: true }],
  ] as const) {
    const path = `/chat/conversations/${ownIds.id}/${rest}`
    const [answer, expected] = [
      await own.api.post(path, body),
      await own.api.post(path, { ...body, memberId: randomUUID() }),
    ]
    assert.deepEqual([answer.status, answer.body], [400, expected.body])
  }
})

for (const method of ['PUT', 'DELETE']) {
  test(`spec 4.5.5: ${method} /chat/webhooks/{id} answers another store’s id as it answers unknown ones`, async () => {
    const subscription = { url: `https://1.1.1.1/${method}`, events: ['message.created'] }
    const { id } = ok(await other.api.post('/chat/webhooks', subscription), 201)
    const body = method === 'PUT' ? { isActive: false } : undefined
    const call = async (to: string) => {
      const answer = await own.api.call(method, `/chat/webhooks/${to}`, body)
      return { status: answer.status, body: answer.body }
    }
    const before = ok(await other.api.get('/chat/webhooks'))
    const expected = await call(randomUUID())
    assert.equal(expected.status, 400)
    assert.deepEqual(await call(id), expected)
    assert.deepEqual(ok(await other.api.get('/chat/webhooks')), before)
  })
}

test('the list of webhook subscriptions shows a store’s own only', async () => {
  assert.deepEqual(ok(await own.api.get('/chat/webhooks')), [])
  assert.ok(ok(await other.api.get('/chat/webhooks')).length > 0)
})
