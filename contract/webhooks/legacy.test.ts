import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Answer, createClient } from '#test/clients/client.ts'
import { answer, type Received } from '#test/doubles/receiver.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { read, say, shows, startWithReceiver, subscribe, verifyWebhook } from '#test/fixtures/webhooks.ts'
import { type Server, startServer } from '#test/service/server.ts'

// Spec 4.5, 9, C6: the older subscription endpoints.

const PATH = '/webhook/subscriptions'
const { server, receiver } = await startWithReceiver()
const bare = createClient(server.baseUrl)
const events = ['message.created']
const url = () => receiver.url(`/${randomUUID()}`)

const credentials = ({ appId, key }: Store) => ({ 'x-webhook-app-id': appId, 'x-webhook-secret': key })
const create = (store: Store, body: object = {}, headers = credentials(store)) =>
  bare.post(PATH, { url: url(), events, ...body }, headers)
/** Calls with a subscription's own secret. */
const as = ({ secret }: { secret: string }) => createClient(server.baseUrl, { 'x-webhook-secret': secret })

test('spec 4.5.7, C2.2: POST /webhook/subscriptions subscribes with App ID and API key, like /chat/webhooks', async () => {
  const store = await makeStore(server)
  const target = url()
  const made = ok(await create(store, { url: target, metadata: { a: 1 }, secret: 'whsec_mine' }), 201)
  assert.deepEqual(await read(store, made), made)
  assert.notEqual(made.secret, 'whsec_mine')
  const again = await subscribe(store, target)
  assert.deepEqual([again.id, again.secret], [made.id, made.secret])
  const message = await say(store)
  const [request] = (await receiver.take(new URL(target).pathname, 1)) as [Received]
  assert.equal(request.event.data.messageId, message.id)
  assert.ok(verifyWebhook(request.headers, request.body, made.secret))
})

test('spec 4.5.7: POST needs the Pro or Plus plan', async () => {
  for (const plan of ['free', 'basic']) {
    const store = await makeStore(server, { plan })
    assert.match(refused(await create(store), 400, 'INVALID_PARAMS'), /Pro/)
    assert.deepEqual(ok(await store.api.get('/chat/webhooks')), [])
  }
  ok(await create(await makeStore(server, { plan: 'plus' })), 201)
})

test('spec 4.5.7: POST refuses what /chat/webhooks refuses, with the same words', async () => {
  const store = await makeStore(server)
  for (const body of [
    { url: 'http://localhost/' },
    { url: 'https://10.0.0.1/' },
    { url: 'nonsense' },
    { events: ['ai_response'] },
    { metadata: { a: 'x'.repeat(2048) } },
  ]) {
    const expected = refused(
      await store.api.post('/chat/webhooks', { url: url(), events, ...body }),
      400,
      'INVALID_PARAMS',
    )
    assert.equal(refused(await create(store, body), 400, 'INVALID_PARAMS'), expected)
  }
  for (let i = 0; i < 10; i++) ok(await create(store), 201)
  refused(await create(store), 400, 'INVALID_PARAMS')
})

test('spec 4.5.7: POST without both headers is UNAUTHENTICATED; with a wrong or foreign one INVALID_API_KEY', async () => {
  const [store, other] = [await makeStore(server), await makeStore(server)]
  const good: Record<string, string> = credentials(store)
  const { secret } = await subscribe(store, url())
  for (const name of Object.keys(good)) {
    const { [name]: _, ...headers } = good
    refused(await create(store, {}, headers as never), 401, 'UNAUTHENTICATED')
  }
  refused(await bare.post(PATH, { url: url(), events }, { 'x-api-key': store.key }), 401, 'UNAUTHENTICATED')
  for (const change of [
    { 'x-webhook-app-id': other.appId },
    { 'x-webhook-app-id': 'app_nonsense' },
    { 'x-webhook-secret': other.key },
    { 'x-webhook-secret': `sk_${'0'.repeat(32)}` },
    { 'x-webhook-secret': secret },
  ]) {
    refused(await create(store, {}, { ...credentials(store), ...change }), 401, 'INVALID_API_KEY')
  }
})

test('spec 4.5.8, C2.2, C6.19: GET, PUT and DELETE act on the secret’s own subscription, with its id in the path or without', async () => {
  for (const withId of [false, true]) {
    const store = await makeStore(server)
    const [made, other] = [await subscribe(store, url()), await subscribe(store, url())]
    const path = withId ? `${PATH}/${made.id}` : PATH
    const own = as(made)
    assert.deepEqual(ok(await own.get(path)), made)
    const paused = ok(await own.put(path, { isActive: false, events: ['customer.created'] }))
    assert.deepEqual([paused.id, paused.isActive, paused.events], [made.id, false, ['customer.created']])
    assert.deepEqual(await read(store, made), paused)
    refused(await own.put(path, {}), 400, 'INVALID_PARAMS')
    refused(await own.put(path, { events: ['nothing'] }), 400, 'INVALID_PARAMS')
    assert.deepEqual(ok(await own.delete(path)), { id: made.id })
    assert.deepEqual(ok(await store.api.get('/chat/webhooks')), [other])
    refused(await own.get(path), 401, 'INVALID_API_KEY')
  }
})

