import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, createClient } from '#test/clients/client.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { ok, refused } from '#test/expect.ts'
import { makeBodyFixture } from '#test/fixtures/body-fixture.ts'
import { addContact, addConversation, makeStore, operatorOf } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// Spec C3, C4, 1.3, 1.4. One file for one server: the tests are many and short, and some
// look at all stores of it.

const server = await startServer()
const operator = operatorOf(server)
const STORES = '/operator/stores'
const storePath = (shopId: string, rest = '') => `${STORES}/${shopId}${rest}`

const DEFAULTS = {
  autoAssign: false,
  reopenOnCustomerMessage: true,
  allowedOrigins: [],
  afterSale: { returnDays: 30, refundDays: 30, cancelHours: 24, editHours: 24 },
  ai: {
    enabled: false,
    name: 'AI agent',
    instructions: '',
    handOffTopics: [],
    channels: ['online_store'],
    minConfidence: 0.5,
    maxTurns: 12,
    assistantsYield: false,
    training: { products: false, collections: false, discounts: false },
    skills: { sizeGuide: false, orderTracking: true, afterSale: true, humanHandoff: true },
  },
}

test('spec C2.6, C3.2: a missing or wrong token is 401, on every path', async () => {
  const wrong = [
    '',
    'Bearer',
    'Bearer wrong',
    `Basic ${server.operatorToken}`,
    `Bearer ${server.operatorToken}x`,
    server.operatorToken,
  ]
  const clients = [
    createClient(server.baseUrl),
    ...wrong.map((authorization) => createClient(server.baseUrl, { authorization })),
  ]
  for (const client of clients) {
    for (const path of [STORES, storePath('nobody'), storePath('nobody', '/keys')]) {
      refused(await client.get(path), 401, 'UNAUTHENTICATED')
    }
    refused(await client.post(STORES, '{bad'), 401, 'UNAUTHENTICATED')
    refused(await client.get('/operator/nothing'), 401, 'UNAUTHENTICATED')
  }
})

test('spec C2.6, C3.2: an API key opens no operator path', async () => {
  const { key } = await makeStore(server)
  refused(
    await createClient(server.baseUrl, { 'x-api-key': key, authorization: `Bearer ${key}` }).get(STORES),
    401,
    'UNAUTHENTICATED',
  )
})

test('spec C3.3: a store is made on the free plan without an owner', async () => {
  const made = ok(await operator.post(STORES, { name: 'Ünder 🎈' }), 201)
  const { shopId, appId, ...rest } = made
  assert.deepEqual(rest, { name: 'Ünder 🎈', plan: 'free', owner: null })
  assert.match(appId, /^app_/)
  assert.ok(shopId)
})

test('spec C3.3: an owner’s generated password is shown this once, a given one comes back as null', async () => {
  const given = { email: 'owner@example.com', password: 'a long password', firstName: 'Ada', lastName: 'Lovelace' }
  const one = ok(await operator.post(STORES, { name: 'A', plan: 'plus', owner: given }), 201)
  assert.deepEqual(Object.keys(one).sort(), ['appId', 'name', 'owner', 'plan', 'shopId'])
  assert.deepEqual({ ...one.owner, memberId: null }, { memberId: null, email: given.email, password: null })
  const other = ok(await operator.post(STORES, { name: 'B', owner: { email: 'owner@example.com' } }), 201)
  assert.ok(typeof other.owner.password === 'string' && other.owner.password.length >= 12)
  assert.equal(JSON.stringify((await operator.get(storePath(other.shopId))).body).includes(other.owner.password), false)
})

test('spec C3.3: the owner is an admin of the store', async () => {
  const store = await makeStore(server)
  const { email, role, active } = ok(await store.api.get(`/chat/members/${store.owner.memberId}`))
  assert.deepEqual({ email, role, active }, { email: store.owner.email, role: 'admin', active: true })
})

test('spec C3.3: wrong bodies make no store', async () => {
  for (const body of [
    {},
    { name: '' },
    { name: ' ' },
    { name: 7 },
    { name: 'A', plan: 'gold' },
    { name: 'A', plan: null },
    { name: 'A', owner: {} },
    { name: 'A', owner: { email: 'nobody' } },
    { name: 'A', owner: 'a@example.com' },
    { name: 'A\u0000' },
    [],
  ]) {
    refused(await operator.post(STORES, body), 400, 'INVALID_PARAMS')
  }
})

