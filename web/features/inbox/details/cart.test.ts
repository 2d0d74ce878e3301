import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCart } from './cart.ts'

test('carts are read as pages of shops describe them', () => {
  const line = { title: 'Lamp', quantity: 2, price: { amount: '49.00', currency: 'EUR' } }
  for (const cart of [
    { currency: 'EUR', total: '98.00', items: [{ title: 'Lamp', quantity: 2, price: '49.00' }] },
    { currencyCode: 'EUR', totalPrice: '98.00', lines: [{ name: 'Lamp', qty: '2', unitPrice: '49.00' }] },
    {
      total: { amount: '98.00', currencyCode: 'EUR' },
      lineItems: [{ title: 'Lamp', quantity: 2, price: { amount: '49.00', currencyCode: 'EUR' } }],
    },
    // Shopify's cart.js
    {
      item_count: 2,
      total_price: 9800,
      currency: 'EUR',
      items: [{ product_title: 'Lamp', quantity: 2, price: 4900, variant_title: null }],
    },
  ]) {
    assert.deepEqual(readCart(cart), { lines: [line], total: { amount: '98.00', currency: 'EUR' } })
  }
})

test('an empty cart, a total alone, variants', () => {
  assert.deepEqual(readCart({ items: [] }), { lines: [], total: null })
  assert.deepEqual(readCart({ total: 12.5 }), { lines: [], total: { amount: '12.5', currency: '' } })
  const { lines } = readCart({ items: [{ title: 'Lamp', variant_title: 'Red' }] }) ?? { lines: [] }
  assert.deepEqual(lines, [{ title: 'Lamp · Red', quantity: 1, price: null }])
})

test('what is not known as a cart is not read as one', () => {
  for (const cart of [{}, { items: 'x' }, { items: [1] }, { items: [{ id: 1 }] }, { note: 'x' }]) {
    assert.equal(readCart(cart), null)
  }
})
