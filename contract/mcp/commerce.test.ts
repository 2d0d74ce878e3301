import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { ok } from '#test/expect.ts'
import { addContact, importLines, type Line, makeStore, type Store } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 4.7: the tools that look at what a store sells and knows, over data brought in by the import.

const server = await shareServer()
const ON = { ai: { training: { products: true, collections: true, discounts: true }, skills: { sizeGuide: true } } }
const eur = (amount: string) => ({ amount, currencyCode: 'EUR' })

async function storeWith(lines: Line[], settings: object = ON): Promise<Store> {
  const store = await makeStore(server, { settings })
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  return store
}

const faq = (id: string, question: string, answer: string, more = {}) => ({
  kind: 'faq',
  data: { id, question, answer, ...more },
})
const product = (id: string, title: string, more = {}) => ({
  kind: 'product',
  data: { id, title, variants: [{ id: `${id}-v`, price: eur('20') }], ...more },
})
const found = (records: { id: string }[]) => records.map(({ id }) => id)

test('spec 4.7.4: faq_retrieval finds articles in several languages, in other forms and misspelt, best first', async () => {
  const store = await storeWith([
    faq('shipping', 'How long does shipping take?', 'Two to four working days.', { url: 'https://shop.example/help' }),
    faq('returns', 'Can I return an item?', 'Within 30 days, shipping is on us.'),
    faq('payment', 'Which payment methods are there?', 'Cards and bank transfer.'),
    faq('de', 'Wie lange dauert die Lieferung?', 'Zwei bis vier Werktage.'),
    faq('fr', 'Quels sont les délais de livraison ?', 'Deux à quatre jours.'),
    faq('es', '¿Cómo hago una devolución?', 'Dentro de 30 días.'),
    faq('ja', '返品はできますか', '30日以内にご連絡ください。'),
    faq('ru', 'Сколько стоит доставка?', 'Бесплатно.'),
    faq('float', 'Does it float?', 'Yes.', { productId: 'kayak' }),
  ])
  const assistant = assistantOf(server, store)
  const ask = async (query: string, limit?: number) =>
    (await assistant.call('faq_retrieval', { query, ...(limit && { limit }) })).faqs
  const first: Record<string, string> = {
    'how long do you ship': 'shipping',
    'shiping time': 'shipping',
    'I want to retrun this': 'returns',
    'returned items': 'returns',
    PAYMENTS: 'payment',
    Lieferungen: 'de',
    'delai livraisons': 'fr',
    devoluciones: 'es',
    返品: 'ja',
    доставки: 'ru',
  }
  for (const [query, id] of Object.entries(first)) assert.equal((await ask(query))[0]?.id, id, query)
  assert.deepEqual(await ask('zzzzzz'), [])
  assert.deepEqual(await ask('?!'), [])
  assert.deepEqual(await ask('float'), [])
  const both = await ask('shipping')
  assert.deepEqual(found(both), ['shipping', 'returns'])
  assert.ok(both[0].score > both[1].score && both[1].score > 0)
  assert.deepEqual([both[0].url, both[1].url], ['https://shop.example/help', null])
  assert.equal((await ask('shipping', 1)).length, 1)
  await assistant.refused('faq_retrieval', { query: '' }, 'INVALID_PARAMS')
  await assistant.refused('faq_retrieval', { query: 'x'.repeat(501) }, 'INVALID_PARAMS')
})

test('spec 4.7.4: an article that is replaced is found by its new words only', async () => {
  const store = await storeWith([faq('a', 'Gift wrapping', 'Yes, with a bow.')])
  const assistant = assistantOf(server, store)
  const ask = async (query: string) => found((await assistant.call('faq_retrieval', { query })).faqs)
  assert.deepEqual(await ask('wrapping'), ['a'])
  await importLines(store, [faq('a', 'Gift cards', 'By email.')])
  assert.deepEqual([await ask('wrapping'), await ask('bow'), await ask('cards')], [[], [], ['a']])
})

