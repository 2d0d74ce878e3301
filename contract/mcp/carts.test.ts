import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Assistant, assistantOf } from '#test/clients/mcp.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 4.7, spec C9: manage_cart.

const server = await shareServer()
const store = await makeStore(server, { settings: { ai: { training: { products: true } } } })
const assistant = assistantOf(server, store)
const eur = (amount: string) => ({ amount, currencyCode: 'EUR' })
const discount = (code: string, more: object) => ({
  kind: 'discount',
  data: { title: code, code, startsAt: '2020-01-01T00:00:00Z', ...more },
})

await importLines(store, [
  {
    kind: 'product',
    data: {
      id: 'shirt',
      title: 'Shirt',
      url: 'https://shop.example/products/shirt',
      variants: [
        { id: 's', price: eur('19.90'), options: [{ name: 'Size', value: 'S' }] },
        { id: 'm', price: eur('0.1'), options: [{ name: 'Size', value: 'M' }] },
        { id: 'gone', price: eur('5'), available: false },
      ],
    },
  },
  {
    kind: 'product',
    data: { id: 'import', title: 'Import', variants: [{ id: 'usd', price: { amount: '5', currencyCode: 'USD' } }] },
  },
  discount('TEN', { type: 'percentage', value: 10, public: false }),
  discount('FIVE', { type: 'fixed_amount', value: 5.5, minimumSubtotal: eur('50') }),
  discount('SHIP', { type: 'free_shipping' }),
  discount('HUGE', { type: 'fixed_amount', value: 1e6 }),
  discount('OVER', { type: 'percentage', value: 50, endsAt: '2021-01-01T00:00:00Z' }),
])

const act = async (by: Assistant, action: string, args: object = {}) =>
  (await by.call('manage_cart', { action, ...args })).cart
const add = (lines: object[], cartId?: string) => act(assistant, 'add', { lines, ...(cartId && { cartId }) })

test('spec 4.7.11, C9.25: add makes a cart; the same variant adds up; totals have no decimal errors', async () => {
  const cart = await add([
    { variantId: 's', quantity: 2 },
    { variantId: 'm', quantity: 3 },
  ])
  assert.deepEqual([cart.totalQuantity, cart.subtotal, cart.total], [5, eur('40.10'), eur('40.10')])
  const [line] = cart.lines
  assert.deepEqual(
    [line.variantId, line.productId, line.title, line.variantTitle, line.quantity, line.unitPrice, line.total],
    ['s', 'shirt', 'Shirt', 'S', 2, eur('19.90'), eur('39.80')],
  )
  assert.equal(cart.checkoutUrl, 'https://shop.example/cart/s:2,m:3')
  const more = await add([{ variantId: 'm' }], cart.id)
  assert.deepEqual([more.id, more.lines.length, more.lines[1].quantity, more.subtotal], [cart.id, 2, 4, eur('40.20')])
  assert.deepEqual(await act(assistant, 'get', { cartId: cart.id }), more)
})

test('spec C9.25: set_quantity needs a quantity and 0 removes; remove of an unknown line is INVALID_PARAMS', async () => {
  const cart = await add([{ variantId: 's' }, { variantId: 'm' }])
  const [s, m] = cart.lines.map(({ id }: { id: string }) => id)
  const set = await act(assistant, 'set_quantity', {
    cartId: cart.id,
    lines: [
      { lineId: s, quantity: 7 },
      { lineId: m, quantity: 0 },
    ],
  })
  assert.deepEqual([set.totalQuantity, set.lines.length], [7, 1])
  const refuse = (action: string, lines: object[]) =>
    assistant.refused('manage_cart', { action, cartId: cart.id, lines }, 'INVALID_PARAMS')
  await refuse('set_quantity', [{ lineId: s }])
  await refuse('set_quantity', [{ quantity: 2 }])
  await refuse('set_quantity', [{ lineId: 'none', quantity: 1 }])
  await refuse('remove', [{ lineId: s }, { lineId: 'none' }])
  await refuse('remove', [])
  assert.equal((await act(assistant, 'get', { cartId: cart.id })).totalQuantity, 7)
  const empty = await act(assistant, 'remove', { cartId: cart.id, lines: [{ lineId: s }] })
  assert.deepEqual([empty.lines, empty.totalQuantity, empty.subtotal, empty.total], [[], 0, eur('0.00'), eur('0.00')])
})

