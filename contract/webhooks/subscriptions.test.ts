import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { assistantOf } from '#test/clients/mcp.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { change, EVENT_NAMES, read, subscribe } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'

// Spec 2.8, 3.2, 4.5, C9. Nothing is delivered here: nothing happens in these stores.

const server = await startServer({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
const KEYS = ['id', 'shopId', 'url', 'events', 'isActive', 'secret', 'metadata', 'createdAt', 'updatedAt']
const url = (path: string = randomUUID()) => `https://localhost:4443/${path}`
const list = async (store: Store) => ok(await store.api.get('/chat/webhooks'))
const create = (store: Store, body: object) =>
  store.api.post('/chat/webhooks', { url: url(), events: ['message.created'], ...body })

test('spec 2.8.1, 2.8.2, 3.2.1, 4.5.1, 4.5.2: a new subscription has nine keys, is active, and has a secret of the service’s own', async () => {
  const store = await makeStore(server)
  const made = await subscribe(store, url('new'), EVENT_NAMES, { secret: 'whsec_mine' })
  assert.deepEqual(Object.keys(made).sort(), KEYS.toSorted())
  const { id, secret, createdAt, updatedAt, ...rest } = made
  assert.deepEqual(rest, { shopId: store.shopId, url: url('new'), events: EVENT_NAMES, isActive: true, metadata: {} })
  assert.match(secret, /^whsec_\S{20,}$/)
  assert.notEqual(secret, 'whsec_mine')
  assert.equal(new Date(createdAt).toISOString(), createdAt)
  assert.equal(updatedAt, createdAt)
  assert.ok(typeof id === 'string' && id.length > 0)
})

test('spec 2.8.2, 2.8.3: the list shows all of a store’s subscriptions, with secrets and metadata, and no other store’s', async () => {
  const [store, other] = [await makeStore(server), await makeStore(server)]
  assert.deepEqual(await list(store), [])
  const metadata = { team: 'Über', nested: { list: [1, null, 'x'] }, '10': 'a', b: '' }
  const made = [
    await subscribe(store, url(), ['customer.created'], { metadata }),
    await subscribe(store, url()),
    await subscribe(other, url()),
  ]
  await change(store, made[1], { isActive: false })
  const seen = await list(store)
  assert.deepEqual(seen[0], made[0])
  assert.deepEqual(seen[0].metadata, metadata)
  assert.deepEqual(
    seen.map(({ id, isActive, secret }: typeof seen) => [id, isActive, secret]),
    [
      [made[0].id, true, made[0].secret],
      [made[1].id, false, made[1].secret],
    ],
  )
})

test('spec 5.1.6, C9.29: subscribing a known url keeps id, secret and createdAt, and replaces events, and metadata when given', async () => {
  const store = await makeStore(server)
  const first = await subscribe(store, url('known'), ['message.created'], { metadata: { a: 1 } })
  const second = await subscribe(store, url('known'), ['customer.created'])
  for (const key of ['id', 'secret', 'createdAt', 'metadata']) assert.deepEqual(second[key], first[key], key)
  assert.deepEqual(second.events, ['customer.created'])
  const third = await subscribe(store, url('known'), ['customer.created'], { metadata: {} })
  assert.deepEqual(third.metadata, {})
  assert.ok(third.updatedAt >= second.updatedAt)
  assert.deepEqual(await list(store), [third])
  const elsewhere = await subscribe(await makeStore(server), url('known'))
  assert.notEqual(elsewhere.secret, first.secret)
})

test('spec 3.2.2: subscribing an inactive url again activates it, whatever the plan', async () => {
  const store = await makeStore(server, { plan: 'free' })
  const made = await subscribe(store, url('again'))
  assert.equal((await change(store, made, { isActive: false })).isActive, false)
  assert.equal((await subscribe(store, url('again'))).isActive, true)
})

test('spec 3.2.3, 3.2.4: pausing works on any plan; resuming needs Pro or Plus, and is the only act that does', async () => {
  for (const [plan, resumes] of [
    ['free', false],
    ['basic', false],
    ['pro', true],
    ['plus', true],
  ] as const) {
    const store = await makeStore(server, { plan })
    const made = await subscribe(store, url())
    assert.equal((await change(store, made, { isActive: true })).isActive, true)
    assert.equal((await change(store, made, { isActive: false })).isActive, false)
    const events = ['message.removed']
    assert.deepEqual((await change(store, made, { events })).events, events)
    const answer = await store.api.put(`/chat/webhooks/${made.id}`, { isActive: true, events: ['message.created'] })
    if (!resumes) assert.match(refused(answer, 400, 'INVALID_PARAMS'), /Pro/i)
    const { isActive, events: kept } = await read(store, made)
    assert.deepEqual({ isActive, kept }, { isActive: resumes, kept: resumes ? ['message.created'] : events })
  }
})

test('spec C9.29: repeated events are dropped, on create and on change', async () => {
  const store = await makeStore(server)
  const made = await subscribe(store, url(), ['message.created', 'customer.created', 'message.created'])
  assert.deepEqual(made.events, ['message.created', 'customer.created'])
  assert.deepEqual((await change(store, made, { events: Array(30).fill('message.updated') })).events, [
    'message.updated',
  ])
})

test('spec 4.5.3, 6.1.1, 9.2: a refusal says the reason, and stores nothing', async () => {
  const store = await makeStore(server)
  const refusals: [object, RegExp][] = [
    [{ url: 'http://localhost/x' }, /url.*https/],
    [{ url: 'ftp://localhost/x' }, /url.*https/],
    [{ url: 'not a url' }, /url/],
    [{ url: '' }, /url/],
    [{ url: 7 }, /url/],
    [{ url: null }, /url/],
    [{ url: undefined }, /url/],
    [{ url: 'https://user:password@localhost/' }, /url.*(user|password|login)/],
    [{ url: 'https://user@localhost/' }, /url.*(user|password|login)/],
    [{ url: 'https://10.1.2.3/' }, /url.*10\.1\.2\.3.*public/],
    [{ url: `${url('')}${'x'.repeat(2049 - url('').length)}` }, /url.*2,?048/],
    [{ events: ['ai_response'] }, /ai_response/],
    [{ events: ['customer_message'] }, /customer_message/],
    [{ events: ['message_created'] }, /message_created/],
    [{ events: ['message.created', 'Message.Created'] }, /Message\.Created/],
    [{ events: ['*'] }, /\*/],
    [{ events: [''] }, /events/],
    [{ events: [] }, /events/],
    [{ events: 'message.created' }, /events/],
    [{ events: [null] }, /events/],
    [{ events: undefined }, /events/],
    [{ metadata: 'x' }, /metadata/],
    [{ metadata: ['x'] }, /metadata/],
    [{ metadata: null }, /metadata/],
  ]
  for (const [body, reason] of refusals) {
    assert.match(refused(await create(store, body), 400, 'INVALID_PARAMS'), reason, JSON.stringify(body))
  }
  for (const body of ['{bad', '[]', '"x"', '']) {
    refused(await store.api.post('/chat/webhooks', body), 400, 'INVALID_PARAMS')
  }
  assert.deepEqual(await list(store), [])
})

test('spec 4.5.3: a url that only a lenient reader takes is refused, by every door, with the reason', async () => {
  const store = await makeStore(server, { plan: 'pro' })
  const legacy = createClient(server.baseUrl, { 'x-webhook-app-id': store.appId, 'x-webhook-secret': store.key })
  const assistant = assistantOf(server, store)
  const refusals: [string, RegExp][] = [
    [' https://localhost/x', /white space/],
    ['https://localhost/x ', /white space/],
    ['https://localhost/a b', /white space/],
    ['https://localhost/\u00a0', /white space/],
    ['https://local\thost/x', /control/],
    ['https://localhost/x\n', /control/],
    ['https://localhost/\u007f', /control/],
    ['https://localhost\\x', /backslash/],
    ['https:\\\\localhost\\x', /backslash/],
    ['https:localhost', /https:\/\//],
    ['https:/localhost/x', /https:\/\//],
    ['https:///localhost/x', /https:\/\//],
    ['https://@localhost/', /user name or password/],
    ['https://:@localhost/', /user name or password/],
    ['https://:password@localhost/', /user name or password/],
    ['https://localhost:0/', /port 0/],
    ['https://localhost..example/', /localhost\.\.example/],
    [`https://${'x'.repeat(64)}.example/`, /xxx\.example/],
  ]
  for (const [address, reason] of refusals) {
    const body = { url: address, events: ['message.created'] }
    assert.match(refused(await create(store, body), 400, 'INVALID_PARAMS'), reason, JSON.stringify(address))
    const older = await legacy.post('/webhook/subscriptions', body)
    assert.match(refused(older, 400, 'INVALID_PARAMS'), reason, JSON.stringify(address))
    await assistant.refused('register_webhook', body, 'INVALID_PARAMS')
  }
  assert.deepEqual(await list(store), [])
})

test('spec 4.5.1: every spelling of an address is taken, and kept as sent', async () => {
  const spellings = [
    'HTTPS://LOCALHOST/Hooks',
    'https://localhost',
    'https://localhost./x',
    'https://localhost:/x',
    'https://localhost:443/x',
    'https://localhost:65535/x?a=1&b=%20#part',
    'https://b\u00fccher.localhost/gr\u00fc\u00dfe?q=\u00fc',
    'https://xn--bcher-kva.localhost/x',
    'https://under_score.localhost/a@b:c/{id}',
  ]
  const store = await makeStore(server)
  for (const address of spellings) assert.equal((await subscribe(store, address)).url, address)
})

test('spec C9.29: a url has up to 2,048 characters', async () => {
  const store = await makeStore(server)
  const longest = `${url('')}${'x'.repeat(2048 - url('').length)}`
  assert.equal((await subscribe(store, longest)).url, longest)
})

test('spec 2.8.3, 8.16: metadata takes up to 2,048 bytes as JSON, counted in bytes', async () => {
  const store = await makeStore(server)
  const fill = (bytes: number) => ({ a: `${'é'.repeat((bytes - 8) / 2)}` })
  assert.equal(Buffer.byteLength(JSON.stringify(fill(2048))), 2048)
  const made = await subscribe(store, url(), ['message.created'], { metadata: fill(2048) })
  assert.deepEqual(made.metadata, fill(2048))
  const over = refused(await create(store, { metadata: fill(2050) }), 400, 'INVALID_PARAMS')
  assert.match(over, /metadata.*2,?048/)
  refused(await create(store, { metadata: { a: 'x'.repeat(2041) } }), 400, 'INVALID_PARAMS')
})

test('spec 4.5.6, 8.15, C6.3, C9.29: a store has at most ten subscriptions, inactive ones included; a deleted one makes room', async () => {
  const store = await makeStore(server)
  const answers = await Promise.all(Array.from({ length: 13 }, (_, i) => create(store, { url: url(`${i}`) })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(10).fill(201), 400, 400, 400])
  const [first] = await list(store)
  await change(store, first, { isActive: false })
  assert.match(refused(await create(store, {}), 400, 'INVALID_PARAMS'), /10|ten/)
  assert.equal((await subscribe(store, first.url)).id, first.id)
  ok(await store.api.delete(`/chat/webhooks/${first.id}`))
  await subscribe(store, url())
  refused(await create(store, {}), 400, 'INVALID_PARAMS')
  assert.equal((await list(store)).length, 10)
})

test('spec 4.5.4, C9.29: PUT changes isActive, events or both, and needs one of them', async () => {
  const store = await makeStore(server)
  const made = await subscribe(store, url(), ['message.created'], { metadata: { a: 1 } })
  const changed = await change(store, made, { isActive: false, events: ['customer.created'] })
  const { isActive, events, updatedAt, ...rest } = changed
  assert.deepEqual([isActive, events], [false, ['customer.created']])
  assert.ok(updatedAt >= made.updatedAt)
  for (const [key, value] of Object.entries(rest)) assert.deepEqual(value, made[key], key)
  assert.deepEqual(await read(store, made), changed)
  const path = `/chat/webhooks/${made.id}`
  for (const body of [
    {},
    { isActive: 'true' },
    { isActive: null },
    { events: [] },
    { events: ['nothing'] },
    { isActive: true, events: ['nothing'] },
    { url: url() },
  ]) {
    refused(await store.api.put(path, body), 400, 'INVALID_PARAMS')
  }
  assert.deepEqual(await read(store, made), changed)
})

test('spec 3.2.7, 4.5.6, 5.1.6, C6.2: DELETE removes for good; the url subscribed again gets a new id and secret', async () => {
  const store = await makeStore(server)
  const made = await subscribe(store, url('gone'))
  assert.deepEqual(ok(await store.api.delete(`/chat/webhooks/${made.id}`)), { id: made.id })
  assert.deepEqual(await list(store), [])
  refused(await store.api.delete(`/chat/webhooks/${made.id}`), 400, 'INVALID_PARAMS')
  const again = await subscribe(store, url('gone'))
  assert.notEqual(again.id, made.id)
  assert.notEqual(again.secret, made.secret)
})

test('spec 4.5.5: an unknown id and another store’s are the same 400, before the body is looked at', async () => {
  const [store, other] = [await makeStore(server), await makeStore(server)]
  const foreign = await subscribe(other, url())
  for (const call of [
    (id: string) => store.api.put(`/chat/webhooks/${id}`, { isActive: false }),
    (id: string) => store.api.put(`/chat/webhooks/${id}`, { isActive: 'nonsense' }),
    (id: string) => store.api.delete(`/chat/webhooks/${id}`),
  ]) {
    const message = refused(await call('unknown'), 400, 'INVALID_PARAMS')
    assert.equal(refused(await call(randomUUID()), 400, 'INVALID_PARAMS'), message)
    assert.equal(refused(await call(foreign.id), 400, 'INVALID_PARAMS'), message)
  }
  assert.deepEqual(await list(other), [foreign])
})
