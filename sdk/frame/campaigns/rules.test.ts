import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Campaign } from '../../shared/records.ts'
import { isDue, type Moment, totalOf } from './rules.ts'

const DAY = 86_400_000
const now = Date.parse('2026-11-23T12:00:00Z')
const moment: Moment = {
  url: 'https://shop.example/cart?x=1',
  seconds: 30,
  cart: { total: '99.90' },
  exit: true,
  scroll: 60,
  language: 'de-AT',
  country: 'AT',
  returning: true,
  events: ['video watched'],
  attributes: { tier: 'gold' },
  now,
}
const due = (rules: Campaign['rules'], more: Partial<Campaign> = {}, at: Partial<Moment> = {}, shownAt?: number) =>
  isDue({ key: 'k', text: 't', ...(rules ? { rules } : {}), ...more }, { ...moment, ...at }, shownAt)

test('each rule holds and fails by itself', () => {
  const cases: [Campaign['rules'], Partial<Moment>][] = [
    [{ url: '/cart' }, { url: 'https://shop.example/' }],
    [{ seconds: 30 }, { seconds: 29 }],
    [{ cartTotal: 99.9 }, { cart: undefined }],
    [{ exit: true }, { exit: false }],
    [{ scroll: 60 }, { scroll: 59 }],
    [{ languages: ['fr', 'DE'] }, { language: 'en' }],
    [{ countries: ['DE', 'at'] }, { country: 'CH' }],
    [{ countries: ['AT'] }, { country: null }],
    [{ returning: true }, { returning: false }],
    [{ returning: false, seconds: 0 }, { returning: true }],
    [{ event: 'video watched' }, { events: ['video'] }],
    [{ attribute: { name: 'tier', value: 'gold' } }, { attributes: {} }],
    [{ attribute: { name: 'constructor', value: 'x' } }, { attributes: {} }],
  ]
  for (const [rules, against] of cases) {
    if (rules?.returning !== false && rules?.attribute?.name !== 'constructor')
      assert.equal(due(rules), true, JSON.stringify(rules))
    assert.equal(due(rules, {}, against), false, JSON.stringify(rules))
  }
  assert.equal(due({ returning: false }, {}, { returning: false }), true)
})

test('all of them have to hold; without rules nothing shows by itself', () => {
  assert.equal(due({ url: '/cart', scroll: 50, exit: true }), true)
  assert.equal(due({ url: '/cart', scroll: 50, exit: true }, {}, { exit: false }), false)
  assert.equal(due(undefined), false)
  assert.equal(due({}), false)
})

test('once, always, or every few days; from and until', () => {
  const rules = { seconds: 1 }
  assert.equal(due(rules, {}, {}, now - 400 * DAY), false)
  assert.equal(due(rules, { once: false }, {}, now - 1), true)
  assert.equal(due(rules, { everyDays: 7 }, {}, now - 7 * DAY + 1), false)
  assert.equal(due(rules, { everyDays: 7 }, {}, now - 7 * DAY), true)
  assert.equal(due(rules, { from: '2026-11-24T00:00:00Z' }), false)
  assert.equal(due(rules, { until: '2026-11-23T12:00:00Z' }), false)
  assert.equal(due(rules, { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' }), true)
})

test('a cart’s total is a number, a decimal string or an amount', () => {
  assert.deepEqual(
    [{ total: 5 }, { totalPrice: '7.5' }, { total: { amount: '9' } }, { total: 'much' }, {}, undefined].map(totalOf),
    [5, 7.5, 9, undefined, undefined, undefined],
  )
})
