import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { KINDS } from '#core/import/import.ts'
import type { Client } from '#test/clients/client.ts'
import { assistantOf } from '#test/clients/mcp.ts'
import { ok, readAllIds } from '#test/expect.ts'
import { importLines, type Line, makeStore, type Store } from '#test/fixtures/factories.ts'
import { pageOf, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C5: a line whose id exists replaces that record whole. Of each kind a line with every field is followed
// by the same line without one of them, for each that may be left out, and by one with none of those. What is read then
// is what the second line alone gives in another store.

type Fields = Record<string, unknown>

const now = new Date().toISOString()
const OLD = '2001-02-03T04:05:06.789Z'
const PASSWORD = 'a password that was brought along'
const eur = (amount: string) => ({ amount, currencyCode: 'EUR' })

/** Every field that a kind has, each with another value than it has when it is left out. `n` tells records apart. */
const FULL: Record<string, (n: number) => Fields> = {
  member: (n) => ({
    id: `m${n}`,
    email: `m${n}@example.com`,
    firstName: 'Grace',
    lastName: 'Hopper',
    fullName: 'Rear Admiral',
    avatarUrl: 'https://shop.example/a.png',
    role: 'admin',
    active: false,
    enableAwayMode: true,
    createdAt: OLD,
    password: PASSWORD,
  }),
  contact: (n) => ({
    id: `k${n}`,
    platformId: `platform-${n}`,
    name: 'Ada Lovelace',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `k${n}@example.com`,
    phone: '+1 555',
    type: 'customer',
    channels: ['email'],
    tags: ['vip'],
    note: 'a note',
    customAttributes: { size: 'M' },
    address1: '1 Road',
    address2: 'Top floor',
    city: 'London',
    zip: 'N1',
    country: 'United Kingdom',
    countryCode: 'GB',
    ordersCount: 7,
    totalSpent: 70,
    ipAddress: '192.0.2.1',
    ipLocation: 'London',
    browser: 'Firefox',
    browserVersion: '1',
    os: 'Linux',
    deviceType: 'desktop',
    senderSeq: 12,
    isRedacted: true,
    lastChatAt: OLD,
    createdAt: OLD,
    updatedAt: OLD,
  }),
  conversation: (n) => ({
    id: `c${n}`,
    firestoreId: `f${n}`,
    pgConvoId: String(1_000 + n),
    datastore: 'firestore',
    sessionId: `s${n}`,
    customerUuid: 'person',
    customerName: 'Told Otherwise',
    customerEmail: `c${n}@example.com`,
    customerType: 'guest',
    status: 'resolved',
    channel: 'online_store',
    channels: ['online_store', 'email'],
    tags: [`tag-${n}`],
    memberId: 'grace',
    isChatBot: true,
    hasChatBot: true,
    isRead: true,
    isCustomerRead: true,
    isOnline: true,
    isBlock: true,
    isStarred: true,
    hasFirstMsg: true,
    isPlayground: true,
    hidePreChatMessage: 'by-user',
    messageCount: 99,
    lastMessage: { text: 'told otherwise', senderType: 'bot', createdAt: OLD },
    lastActive: OLD,
    createdAt: OLD,
    updatedAt: OLD,
    messages: [{ id: n, text: 'Hello', createdAt: OLD }],
    notes: [{ id: `n${n}`, text: 'A note', isUpdated: true, createdAt: OLD, updatedAt: OLD }],
    attributes: [{ id: `a${n}`, name: 'size', value: 'M', createdAt: OLD, updatedAt: OLD }],
    browsedPages: [{ url: 'https://shop.example/', title: 'Shop', viewedAt: now }],
    summary: { text: 'A summary', createdAt: OLD, updatedAt: OLD },
  }),
  faq: (n) => ({
    id: `q${n}`,
    question: `Question${n} of ${word(n)}?`,
    answer: 'Yes.',
    url: 'https://shop.example/help',
    productId: 'lamp',
    locale: 'de',
    slug: `slug-${n}`,
    collection: `Collection ${n}`,
    body: `Yes, **${word(n)}**.`,
    status: 'draft',
    private: true,
    translationGroupId: `group-${n}`,
  }),
  product: (n) => ({
    id: `p${n}`,
    title: `Lamp ${word(n)}`,
    handle: `handle-${n}`,
    url: `/there/${n}`,
    description: 'Shines.',
    vendor: 'Acme',
    productType: 'Lamps',
    available: false,
    imageUrl: 'https://shop.example/p.png',
    priceRange: { min: eur('1'), max: eur('2') },
    variants: [{ id: `v${n}`, price: eur('5') }],
    tags: [`tag-${n}`],
    collections: [`l${n}`],
  }),
  collection: (n) => ({
    id: `l${n}`,
    title: `Lights ${word(n)}`,
    handle: `handle-${n}`,
    url: `/there/${n}`,
    description: 'Shining.',
    productsCount: 9,
    imageUrl: 'https://shop.example/l.png',
  }),
  discount: (n) => ({
    id: `d${n}`,
    title: `Spring ${word(n)}`,
    code: `CODE${n}`,
    type: 'percentage',
    summary: 'Ten percent.',
    value: 10,
    minimumSubtotal: eur('50'),
    startsAt: OLD,
    endsAt: '2099-01-01T00:00:00.000Z',
    public: false,
  }),
  order: (n) => ({
    orderNumber: `#${n}`,
    status: 'open',
    financialStatus: 'paid',
    fulfillmentStatus: 'fulfilled',
    createdAt: OLD,
    cancelledAt: OLD,
    total: eur('10'),
    lineItems: [{ title: 'Lamp', quantity: 2 }],
    shipments: [{ trackingNumber: `track-${n}` }],
    statusUrl: 'https://shop.example/o',
    email: `o${n}@example.com`,
    customerUuid: `buyer${n}`,
  }),
  sizeGuide: (n) => ({ productId: `p${n}`, sizeGuide: { columns: ['Size'], rows: [['M']] } }),
}

/** A word of its own for each record, by which alone it is found. */
const word = (n: number) => `zq${[...String(n)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('q')}x`

/** What keeps a conversation out of lists: each other field is left out with these there, and without them. */
const HIDING = ['datastore', 'isPlayground']

/** What is needed beside what a kind requires: a product has a price by its range or by its variants, an article texts. */
const NEEDED: Record<string, string[]> = { product: ['variants'], faq: ['question', 'answer'] }

const ON = { ai: { training: { products: true, collections: true, discounts: true }, skills: { sizeGuide: true } } }
const server = await shareServer()
const replaced = await makeStore(server, { settings: ON })
const fresh = await makeStore(server, { settings: ON })
const inboxes = new Map<Store, Client>()
before(async () => {
  for (const store of [replaced, fresh]) {
    inboxes.set(store, await signInOwner(server, store))
    const grace = { id: 'grace', email: 'grace@example.com' }
    const person = { id: 'person', email: 'person@example.com', name: 'Person', type: 'customer' }
    await take(store, [
      { kind: 'member', data: grace },
      { kind: 'contact', data: person },
      { kind: 'product', data: { id: 'lamp', title: 'Lamp', variants: [{ price: eur('5') }] } },
      ...Array.from({ length: 20 }, (_, n) => `buyer${n}`).flatMap((id) => [
        { kind: 'contact', data: { id } },
        { kind: 'conversation', data: { id: `of-${id}`, channel: 'online_store', customerUuid: id } },
      ]),
    ])
  }
})

/** What members see beside a conversation. */
async function contextOf(store: Store, id: unknown) {
  return ok(await (inboxes.get(store) as Client).get(`/api/chat/conversations/${id}/context`))
}

async function take(store: Store, lines: Line[]): Promise<void> {
  assert.deepEqual((await importLines(store, lines)).rejected, [])
}

/** All that can be read of a record, by whatever door tells of it. */
const READ: Record<string, (store: Store, data: Fields, full: Fields) => Promise<unknown>> = {
  async member({ api, shopId }, { id, email }) {
    const session = await pageOf(server).post('/api/chat/session', { email, password: PASSWORD, shopId })
    return [ok(await api.get(`/chat/members/${id}`)), session.status]
  },
  async contact({ api }, { id }, { email }) {
    const found = await readAllIds(api, `/chat/conversations?email=${email}`)
    return [ok(await api.get(`/chat/customers/${id}`)), found]
  },
  async conversation(store, { id, pgConvoId: given }, full) {
    const { api } = store
    const path = `/chat/conversations/${id}`
    const details = await Promise.all(
      [path, `${path}/messages`, `${path}/attributes`, `${path}/browsed-pages`, `${path}/summary`].map((one) =>
        api.get(one),
      ),
    )
    const { notes, pages } = await contextOf(store, id)
    const { tags, customerEmail, firestoreId, pgConvoId } = full
    const lists = [`tag=${tags}`, `email=${customerEmail}`].map((query) => `/chat/conversations?${query}`)
    const found = await Promise.all(lists.map((list) => readAllIds(api, list)))
    // The number that is there is kept where the line names none (import.test.ts).
    const forms = given === undefined ? [firestoreId] : [firestoreId, pgConvoId]
    const ids = await Promise.all(forms.map((one) => api.get(`/chat/conversations/${one}`)))
    return [
      ...details.map(({ status, body }) => [status, body.data]),
      [notes, pages],
      found,
      ids.map(({ status }) => status),
    ]
  },
  async faq(store, { productId, id }, { question }) {
    const assistant = assistantOf(server, store)
    const lamp = await assistant.call('product_faq_lookup', { productId: 'lamp' })
    const ofLamp = lamp.faqs.filter((one: Fields) => one.question === question)
    const edited = ok(
      await (inboxes.get(store) as Client).get(`/api/chat/articles?q=${encodeURIComponent(String(question))}`),
    )
    const own = edited.find((one: Fields) => one.id === id)
    // A slug is kept where the line names none, and other stores have other times and ids of collections.
    const { slug: _, editedAt: __, publishedAt: ___, collectionId, ...record } = own
    const inCollection = collectionId !== null
    return [ofLamp, await assistant.call('faq_retrieval', { query: question }), productId, record, inCollection]
  },
  product: (store, _data, { title }) => assistantOf(server, store).call('product_lookup', { query: title, limit: 1 }),
  collection: (store, _data, { title }) => assistantOf(server, store).call('collection_lookup', { query: title }),
  discount: (store, _data, { title }) => assistantOf(server, store).call('discount_lookup', { query: title }),
  async order(store, { orderNumber }, { email, shipments, customerUuid }) {
    const number = String(orderNumber).slice(1)
    const [{ trackingNumber }] = shipments as [Fields]
    const { orders } = await contextOf(store, `of-${customerUuid}`)
    const { rpc } = assistantOf(server, store)
    const ask = async (args: object) =>
      (await rpc('tools/call', { name: 'check_order_status', arguments: args })).body.result
    return [
      orders,
      await Promise.all([{ orderNumber: number }, { orderNumber: number, email }, { trackingNumber }].map(ask)),
    ]
  },
  sizeGuide: (store, { productId }) => assistantOf(server, store).call('size_guide_lookup', { productId }),
}

/** What the two stores tell apart by right: their own ids, and moments that the service chose. */
const comparable = (value: unknown, store: Store) =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(store.shopId, 'shop')
      .replace(/"20(?!01|99)\d\d-[^"]+Z"/g, '"a moment"')
      .replace(/"pgConvoId":"\d+"/g, '"pgConvoId":"a number"'),
  )