test('spec 4.7.4, 4.7.9: limits are clamped: 20 articles, 50 products', async () => {
  const store = await storeWith([
    ...Array.from({ length: 30 }, (_, i) => faq(`f${i}`, 'Warranty', `Part ${i}`)),
    ...Array.from({ length: 70 }, (_, i) => product(`p${String(i).padStart(2, '0')}`, 'Wool sock')),
  ])
  const assistant = assistantOf(server, store)
  assert.equal((await assistant.call('faq_retrieval', { query: 'warranty' })).faqs.length, 5)
  assert.equal((await assistant.call('faq_retrieval', { query: 'warranty', limit: 1000 })).faqs.length, 20)
  assert.equal((await assistant.call('product_lookup', { query: 'socks' })).products.length, 10)
  assert.equal((await assistant.call('product_lookup', { query: 'socks', limit: 1000 })).products.length, 50)
})

test('spec 4.7.9: product_lookup searches names, descriptions and SKUs, filters, and pages without loss', async () => {
  const store = await storeWith([
    product('red', 'Red Kayak', {
      description: 'A boat for rivers',
      variants: [{ id: 'r', sku: 'KA-1/2', price: eur('199.90') }],
    }),
    product('blue', 'Blue Kayak', { variants: [{ id: 'b', price: eur('99'), available: false }] }),
    product('paddle', 'Paddle', { description: 'Goes with every kayak', vendor: 'Rivera' }),
    ...Array.from({ length: 25 }, (_, i) => product(`sock-${i}`, 'Sock')),
  ])
  const assistant = assistantOf(server, store)
  const ask = async (args: object) => found((await assistant.call('product_lookup', args)).products)
  assert.deepEqual((await ask({ query: 'kayaks' })).slice(0, 2).sort(), ['blue', 'red'])
  assert.deepEqual(await ask({ query: 'KA-1/2' }), ['red'])
  assert.equal((await ask({ query: 'rivera' }))[0], 'paddle')
  assert.equal((await ask({ query: 'red kayak' }))[0], 'red')
  assert.deepEqual((await ask({ query: 'kayak', available: true })).sort(), ['paddle', 'red'])
  assert.deepEqual(await ask({ query: 'kayak', minPrice: 99.01 }), ['red'])
  assert.deepEqual((await ask({ query: 'kayak', maxPrice: 99 })).sort(), ['blue', 'paddle'])
  assert.deepEqual(await ask({ query: 'kayak', minPrice: 21, maxPrice: 98 }), [])
  const all: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await assistant.call('product_lookup', { query: 'sock', limit: 7, ...(cursor && { cursor }) })
    all.push(...found(page.products))
    if (!page.paging.hasMore) break
    cursor = page.paging.nextCursor
  }
  assert.deepEqual(all.sort(), Array.from({ length: 25 }, (_, i) => `sock-${i}`).sort())
  await assistant.refused('product_lookup', { query: 'sock', cursor: 'nonsense' }, 'INVALID_PARAMS')
  await assistant.refused('product_lookup', { query: 'sock', minPrice: -1 }, 'INVALID_PARAMS')
})

test('spec 4.7.9, C5.14: tags find a product, and neither they nor its collections are in a tool’s result', async () => {
  const store = await storeWith([product('kayak', 'Kayak', { tags: ['whitewater'], collections: ['boats'] })])
  const { products } = await assistantOf(server, store).call('product_lookup', { query: 'whitewater' })
  assert.deepEqual(
    products.map((one: object) => Object.keys(one).sort().join()),
    ['available,description,handle,id,imageUrl,priceRange,productType,title,url,variants,vendor'],
  )
})

test('spec 4.7.10, C5.13, C9.26: product_faq_lookup gives one product’s answers; an unknown product is NOT_FOUND', async () => {
  const store = await storeWith([
    product('kayak', 'Kayak'),
    product('tent', 'Tent'),
    faq('float', 'Does it float?', 'Yes.', { productId: 'kayak' }),
    faq('weight', 'How much does it weigh?', '20 kg.', { productId: 'kayak' }),
    faq('general', 'Do kayaks float?', 'All of them.'),
  ])
  const assistant = assistantOf(server, store)
  const ask = (args: object) => assistant.call('product_faq_lookup', { productId: 'kayak', ...args })
  assert.deepEqual(found((await ask({})).faqs).sort(), ['float', 'weight'])
  assert.deepEqual(found((await ask({ query: 'flaots' })).faqs), ['float'])
  assert.deepEqual(found((await ask({ limit: 1 })).faqs).length, 1)
  assert.deepEqual((await ask({ productId: 'tent' })).faqs, [])
  await assistant.refused('product_faq_lookup', { productId: 'none' }, 'NOT_FOUND')
})

