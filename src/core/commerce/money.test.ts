import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentOf, toMoney, toSmallest } from './money.ts'

const eur = (amount: string) => toSmallest({ amount, currencyCode: 'EUR' })

test('amounts are read exactly, whatever their decimals', () => {
  assert.deepEqual(['0', '5', '0.1', '19.90', '9007199254740993.07'].map(eur), [
    0n,
    500n,
    10n,
    1990n,
    900719925474099307n,
  ])
})

test('amounts are written with two decimals, or none where the currency has none', () => {
  assert.deepEqual(toMoney(1990n, 'EUR'), { amount: '19.90', currencyCode: 'EUR' })
  assert.deepEqual(toMoney(5n, 'EUR'), { amount: '0.05', currencyCode: 'EUR' })
  assert.deepEqual(toMoney(120_000n, 'JPY'), { amount: '1200', currencyCode: 'JPY' })
  assert.deepEqual(toMoney(1250n, 'KWD'), { amount: '1.250', currencyCode: 'KWD' })
  assert.equal(toSmallest({ amount: '1.25', currencyCode: 'KWD' }), 1250n)
  assert.deepEqual(toMoney(120_050n, 'JPY'), { amount: '1200.50', currencyCode: 'JPY' })
})

test('shares are rounded half up', () => {
  assert.deepEqual([percentOf(1005n, 50), percentOf(3333n, 33.33), percentOf(100n, 0)], [503n, 1111n, 0n])
})
