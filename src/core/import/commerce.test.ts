import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeCollection, completeDiscount, completeProduct, completeSizeGuide } from './catalogue.ts'
import { commerceKinds } from './commerce.ts'
import { completeOrder, orderKeys } from './order.ts'

const eur = (amount: string) => ({ amount, currencyCode: 'EUR' })

function refuses(kind: string, data: unknown, message: RegExp) {
  assert.throws(() => commerceKinds[kind]?.check(data), { message })
}

test('a product gets its handle, address, price range and availability from what it has', () => {
  const product = completeProduct({
    title: 'Café  Crème, 2 Größen!',
    variants: [
      { price: eur('19.90'), available: false },
      { price: eur('9.5'), options: [{ name: 'Size', value: 'S' }] },
      { price: eur('100') },
    ],
  })
  assert.equal(product.handle, 'cafe-creme-2-großen')
  assert.equal(product.url, '/products/cafe-creme-2-großen')
  assert.deepEqual(product.priceRange, { min: eur('9.5'), max: eur('100') })
  assert.equal(product.available, true)
  assert.deepEqual(
    product.variants.map((variant) => [variant.title, variant.sku, variant.compareAtPrice]),
    [
      ['Default', null, null],
      ['S', null, null],
      ['Default', null, null],
    ],
  )
  assert.match(product.id, /^[\da-f-]{36}$/)
})

test('what a product says of itself stands', () => {
  const given = { id: 'p1', title: 'カメラバッグ', available: true, priceRange: { min: eur('1'), max: eur('2') } }
  const product = completeProduct({ ...given, variants: [{ price: eur('5'), available: false }] })
  assert.deepEqual([product.id, product.available, product.priceRange], ['p1', true, given.priceRange])
  assert.equal(product.handle, 'カメラバッグ')
  assert.equal(completeProduct({ ...given, title: '!!!' }).handle, 'p1')
})

test('a product needs a price', () => {
  assert.throws(() => completeProduct({ title: 'Hat' }), /priceRange is required/)
  const mixed = [{ price: eur('1') }, { price: { amount: '1', currencyCode: 'USD' } }]
  assert.throws(() => completeProduct({ title: 'Hat', variants: mixed }), /different currencies/)
})

test('spec C5.14: tags and collections of a product are kept each once, within their limits', () => {
  const product = { title: 'Hat', variants: [{ price: eur('5') }] }
  const filed = completeProduct({ ...product, tags: [' wool ', 'wool', '  ', 'winter'], collections: ['c1', 'c1'] })
  assert.deepEqual([filed.tags, filed.collections], [['wool', 'winter'], ['c1']])
  for (const none of [{}, { tags: null, collections: null }, { tags: [], collections: [] }]) {
    const keys = Object.keys(completeProduct({ ...product, ...none }))
    assert.ok(!keys.includes('tags') && !keys.includes('collections'))
  }
  refuses('product', { ...product, tags: 'wool' }, /tags/)
  refuses('product', { ...product, tags: ['wool', 5] }, /tags\[1\]/)
  refuses('product', { ...product, tags: ['x'.repeat(256)] }, /tags\[0\]/)
  refuses('product', { ...product, tags: Array(251).fill('x') }, /tags/)
  refuses('product', { ...product, collections: [''] }, /collections\[0\]/)
  refuses('product', { ...product, collections: Array(251).fill('c') }, /collections/)
})

test('money is a decimal string with a currency', () => {
  for (const amount of ['1.9999', '-1', '1,5', '', '1e3', ' 1', '1\n']) {
    refuses('product', { title: 'Hat', variants: [{ price: eur(amount) }] }, /variants\[0\]\.price\.amount/)
  }
  const hat = (amount: string, currencyCode: string) => () =>
    completeProduct({ title: 'Hat', variants: [{ price: { amount, currencyCode } }] })
  assert.throws(hat('1.999', 'EUR'), { message: /variants\[0\]\.price\.amount has more than 2 decimals/ })
  assert.equal(hat('1.999', 'KWD')().priceRange.min.amount, '1.999')
  assert.equal(hat('1.990', 'EUR')().priceRange.min.amount, '1.990')
  refuses('order', { orderNumber: '1', createdAt: 'x', total: { amount: '1', currencyCode: 'eur' } }, /currencyCode/)
})

test('each kind names what it cannot do without', () => {
  refuses('faq', { question: 'How?' }, /answer is required/)
  refuses('product', {}, /title is required/)
  refuses('collection', {}, /title is required/)
  refuses('discount', { title: 'Sale' }, /type is required/)
  refuses('order', { orderNumber: '1', createdAt: '2026-01-01T00:00:00Z' }, /total is required/)
  refuses('sizeGuide', { productId: 'p', sizeGuide: { rows: [] } }, /sizeGuide\.columns is required/)
  refuses('product', { id: 'x'.repeat(129), title: 'Hat' }, /id/)
  refuses('order', { orderNumber: '#', createdAt: '2026-01-01T00:00:00Z', total: eur('1') }, /orderNumber/)
})

test('unknown keys are dropped', () => {
  const collection = { id: 'c', title: 'New in', shopId: 'other', score: 1 }
  commerceKinds.collection?.check(collection)
  assert.deepEqual(Object.keys(completeCollection(collection)), [
    'id',
    'title',
    'handle',
    'url',
    'description',
    'productsCount',
    'imageUrl',
  ])
})

test('collections, discounts and size guides are stored complete', () => {
  assert.deepEqual(completeCollection({ id: 'c', title: 'New in' }), {
    id: 'c',
    title: 'New in',
    handle: 'new-in',
    url: '/collections/new-in',
    description: null,
    productsCount: 0,
    imageUrl: null,
  })
  const discount = completeDiscount({ title: 'Sale', type: 'percentage', startsAt: '2026-03-01T00:00+01:00' })
  assert.equal(discount.startsAt, '2026-02-28T23:00:00.000Z')
  assert.deepEqual([discount.summary, discount.code, discount.value, discount.endsAt], ['Sale', null, null, null])
  assert.throws(
    () => completeDiscount({ title: 'Sale', type: 'percentage', startsAt: '2026-13-01T00:00Z' }),
    /startsAt/,
  )
  assert.deepEqual(completeSizeGuide({ productId: 'p', sizeGuide: { columns: ['S'], rows: [['88']] } }), {
    title: 'Size guide',
    unit: 'cm',
    columns: ['S'],
    rows: [['88']],
    note: null,
  })
})

test('an order is found by its number without # and by its tracking numbers', () => {
  const order = completeOrder({
    orderNumber: '#1001',
    createdAt: '2026-01-01T10:00:00+02:00',
    cancelledAt: '2026-01-02T00:00:00Z',
    total: eur('10'),
    lineItems: [{ title: 'Hat' }],
    shipments: [{ trackingNumber: 'T1' }, { carrier: 'DHL', deliveredAt: '2026-01-03T00:00:00Z' }],
  })
  assert.deepEqual(orderKeys(order), { id: '1001', trackingNumbers: ['T1'] })
  assert.equal(order.orderNumber, '#1001')
  assert.equal(order.createdAt, '2026-01-01T08:00:00.000Z')
  assert.equal(order.status, 'cancelled')
  assert.deepEqual(order.lineItems, [{ title: 'Hat', variantTitle: null, quantity: 1 }])
  assert.deepEqual(order.shipments[0], {
    carrier: null,
    trackingNumber: 'T1',
    trackingUrl: null,
    status: 'pending',
    shippedAt: null,
    estimatedDeliveryAt: null,
    deliveredAt: null,
  })
})