test('spec 4.7.12: collection_lookup searches collections', async () => {
  const store = await storeWith([
    { kind: 'collection', data: { id: 'camp', title: 'Camping', description: 'Tents and stoves', productsCount: 3 } },
    { kind: 'collection', data: { id: 'shoes', title: 'Shoes' } },
  ])
  const { collections, paging } = await assistantOf(server, store).call('collection_lookup', { query: 'tent' })
  assert.deepEqual([found(collections), collections[0].productsCount], [['camp'], 3])
  assert.deepEqual(paging, { nextCursor: null, hasMore: false })
})

test('spec 4.7.13, C5.13: discount_lookup tells of public, active discounts only; without a query of all of them', async () => {
  const past = '2020-01-01T00:00:00Z'
  const discount = (id: string, more: object) => ({
    kind: 'discount',
    data: { id, title: `Sale ${id}`, type: 'percentage', value: 10, startsAt: past, ...more },
  })
  const store = await storeWith([
    discount('now', { code: 'NOW10' }),
    discount('open', { endsAt: '2999-01-01T00:00:00Z' }),
    discount('over', { endsAt: '2021-01-01T00:00:00Z' }),
    discount('later', { startsAt: '2999-01-01T00:00:00Z' }),
    discount('secret', { public: false }),
  ])
  const assistant = assistantOf(server, store)
  const all = await assistant.call('discount_lookup')
  assert.deepEqual(found(all.discounts), ['now', 'open'])
  assert.deepEqual(found((await assistant.call('discount_lookup', { query: 'sale' })).discounts).sort(), [
    'now',
    'open',
  ])
  assert.deepEqual(found((await assistant.call('discount_lookup', { query: 'now10' })).discounts), ['now'])
  const page = await assistant.call('discount_lookup', { limit: 1 })
  const next = await assistant.call('discount_lookup', { limit: 1, cursor: page.paging.nextCursor })
  assert.deepEqual([found(page.discounts), found(next.discounts), next.paging.hasMore], [['now'], ['open'], false])
})

test('spec 4.7.14, C5.13, C9.26: size_guide_lookup: the chart, null where there is none, NOT_FOUND for an unknown product', async () => {
  const sizeGuide = { title: 'Shirts', unit: 'cm', columns: ['S', 'M'], rows: [['88', '96']], note: null }
  const store = await storeWith([
    product('shirt', 'Shirt'),
    product('mug', 'Mug'),
    { kind: 'sizeGuide', data: { productId: 'shirt', sizeGuide } },
  ])
  const assistant = assistantOf(server, store)
  assert.deepEqual(await assistant.call('size_guide_lookup', { productId: 'shirt' }), { productId: 'shirt', sizeGuide })
  assert.deepEqual(await assistant.call('size_guide_lookup', { productId: 'mug' }), {
    productId: 'mug',
    sizeGuide: null,
  })
  await assistant.refused('size_guide_lookup', { productId: 'none' }, 'NOT_FOUND')
})

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const order = (orderNumber: string, more = {}) => ({
  kind: 'order',
  data: { orderNumber, createdAt: ago(1), total: eur('59.70'), ...more },
})