for (const [kind, { schema }] of Object.entries(KINDS)) {
  test(`spec C5.3, C5.10: a ${kind} is replaced whole: no field that the newer line leaves out stays`, async () => {
    const full = FULL[kind] as (n: number) => Fields
    const read = READ[kind] as (typeof READ)[string]
    const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] }
    const names = Object.keys(properties)
    assert.deepEqual(Object.keys(full(1)).toSorted(), names.filter((name) => name !== 'shopId').toSorted())
    const kept = new Set([...required, 'id', ...(NEEDED[kind] ?? [])])
    const optional = names.filter((name) => !kept.has(name))
    const hiding = HIDING.filter((name) => optional.includes(name))
    const together = hiding.length > 0 ? optional.map((name) => [name, ...hiding]) : []
    const leftOut = [...optional.map((name) => [name]), ...together, optional]
    const lines = leftOut.map((without, n) => {
      const data = Object.entries(full(n + 1)).filter(([name]) => !without.includes(name))
      return { kind, data: Object.fromEntries(data) }
    })
    const last = full(leftOut.length)
    await take(
      replaced,
      leftOut.map((_, n) => ({ kind, data: full(n + 1) })),
    )
    const whole = await read(replaced, last, last)
    await take(replaced, lines)
    await take(fresh, lines)
    for (const [n, { data }] of lines.entries()) {
      const [after, expected] = await Promise.all(
        [replaced, fresh].map(async (store) => comparable(await read(store, data, full(n + 1)), store)),
      )
      assert.deepEqual(after, expected, `without ${leftOut[n]}`)
    }
    if (optional.length > 0) assert.notDeepEqual(whole, await read(replaced, last, last))
  })
}

test('spec C5.3: pages of a session that another conversation has, too, stay: an import can be repeated', async () => {
  const store = await makeStore(server)
  const pages = [{ url: 'https://shop.example/', title: 'Shop', viewedAt: now }]
  const data = (id: string, more: Fields = {}) => ({ id, channel: 'online_store', sessionId: 'shared', ...more })
  const lines = [
    { kind: 'conversation', data: data('with', { browsedPages: pages }) },
    { kind: 'conversation', data: data('without') },
  ]
  for (const _ of ['first', 'again']) {
    await take(store, lines)
    assert.deepEqual(ok(await store.api.get('/chat/conversations/without/browsed-pages')), pages)
  }
})
