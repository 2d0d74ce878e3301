import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAmount } from './amounts.ts'
import type { Change } from './changes.ts'
import * as shopify from './shopify/read.ts'
import { vendureReader } from './vendure/vendure.ts'
import * as woo from './woocommerce/read.ts'

/** A record as the import gets it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
const dataOf = (change: Change): any => (change.act === 'save' ? change.data : assert.fail(change.act))

test('an amount gets the decimals that its currency has, rounded half up', () => {
  const cases: [string, string, string | undefined][] = [
    ['20.125', 'EUR', '20.13'],
    ['20', 'EUR', '20.00'],
    ['1.250', 'KWD', '1.250'],
    ['1.2505', 'KWD', '1.251'],
    ['1980.00', 'JPY', '1980'],
    ['1980.5', 'JPY', '1981'],
    ['9007199254740993.07', 'EUR', '9007199254740993.07'],
    ['-1', 'EUR', undefined],
    ['', 'EUR', undefined],
    ['1e3', 'EUR', undefined],
  ]
  for (const [text, currency, amount] of cases) assert.equal(parseAmount(text, currency)?.amount, amount, text)
})

test('Vendure’s whole numbers have as many decimals as the shop says', async () => {
  const order = {
    ...{ id: '8', code: 'ORD8', state: 'PaymentSettled', currencyCode: 'EUR', totalWithTax: 12345, lines: [] },
    ...{ createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z', fulfillments: [] },
  }
  const totalWith = async (precision: number | undefined, totalWithTax: number) => {
    const answer = {
      ...(precision === undefined ? {} : { globalSettings: { serverConfig: { moneyStrategyPrecision: precision } } }),
      activeChannel: { defaultCurrencyCode: 'EUR' },
      page: { totalItems: 1, items: [{ ...order, totalWithTax }] },
    }
    const [change] = await vendureReader(async () => answer).readOrder('ORD8')
    return dataOf(change as Change).total.amount
  }
  assert.equal(await totalWith(2, 12345), '123.45')
  assert.equal(await totalWith(3, 12345), '12.35')
  assert.equal(await totalWith(4, 123450), '12.35')
  assert.equal(await totalWith(undefined, 12345), '123.45')
})

test('quantities that are no whole number stand behind the title, and removed lines are gone', () => {
  const sold = { id: 901, number: '901', status: 'processing', currency: 'EUR', total: '5.00' }
  const lines = [
    { name: 'Rope by the metre', quantity: 0.4 },
    { name: 'Cloth', quantity: 1.5 },
    { name: 'Lamp', quantity: 2 },
  ]
  assert.deepEqual(
    dataOf(woo.readOrder({ ...sold, date_created_gmt: '2026-01-05T09:00:00', line_items: lines })).lineItems,
    [
      { title: 'Rope by the metre (0.4)', quantity: 1 },
      { title: 'Cloth (1.5)', quantity: 1 },
      { title: 'Lamp', quantity: 2 },
    ],
  )
  const order = {
    ...{ id: 'gid://shopify/Order/1', name: '#1002', createdAt: '2026-01-05T09:00:00Z', fulfillments: [] },
    currentTotalPriceSet: { shopMoney: { amount: '10.0', currencyCode: 'EUR' } },
  }
  const kept = { title: 'Kept lamp', variantTitle: null, quantity: 3, currentQuantity: 1 }
  const removed = { title: 'Removed lamp', variantTitle: null, quantity: 2, currentQuantity: 0 }
  const titles = (nodes: object[]) =>
    dataOf(shopify.readOrder({ ...order, lineItems: { nodes } })).lineItems.map(
      (one: { title: string; quantity: number }) => [one.title, one.quantity],
    )
  assert.deepEqual(titles([kept, removed]), [['Kept lamp', 1]])
  assert.deepEqual(titles([removed]), [['Removed lamp', 2]]) // an order that was refunded whole keeps the lines that were ordered
})
