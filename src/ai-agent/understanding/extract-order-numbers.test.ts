import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEmails, findKeys, hasCardNumber } from './extract-order-numbers.ts'

test('numbers of orders and parcels are found, with a # first', () => {
  assert.deepEqual(findKeys('order 20417 or #TT-1001?', false), ['#TT-1001', '20417'])
  assert.deepEqual(findKeys('W2611340 please', false), ['W2611340'])
  assert.ok(findKeys('parcel 1Z 999 AA1 0123 4567', false).includes('1Z999AA101234567'))
  assert.deepEqual(findKeys('1001', true), ['1001'])
})

test('sizes, dates, years, addresses and small numbers are not order numbers', () => {
  assert.deepEqual(findKeys('178 cm, 180cm, 2026-11-03, in 2025, 3/12/2026, mail a1234@shop.example', false), [])
  assert.deepEqual(findKeys('1001', false), [])
})

test('addresses are found as they were typed', () => {
  assert.deepEqual(findEmails('Ana.B+x@Mail.example, or b@c.example.'), ['Ana.B+x@Mail.example', 'b@c.example'])
})

test('card numbers are told from other long numbers by their check digit, and parcels are named', () => {
  assert.ok(hasCardNumber('my card 4111 1111 1111 1111'))
  assert.ok(!hasCardNumber('my card 4111 1111 1111 1112'))
  assert.ok(!hasCardNumber('tracking number 4111111111111111'))
})
