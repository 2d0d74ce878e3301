import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forgeries, PLATFORMS } from '#test/doubles/platform-signatures.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { connectCustom, newProduct, type Shop, signed, tellAndWait } from '#test/fixtures/platform.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C12: who is believed at /platform/custom/webhooks, and how often.

const server = await shareServer()
const makeShop = async (): Promise<Shop> => connectCustom(server, await makeStore(server))
const LINE = JSON.stringify(newProduct({ id: 'p1' }))

/** A request as it is given. */
async function post(query: string, headers: Record<string, string>, body: string | Buffer = LINE) {
  const response = await fetch(`${server.baseUrl}/platform/custom/webhooks${query}`, { method: 'POST', headers, body })
  const { status, headers: answered } = response
  return { status, headers: answered, body: JSON.parse(await response.text()) }
}

const connectionOf = async ({ store, id }: Shop) =>
  ok(await store.operator.get(`/operator/stores/${store.shopId}/connections`)).find(
    (one: { id: string }) => one.id === id,
  )
const known = async (shop: Shop): Promise<number> =>
  (await connectionOf(shop)).sync.kinds.find(({ kind }: { kind: string }) => kind === 'product')?.records ?? 0

test('spec C2.7, C12.3: a wrong, old, missing or foreign signature and an unknown connection get the same 401', async () => {
  const shop = await makeShop()
  const other = await makeShop()
  const sameStore = await connectCustom(server, shop.store)
  const good = signed(shop.secret, LINE)
  const query = `?connection=${shop.id}`
  const signature = good['x-webhook-signature'] as string
  const forged: [string, Record<string, string>, string?][] = [
    [query, {}],
    [query, { ...good, 'x-webhook-signature': '' }],
    [query, { ...good, 'x-webhook-signature': 'zz'.repeat(32) }],
    [query, { ...good, 'x-webhook-signature': signature.slice(2) }],
    [query, { ...good, 'x-webhook-signature': `${signature}00` }],
    [query, { ...good, 'x-webhook-signature': (signature[0] === '0' ? '1' : '0') + signature.slice(1) }],
    [query, { ...good, 'x-webhook-timestamp': '' }],
    [query, { ...good, 'x-webhook-timestamp': String(Number(good['x-webhook-timestamp']) + 1) }],
    [query, { ...good, 'x-webhook-timestamp': 'NaN' }],
    [query, good, `${LINE} `],
    [query, signed(shop.secret, LINE, Date.now() - 301_000)],
    [query, signed(shop.secret, LINE, Date.now() + 302_000)],
    [query, signed(other.secret, LINE)],
    [query, signed(sameStore.secret, LINE)],
    [query, signed('', LINE)],
    [`?connection=${other.id}`, good],
    [`?connection=${sameStore.id}`, good],
    [`?connection=${randomUUID()}`, good],
    ['?connection=', good],
    ['', good],
    [`?connection=${shop.id}&connection=${shop.id}`, good],
    [`?connection=${'x'.repeat(5_000)}`, good],
    [`?connection=${encodeURIComponent(`${shop.id}' or 1=1 --`)}`, good],
    ['?connection=%00', good],
    [`?connection=${shop.store.shopId}`, good],
  ]
  const messages = new Set<string>()
  for (const [where, headers, body] of forged) {
    messages.add(refused(await post(where, headers, body), 401, 'UNAUTHENTICATED'))
  }
  assert.equal(messages.size, 1)
  assert.deepEqual([await known(shop), await known(other), await known(sameStore)], [0, 0, 0])
  assert.equal((await post(query, good)).status, 202)
})

test('spec C12.3: a removed connection, and a secret that was replaced, are believed no more', async () => {
  const shop = await makeShop()
  const path = `/operator/stores/${shop.store.shopId}/connections`
  const domain = { kind: 'custom', shopDomain: 'shop.example' }
  const first = ok(await shop.store.operator.post(path, domain), 201)
  const second = ok(await shop.store.operator.post(path, domain), 201)
  const query = `?connection=${first.id}`
  refused(await post(query, signed(first.secret, LINE)), 401, 'UNAUTHENTICATED')
  assert.equal((await post(query, signed(second.secret, LINE))).status, 202)
  ok(await shop.store.operator.delete(`${path}/${second.id}`))
  refused(await post(query, signed(second.secret, LINE)), 401, 'UNAUTHENTICATED')
})

test('spec C12.4: a repeated delivery id changes nothing, whatever comes with it', async () => {
  const shop = await makeShop()
  const id = { 'x-webhook-delivery-id': randomUUID() }
  assert.equal((await shop.tell([newProduct({ id: 'p1' })], id)).body.data.isRepeated, false)
  const again = await shop.tell([newProduct({ id: 'p1' }), newProduct({ id: 'p2' })], id)
  assert.deepEqual([again.status, again.body], [202, { data: { accepted: 0, rejected: [], isRepeated: true } }])
  await shop.settled()
  assert.equal(await known(shop), 1)
  // Ids belong to a connection.
  const other = await makeShop()
  assert.equal((await other.tell([newProduct({ id: 'p1' })], id)).body.data.isRepeated, false)
})

test('spec C12.4: a signed request that is sent again under another id, or none, changes nothing', async () => {
  const shop = await makeShop()
  const body = JSON.stringify(newProduct({ id: 'p1' }))
  const headers = signed(shop.secret, body)
  const query = `?connection=${shop.id}`
  const told = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      post(query, { ...headers, ...(i % 2 ? { 'x-webhook-delivery-id': randomUUID() } : {}) }, body),
    ),
  )
  assert.deepEqual([...new Set(told.map(({ status }) => status))], [202])
  assert.equal(told.filter((one) => !one.body.data.isRepeated).length, 1)
  // A repeated request does not use up an id that the shop will use.
  const next = { 'x-webhook-delivery-id': 'order-17' }
  assert.equal((await post(query, { ...headers, ...next }, body)).body.data.isRepeated, true)
  await tellAndWait({ ...shop, tell: (lines) => shop.tell(lines, next) }, [newProduct({ id: 'p2' })])
  assert.equal(await known(shop), 2)
})