test('spec C3.4: stores are listed in pages and shown one by one, with settings and dates, without a password', async () => {
  const made = [await makeStore(server), await makeStore(server), await makeStore(server)]
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await operator.get(`${STORES}?limit=2${cursor && `&cursor=${cursor}`}`)
    assert.ok(body.data.length <= 2)
    seen.push(...body.data.map((store: { shopId: string }) => store.shopId))
    cursor = body.paging.nextCursor
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.ok(made.every(({ shopId }) => seen.includes(shopId)))
  for (const { shopId, appId, owner } of made) {
    const { installedAt, settings, ...rest } = ok(await operator.get(storePath(shopId)))
    assert.ok(Date.parse(installedAt))
    const { memberId, email } = owner
    assert.deepEqual(rest, {
      shopId,
      appId,
      name: 'Acme',
      plan: 'pro',
      owner: { memberId, email },
      uninstalledAt: null,
    })
    const { helpCentre, ...others } = settings
    assert.deepEqual({ ...others, widget: null }, { ...DEFAULTS, widget: null })
    assert.deepEqual({ ...helpCentre, handle: null }, { enabled: false, handle: null, domain: null, locales: ['en'] })
  }
  for (const query of ['limit=0', 'cursor=x']) refused(await operator.get(`${STORES}?${query}`), 400, 'INVALID_PARAMS')
})

/** Every operation on a store, as the API reference lists them. */
const OPERATIONS = Object.entries<object>((await createClient(server.baseUrl).get('/openapi.json')).body.paths)
  .filter(([path]) => path.startsWith('/operator/stores/{shopId}'))
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })))

/** What may be sent that nobody takes, and nothing at all. */
const BODIES: [body: string | undefined, type?: string][] = [
  [undefined],
  [''],
  ['{"not json'],
  ['[]'],
  ['null'],
  ['{"name":7,"plan":"x","settings":1,"customerUuid":[],"channel":"x","kind":"x","contacts":"x"}'],
  ['{"name":"A\\u0000"}'],
  ['{}', 'text/plain'],
  ['{}', 'nonsense'],
  [JSON.stringify({ name: 'x'.repeat(2 ** 21) })],
]

/** Sends an operation every body, or where it takes none a query that nobody takes. */
async function* inEveryWay(client: Client, method: string, path: string) {
  if (method === 'GET') {
    for (const query of ['', '?limit=0', '?cursor=x', '?status=x']) yield client.get(path + query)
    return
  }
  for (const [body, type = 'application/json'] of BODIES) {
    yield client.call(method, path, body, { 'content-type': type })
  }
}

test('spec C2.8, C3.4, C9.11: every path of an unknown store is 404, whatever is sent to it', async () => {
  assert.ok(OPERATIONS.length > 20)
  for (const { method, path } of OPERATIONS) {
    for (const shopId of ['nobody', 'a'.repeat(65), 'a%2Fb', '%20']) {
      const unknown = path.replace('{shopId}', shopId).replace(/\{\w+\}/, 'x')
      for await (const answer of inEveryWay(operator, method, unknown)) {
        assert.equal(refused(answer, 404, 'NOT_FOUND'), 'Store not found.', `${method} ${path}`)
      }
    }
  }
  refused(await operator.get('/operator/nothing'), 404, 'NOT_FOUND')
})

test('spec C3.4, C9.11: every path of an unknown record is 404, whatever is sent to it', async () => {
  const { shopId } = await makeStore(server)
  const records = OPERATIONS.filter(({ path }) => path.replace('{shopId}', '').includes('{'))
  assert.ok(records.length >= 10)
  for (const { method, path } of records) {
    for (const id of ['nobody', crypto.randomUUID()]) {
      const unknown = path.replace('{shopId}', shopId).replace(/\{\w+\}/, id)
      for await (const answer of inEveryWay(operator, method, unknown)) {
        assert.notEqual(refused(answer, 404, 'NOT_FOUND'), 'Store not found.', `${method} ${path}`)
      }
    }
  }
})

test('spec C3.2, C9.11: the token comes before the path: without one every operation is 401', async () => {
  const { shopId } = await makeStore(server)
  const stranger = createClient(server.baseUrl, { authorization: 'Bearer wrong' })
  for (const { method, path } of OPERATIONS) {
    for (const id of [shopId, 'nobody']) {
      const place = path.replace('{shopId}', id).replace(/\{\w+\}/, 'x')
      for await (const answer of inEveryWay(stranger, method, place)) refused(answer, 401, 'UNAUTHENTICATED')
    }
  }
})

test('spec C3.6: a new key is answered with id, name, key and createdAt, in this order', async () => {
  const { shopId } = await makeStore(server)
  const path = storePath(shopId, '/keys')
  const made = ok(await operator.post(path, { name: 'Warehouse' }), 201)
  assert.deepEqual(Object.keys(made), ['id', 'name', 'key', 'createdAt'])
  const listed = ok(await operator.get(path))
  assert.deepEqual(Object.keys(listed[0]), ['id', 'name', 'lastUsedAt', 'lastUsedFrom'])
})

