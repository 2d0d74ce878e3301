import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalsIn, decimalsOf, toDecimal, toMinor } from './amounts.ts'

test('a currency has the decimals that it has', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD', 'no'].map(decimalsOf), [2, 0, 3, 2])
})

test('amounts are counted in smallest parts and come back as they were', () => {
  for (const [amount, decimals, minor] of [
    ['19.90', 2, 1990n],
    ['0.05', 2, 5n],
    ['5', 2, 500n],
    ['500', 0, 500n],
    ['1.234', 3, 1234n],
    ['-10.00', 2, -1000n],
    ['.5', 2, 50n],
  ] as const) {
    assert.equal(toMinor(amount, decimals), minor, amount)
  }
  assert.deepEqual(
    [toDecimal(1990n, 2), toDecimal(5n, 2), toDecimal(500n, 0), toDecimal(-1n, 3)],
    ['19.90', '0.05', '500', '-0.001'],
  )
  assert.equal(toMinor('90071992547409.93', 2), 9007199254740993n)
})

test('digits without a value are not decimals', () => {
  assert.deepEqual(['10', '10.0', '10.50', '10.505'].map(decimalsIn), [0, 0, 1, 3])
})
