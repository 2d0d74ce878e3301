import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Typists } from './typists.ts'

const typing = (id: string, active = true) =>
  ({ kind: 'typing', id, from: 'member', memberId: 'm', name: 'Ana', avatarUrl: '', active }) as const

test('typing lasts until its end is reported, or for five seconds, and is then removed', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
  const typists = new Typists()
  typists.hear('shop_1', typing('a'))
  typists.hear('shop_1', typing('b'))
  assert.equal(typists.of('shop_1', 'a')?.name, 'Ana')
  assert.equal(typists.of('shop_2', 'a'), null)
  typists.hear('shop_1', typing('a', false))
  assert.equal(typists.of('shop_1', 'a'), null)
  t.mock.timers.setTime(1_004_000)
  typists.hear('shop_1', typing('c'))
  typists.hear('shop_1', typing('b')) // goes on
  t.mock.timers.setTime(1_009_500)
  assert.equal(typists.of('shop_1', 'b'), null)
  for (let i = 0; i < 1_000; i++) typists.hear('shop_1', typing(`${i}`))
  t.mock.timers.setTime(1_020_000)
  typists.hear('shop_1', typing('last'))
  assert.equal(typists.size, 1)
})