test('spec C3.5, C4.1: name, plan and settings change one by one; settings are merged', async () => {
  const { shopId } = await makeStore(server)
  const patch = async (body: object) => ok(await operator.patch(storePath(shopId), body))
  assert.equal((await patch({ name: 'New' })).name, 'New')
  assert.equal((await patch({ plan: 'basic' })).plan, 'basic')
  await patch({ settings: { autoAssign: true, afterSale: { returnDays: 14 } } })
  const { settings } = await patch({
    settings: { ai: { training: { products: true } }, allowedOrigins: ['https://a.example'] },
  })
  assert.deepEqual([settings.autoAssign, settings.afterSale], [true, { ...DEFAULTS.afterSale, returnDays: 14 }])
  assert.deepEqual(settings.ai.training, { products: true, collections: false, discounts: false })
  assert.deepEqual((await patch({ settings: { allowedOrigins: [] } })).settings.allowedOrigins, [])
  assert.deepEqual(ok(await operator.get(storePath(shopId))), await patch({}))
})

test('spec C9.17: the error for a setting names its key, its value and what is allowed', async () => {
  const { shopId } = await makeStore(server)
  for (const [settings, ...words] of [
    [{ nope: 1 }, 'settings.nope', 'autoAssign', 'afterSale'],
    [{ ai: { skills: { dance: true } } }, 'settings.ai.skills.dance', 'sizeGuide'],
    [{ autoAssign: 'yes' }, 'settings.autoAssign', '"yes"', 'true or false'],
    [{ afterSale: { returnDays: -1 } }, 'settings.afterSale.returnDays', '-1', '0 or more'],
    [{ widget: { position: 'top' } }, 'settings.widget.position', '"top"', 'right, left'],
    [{ widget: { color: 'red' } }, 'settings.widget.color', '"red"', '[0-9a-fA-F]{6}'],
  ] as [object, ...string[]][]) {
    const message = refused(await operator.patch(storePath(shopId), { settings }), 400, 'INVALID_PARAMS')
    for (const word of words) assert.ok(message.includes(word), message)
  }
})

test('spec C4.1, C9.17: an unknown setting, a null one or one of a wrong type is refused and changes nothing', async () => {
  const { shopId } = await makeStore(server)
  const before = ok(await operator.get(storePath(shopId)))
  for (const settings of [
    { unknown: true },
    { ai: { unknown: true } },
    { autoAssign: null },
    { afterSale: null },
    { ai: { skills: null } },
    { ai: { orderActions: null } },
    { ai: { orderActions: { unknown: true } } },
    { ai: { orderActions: { cancelUpTo: -1 } } },
    { ai: { orderActions: { currencyCode: 'euro' } } },
    { autoAssign: 'yes' },
    { afterSale: { returnDays: '3' } },
    { afterSale: { returnDays: -1 } },
    { allowedOrigins: 'x' },
    { autoAssign: true, unknown: 1 },
    JSON.parse('{"__proto__":{"x":1}}'),
    null,
    7,
  ]) {
    refused(await operator.patch(storePath(shopId), { settings }), 400, 'INVALID_PARAMS')
  }
  for (const body of [{ name: '' }, { plan: 'gold' }, { plan: null }]) {
    refused(await operator.patch(storePath(shopId), body), 400, 'INVALID_PARAMS')
  }
  assert.deepEqual(ok(await operator.get(storePath(shopId))), before)
})

test('spec C4.1, C4.2: allowedOrigins holds addresses of sites, and keeps the origin of each', async () => {
  const { shopId } = await makeStore(server)
  const allow = (...allowedOrigins: string[]) => operator.patch(storePath(shopId), { settings: { allowedOrigins } })
  const given = ['https://shop.example', 'HTTPS://Shop.Example:443/', 'http://[::1]:8080', 'https://*.shop.example/a?b']
  const kept = ['https://shop.example', 'https://shop.example', 'http://[::1]:8080', 'https://*.shop.example']
  assert.deepEqual(ok(await allow(...given)).settings.allowedOrigins, kept)
  for (const nonsense of [
    '',
    'nonsense',
    'shop.example',
    '*',
    'null',
    'javascript:x',
    'ftp://shop.example',
    "x'; script-src *",
    'https://shop.example;sandbox',
    'https://shop.example,evil',
    'https://',
  ]) {
    const message = refused(await allow('https://a.example', nonsense), 400, 'INVALID_PARAMS')
    assert.ok(message.includes(`settings.allowedOrigins[1] is ${JSON.stringify(nonsense)}`), message)
    assert.match(message, /https:\/\/shop\.example/)
  }
  assert.deepEqual(ok(await operator.get(storePath(shopId))).settings.allowedOrigins, kept)
})