test('spec C12.4: deliveries without an id are taken; each body is another one', async () => {
  const shop = await makeShop()
  for (const id of ['p1', 'p2']) {
    const body = JSON.stringify(newProduct({ id }))
    const { status } = await post(
      `?connection=${shop.id}`,
      { ...signed(shop.secret, body), 'content-type': 'text/plain' },
      body,
    )
    assert.equal(status, 202)
  }
  await shop.settled()
  assert.equal(await known(shop), 2)
})

test('spec C12.2: a body of up to 5 MiB is taken, a larger one is 413', async () => {
  const shop = await makeShop()
  const pad = (bytes: number) => `${LINE}\n${' '.repeat(bytes - LINE.length - 1)}`
  assert.equal((await shop.tell(pad(5 * 1024 * 1024))).status, 202)
  refused(await shop.tell(pad(5 * 1024 * 1024 + 1)), 413, 'INVALID_PARAMS')
})

test('spec C12.4: an id of a delivery that is too long is refused; other methods and paths are what they are everywhere', async () => {
  const shop = await makeShop()
  refused(await shop.tell(LINE, { 'x-webhook-delivery-id': 'x'.repeat(257) }), 400, 'INVALID_PARAMS')
  const get = await fetch(`${server.baseUrl}/platform/custom/webhooks`)
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST'])
  await get.body?.cancel()
  assert.equal((await fetch(`${server.baseUrl}/platform/magento/webhooks`, { method: 'POST' })).status, 404)
})

test('spec C12.7: whatever a signed body holds, the service goes on', async () => {
  const shop = await makeShop()
  const deep = '['.repeat(100_000)
  const hostile = [
    deep,
    `{"kind":"product","data":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
    '{"kind":"__proto__","data":{}}',
    '{"kind":"constructor","data":{"id":"1"}}',
    '{"kind":"order","data":{"__proto__":{"orderNumber":"1"}}}',
    '{"kind":"delete","data":{"kind":"order","id":{"a":1}}}',
    '{"kind":"customer_redact","data":{"platformId":{"a":1}}}',
    '{"kind":"shop_redact","data":[]}',
    '{"kind":"contact","data":{"platformId":"1","email":"\\ud800"}}',
    `{"kind":"contact","data":{"platformId":"1","customAttributes":{"a":1}}}`,
    `{"kind":"order","data":{"orderNumber":"${'9'.repeat(129)}","createdAt":"2026-01-01T00:00:00Z","total":{"amount":"1","currencyCode":"EUR"}}}`,
    '{"kind":"product","data":{"id":"1","title":"a","updatedAt":"2026-02-31T00:00:00Z"}}',
  ]
  for (const body of hostile) refused(await shop.tell(body), 400, 'INVALID_PARAMS')
  await tellAndWait(shop, [newProduct({ id: 'p1' }), { kind: 'delete', data: { kind: 'order', id: '%_\'"\\' } }])
  assert.equal(await known(shop), 1)
  assert.equal((await connectionOf(shop)).lastError, null)
})

test('spec C12.3: forged, foreign and unsigned webhooks of every platform get the same 401, and change nothing', async () => {
  for (const platform of PLATFORMS) {
    const mine = await platform.connect(await makeStore(server))
    const other = await platform.connect(await makeStore(server))
    const messages = new Set<string>()
    for (const { query, headers, body } of forgeries(platform, mine, other)) {
      const target = `${server.baseUrl}/platform/${platform.kind}/webhooks${query}`
      const response = await fetch(target, { method: 'POST', headers, body })
      const answer = { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
      messages.add(refused(answer, 401, 'UNAUTHENTICATED'))
    }
    assert.equal(messages.size, 1)
    for (const { store, id } of [mine, other]) {
      const all = ok(await store.operator.get(`/operator/stores/${store.shopId}/connections`))
      const { sync } = all.find((one: { id: string }) => one.id === id)
      assert.deepEqual(sync, { waiting: 0, kinds: [] })
    }
  }
})