test('spec 4.5.8: resuming needs the Pro or Plus plan here too', async () => {
  const store = await makeStore(server, { plan: 'free' })
  const own = as(await subscribe(store, url()))
  ok(await own.put(PATH, { isActive: false }))
  assert.match(refused(await own.put(PATH, { isActive: true }), 400, 'INVALID_PARAMS'), /Pro/)
})

test('spec 4.5.8, C6.19: an id that is not the secret’s own is refused, and touches nothing', async () => {
  const [store, other] = [await makeStore(server), await makeStore(server)]
  const [made, sibling] = [await subscribe(store, url()), await subscribe(store, url())]
  const foreign = await subscribe(other, url())
  for (const id of [sibling.id, foreign.id, randomUUID()]) {
    const path = `${PATH}/${id}`
    const answers = [
      await as(made).get(path),
      await as(made).put(path, { isActive: false }),
      await as(made).delete(path),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 400, 400],
    )
  }
  assert.deepEqual(ok(await store.api.get('/chat/webhooks')), [made, sibling])
  assert.deepEqual(ok(await other.api.get('/chat/webhooks')), [foreign])
})

test('spec 4.5.8: GET, PUT and DELETE take no API key and no unknown secret', async () => {
  const store = await makeStore(server)
  const made = await subscribe(store, url())
  const calls = (headers: Record<string, string>): Promise<Answer>[] => [
    bare.get(PATH, headers),
    bare.put(PATH, { isActive: false }, headers),
    bare.delete(`${PATH}/${made.id}`, headers),
  ]
  for (const call of calls({ 'x-webhook-app-id': store.appId })) refused(await call, 401, 'UNAUTHENTICATED')
  for (const secret of [store.key, 'whsec_unknown', `${made.secret}x`]) {
    const headers = { 'x-webhook-secret': secret, 'x-webhook-app-id': store.appId }
    for (const call of calls(headers)) refused(await call, 401, 'INVALID_API_KEY')
  }
  assert.deepEqual(await read(store, made), made)
})

test('spec 9.3: deliveries are the same on both: retried, judged and shown alike', async () => {
  const store = await makeStore(server)
  const target = url()
  receiver.on(new URL(target).pathname, answer(500), answer(410))
  const made = ok(await create(store, { url: target }), 201)
  await say(store)
  await shows(store, made, { isActive: false, lastDeliveryStatus: 'dropped' })
  const shown = ok(await as(made).get(PATH))
  assert.deepEqual(shown, await read(store, made))
})

test('spec C9.18: every answer under /webhook counts, on the key where there is a usable one', async () => {
  const limited: Server = await startServer({
    env: { RATE_LIMIT_PER_KEY: '5', RATE_LIMIT_PER_IP: '12', TRUST_PROXY: '127.0.0.1' },
  })
  const store = await makeStore(limited)
  const told = ({ headers }: Answer) => [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
  const from = (address: string, headers = {}) =>
    createClient(limited.baseUrl, { 'x-forwarded-for': address, ...headers })
  const keyed = from('203.0.113.1', credentials(store))
  const made = await keyed.post(PATH, { url: 'https://1.1.1.1/', events })
  assert.deepEqual(told(made), ['5', '4'])
  const { secret } = ok(made, 201)
  assert.deepEqual(told(await keyed.post(PATH, {})), ['5', '3'])
  assert.deepEqual(told(await from('203.0.113.2', { 'x-api-key': store.key }).get('/chat/tags')), ['5', '2'])

  const own = from('203.0.113.3', { 'x-webhook-secret': secret })
  const answers = [
    await own.get(PATH),
    await own.get(`${PATH}/unknown`),
    await own.put(PATH, '{bad'),
    await own.get('/webhook/nothing'),
    await own.call('PATCH', PATH),
    await from('203.0.113.3').get(PATH),
  ]
  assert.deepEqual(
    answers.map((answer) => [answer.status, ...told(answer)]),
    [
      [200, '12', '11'],
      [404, '12', '10'],
      [400, '12', '9'],
      [404, '12', '8'],
      [405, '12', '7'],
      [401, '12', '6'],
    ],
  )
  for (let i = 0; i < 6; i++) await own.get(PATH)
  const blocked = await own.get(PATH)
  refused(blocked, 429, 'RATE_LIMITED')
  assert.equal(blocked.headers.get('retry-after'), '60')
  // The key's counter, over its limit from another address.
  for (let i = 0; i < 2; i++) await keyed.post(PATH, {})
  refused(await from('203.0.113.4', credentials(store)).post(PATH, {}), 429, 'RATE_LIMITED')
})