test('spec C4.3: a switch’s minimum plan is asked for when it is turned on, and never later', async () => {
  const { shopId } = await makeStore(server, { plan: 'free' })
  const skills = (change: object) => operator.patch(storePath(shopId), { settings: { ai: { skills: change } } })
  assert.match(refused(await skills({ sizeGuide: true }), 400, 'INVALID_PARAMS'), /Pro/)
  ok(await skills({ orderTracking: true, sizeGuide: false, humanHandoff: false }))
  ok(await skills({ orderTracking: false }))
  assert.match(refused(await skills({ orderTracking: true }), 400, 'INVALID_PARAMS'), /Basic/)
  const upgrade = { plan: 'pro', settings: { ai: { skills: { sizeGuide: true, orderTracking: true } } } }
  ok(await operator.patch(storePath(shopId), upgrade))
  const kept = ok(await operator.patch(storePath(shopId), { plan: 'free' }))
  assert.deepEqual([kept.settings.ai.skills.sizeGuide, kept.settings.ai.skills.orderTracking], [true, true])
  ok(await skills({ sizeGuide: true }))
})

test('spec 1.4, C3.10: uninstalling revokes no key; installing again clears the date', async () => {
  const store = await makeStore(server)
  const { id } = await addConversation(store)
  const gone = ok(await operator.post(storePath(store.shopId, '/uninstall')))
  assert.ok(Date.parse(gone.uninstalledAt))
  assert.equal(ok(await operator.post(storePath(store.shopId, '/uninstall'))).uninstalledAt, gone.uninstalledAt)
  ok(await store.api.get(`/chat/conversations/${id}`))
  ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  const back = ok(await operator.post(storePath(store.shopId, '/install')))
  assert.deepEqual({ ...back, installedAt: null }, { ...gone, installedAt: null, uninstalledAt: null })
})

test('spec 1.3: a customer-data request is noted and changes nothing', async () => {
  const store = await makeStore(server)
  const before = await addContact(store)
  const path = storePath(store.shopId, '/privacy/data-request')
  const { customerUuid, requestedAt, ...rest } = ok(await operator.post(path, { customerUuid: before.id }))
  assert.deepEqual([customerUuid, rest], [before.id, {}])
  assert.ok(Math.abs(Date.parse(requestedAt) - Date.now()) < 60_000)
  assert.deepEqual(ok(await store.api.get(`/chat/customers/${before.id}`)), before)
  refused(await operator.post(path, { customerUuid: 'nobody' }), 404, 'NOT_FOUND')
  refused(await operator.post(path, {}), 400, 'INVALID_PARAMS')
})

test('spec C4.4: what a key of settings.widget is given replaces what it held', async () => {
  const { shopId } = await makeStore(server)
  const path = storePath(shopId)
  const consent = { text: 'I agree.', required: true }
  ok(await operator.patch(path, { settings: { widget: { color: '#123456', preChat: { mode: 'optional', consent } } } }))
  const { settings } = ok(await operator.patch(path, { settings: { widget: { preChat: { mode: 'required' } } } }))
  assert.deepEqual(settings.widget, { color: '#123456', preChat: { mode: 'required' } })
})

test('spec C3.11: an uninstalled store is deleted with everything it has, and nothing of another store', async () => {
  const own = await startServer()
  const { fixture, store, visitor } = await makeBodyFixture(own)
  const kept = await makeBodyFixture(own)
  const file = ok(
    await visitor.api.call('POST', '/storefront/files?name=a.txt', Buffer.from('hello'), {
      'content-type': 'text/plain',
    }),
    201,
  )
  assert.equal((await fetch(new URL(file.url, own.baseUrl))).status, 200)
  const path = `/operator/stores/${store.shopId}`
  assert.match(refused(await fixture.operator.delete(path), 400, 'INVALID_PARAMS'), /uninstall first/)
  assert.equal((await store.api.get('/chat/conversations')).status, 200)

  ok(await fixture.operator.post(`${path}/uninstall`))
  assert.deepEqual(ok(await fixture.operator.delete(path)), { id: store.shopId })
  refused(await fixture.operator.get(path), 404, 'NOT_FOUND')
  refused(await fixture.operator.delete(path), 404, 'NOT_FOUND')
  assert.equal((await visitor.api.get('/storefront/messages')).status, 401)
  assert.equal((await fetch(new URL(file.url, own.baseUrl))).status, 404)
  const lines = await dumpDatabase(own)
  assert.deepEqual(
    lines.filter((line) => line.includes(store.shopId) || line.includes(visitor.id)),
    [],
  )
  assert.ok(lines.filter((line) => line.includes(kept.store.shopId)).length > 40)
  assert.equal((await kept.store.api.get('/chat/conversations')).status, 200)
})