test('spec 4.7.15, C5.13: check_order_status finds by order or tracking number, and only for the customer whose email is given', async () => {
  const store = await makeStore(server)
  const contact = await addContact(store, { email: 'Grace@Example.com' })
  await importLines(store, [
    order('#1001', { email: 'Ada@Example.com', shipments: [{ trackingNumber: '1Z 999-aa', status: 'in_transit' }] }),
    order('1002', { customerUuid: contact.id }),
    order('1003'),
  ])
  const assistant = assistantOf(server, store)
  const ask = async (args: object) => (await assistant.call('check_order_status', args)).order
  const first = await ask({ orderNumber: '1001' })
  assert.deepEqual([first.orderNumber, first.total, first.shipments[0].status], ['#1001', eur('59.70'), 'in_transit'])
  for (const key of [{ orderNumber: '#1001' }, { orderNumber: ' 1001 ' }, { trackingNumber: '1z999AA' }]) {
    assert.deepEqual(await ask(key), first)
    assert.deepEqual(await ask({ ...key, email: 'ADA@example.com' }), first)
    await assistant.refused('check_order_status', { ...key, email: 'grace@example.com' }, 'NOT_FOUND')
  }
  await ask({ orderNumber: '1002', email: 'grace@example.com' })
  await assistant.refused('check_order_status', { orderNumber: '1003', email: 'a@example.com' }, 'NOT_FOUND')
  await assistant.refused('check_order_status', { orderNumber: '9' }, 'NOT_FOUND')
  for (const args of [
    {},
    { orderNumber: '1', trackingNumber: '1' },
    { orderNumber: '' },
    { orderNumber: '1', email: 'x' },
  ]) {
    await assistant.refused('check_order_status', args, 'INVALID_PARAMS')
  }
  ok(
    await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, {
      customerUuid: contact.id,
      orders: ['#1002'],
    }),
  )
  await assistant.refused('check_order_status', { orderNumber: '1002' }, 'NOT_FOUND')
})

test('spec 1.3: named orders are deleted with their tracking numbers', async () => {
  const store = await makeStore(server)
  const contact = await addContact(store)
  await importLines(store, [
    order('5', { customerUuid: contact.id, shipments: [{ trackingNumber: 'T5' }] }),
    order('6'),
  ])
  const assistant = assistantOf(server, store)
  await assistant.call('check_order_status', { trackingNumber: 'T5' })
  ok(
    await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, {
      customerUuid: contact.id,
      orders: ['#5'],
    }),
  )
  await assistant.refused('check_order_status', { trackingNumber: 'T5' }, 'NOT_FOUND')
  await assistant.call('check_order_status', { orderNumber: '6' })
})

test('spec 4.7.16, C9.27: customer_support decides by the store’s policy, from delivery or from the order', async () => {
  const delivered = (hours: number) => ({ createdAt: ago(hours + 1), shipments: [{ deliveredAt: ago(hours) }] })
  const store = await storeWith(
    [
      order('new', { statusUrl: 'https://shop.example/orders/new' }),
      order('old', { createdAt: ago(49) }),
      order('arrived', { ...delivered(24 * 6), email: 'ada@example.com' }),
      order('long-ago', delivered(24 * 8)),
      order('cancelled', { ...delivered(1), cancelledAt: ago(1) }),
    ],
    { afterSale: { returnDays: 7, refundDays: 5, cancelHours: 2, editHours: 48 } },
  )
  const assistant = assistantOf(server, store)
  const ask = (requestType: string, orderNumber: string) =>
    assistant.call('customer_support', { requestType, orderNumber })
  const eligible = async (requestType: string, orderNumber: string) => (await ask(requestType, orderNumber)).eligible
  assert.deepEqual(
    [await eligible('cancel', 'new'), await eligible('edit', 'new'), await eligible('return', 'new')],
    [true, true, false],
  )
  assert.deepEqual([await eligible('cancel', 'old'), await eligible('edit', 'old')], [false, false])
  assert.deepEqual([await eligible('return', 'arrived'), await eligible('refund', 'arrived')], [true, false])
  assert.deepEqual([await eligible('return', 'long-ago'), await eligible('cancel', 'arrived')], [false, false])
  for (const requestType of ['return', 'refund', 'cancel', 'edit']) {
    const decision = await ask(requestType, 'cancelled')
    assert.deepEqual([decision.eligible, decision.deadline, decision.nextStep], [false, null, 'none'])
  }
  const cancel = await ask('cancel', '#new')
  assert.deepEqual([cancel.nextStep, cancel.url], ['self_service', 'https://shop.example/orders/new'])
  assert.equal((await ask('return', 'arrived')).nextStep, 'human')
  await assistant.refused('customer_support', { requestType: 'return', orderNumber: 'none' }, 'NOT_FOUND')
  await assistant.refused(
    'customer_support',
    { requestType: 'return', orderNumber: 'arrived', email: 'x@example.com' },
    'NOT_FOUND',
  )
  await assistant.refused('customer_support', { requestType: 'complain', orderNumber: 'new' }, 'INVALID_PARAMS')
})