test('spec 4.7.11: discounts: replaced as a list, counted from the subtotal, minimum and floor kept; unknown codes refused', async () => {
  const cart = await add([{ variantId: 's', quantity: 2 }])
  const apply = (...discountCodes: string[]) => act(assistant, 'apply_discount', { cartId: cart.id, discountCodes })
  const ten = await apply(' ten ', 'TEN')
  assert.deepEqual([ten.discountCodes, ten.subtotal, ten.total], [['TEN'], eur('39.80'), eur('35.82')])
  assert.deepEqual((await apply('FIVE', 'SHIP')).total, eur('39.80'))
  await add([{ variantId: 's' }], cart.id)
  assert.deepEqual((await apply('FIVE', 'TEN')).total, eur('48.23'))
  assert.deepEqual((await apply('HUGE')).total, eur('0.00'))
  for (const code of ['NOPE', 'OVER', '']) {
    await assistant.refused(
      'manage_cart',
      { action: 'apply_discount', cartId: cart.id, discountCodes: ['TEN', code] },
      'INVALID_PARAMS',
    )
  }
  assert.deepEqual((await act(assistant, 'get', { cartId: cart.id })).discountCodes, ['HUGE'])
  assert.deepEqual((await apply()).discountCodes, [])
  await assistant.refused('manage_cart', { action: 'apply_discount', cartId: cart.id }, 'INVALID_PARAMS')
})

test('spec 4.7.11, C9.25: what is out of stock, unknown, too much or of another currency cannot be added', async () => {
  const cart = await add([{ variantId: 's', quantity: 999 }])
  const refuse = (lines: object[], code: string) =>
    assistant.refused('manage_cart', { action: 'add', cartId: cart.id, lines }, code)
  await refuse([{ variantId: 'gone' }], 'OUT_OF_STOCK')
  await refuse([{ variantId: 'none' }], 'NOT_FOUND')
  await refuse([{ variantId: 's' }], 'INVALID_PARAMS')
  await refuse([{ variantId: 'usd' }], 'INVALID_PARAMS')
  await refuse([{ variantId: 'm', quantity: 0 }], 'INVALID_PARAMS')
  await refuse([{ quantity: 1 }], 'INVALID_PARAMS')
  await refuse([{ variantId: 'm' }, { variantId: 'gone' }], 'OUT_OF_STOCK')
  assert.equal((await act(assistant, 'get', { cartId: cart.id })).totalQuantity, 999)
  await assistant.refused('manage_cart', { action: 'add', lines: [{ variantId: 'none' }] }, 'NOT_FOUND')
})

test('spec C9.25: an unknown cart and another store’s are CART_NOT_FOUND; every action but add needs a cart', async () => {
  const cart = await add([{ variantId: 's' }])
  const other = assistantOf(server, await makeStore(server, { settings: { ai: { training: { products: true } } } }))
  for (const cartId of [cart.id, 'none']) {
    await other.refused('manage_cart', { action: 'get', cartId }, 'CART_NOT_FOUND')
    await other.refused('manage_cart', { action: 'clear', cartId }, 'CART_NOT_FOUND')
  }
  await assistant.refused(
    'manage_cart',
    { action: 'add', cartId: 'none', lines: [{ variantId: 's' }] },
    'CART_NOT_FOUND',
  )
  for (const action of ['get', 'set_quantity', 'remove', 'apply_discount', 'clear']) {
    await assistant.refused('manage_cart', { action }, 'INVALID_PARAMS')
  }
  await assistant.refused('manage_cart', { action: 'buy', cartId: cart.id }, 'INVALID_PARAMS')
})

test('spec 4.7.11: clear takes out all lines and codes; prices follow the catalogue', async () => {
  const cart = await add([{ variantId: 'm', quantity: 2 }])
  await act(assistant, 'apply_discount', { cartId: cart.id, discountCodes: ['TEN'] })
  await importLines(store, [
    {
      kind: 'product',
      data: {
        id: 'shirt',
        title: 'Shirt',
        variants: [
          { id: 's', price: eur('19.90') },
          { id: 'm', price: eur('1') },
        ],
      },
    },
  ])
  assert.deepEqual((await act(assistant, 'get', { cartId: cart.id })).subtotal, eur('2.00'))
  const cleared = await act(assistant, 'clear', { cartId: cart.id })
  assert.deepEqual([cleared.lines, cleared.discountCodes, cleared.total], [[], [], eur('0.00')])
})

test('carts changed side by side lose nothing', async () => {
  const cart = await add([{ variantId: 's' }])
  await Promise.all(Array.from({ length: 20 }, () => add([{ variantId: 's' }], cart.id)))
  assert.equal((await act(assistant, 'get', { cartId: cart.id })).totalQuantity, 21)
})
