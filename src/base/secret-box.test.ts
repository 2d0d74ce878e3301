import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { SecretBox, UnknownSecretKey } from './secret-box.ts'

const [old, next] = [randomBytes(32), randomBytes(32)]
const box = new SecretBox([old])
const PLACE = 'webhook_subscriptions/shop_1/sub_1'

test('a sealed secret opens at its place, and never looks the same twice', () => {
  for (const secret of ['whsec_0123', '', 'ключ 🔑', 'x'.repeat(10_000)]) {
    const sealed = box.seal(secret, PLACE)
    assert.equal(box.open(sealed, PLACE), secret)
    assert.notEqual(box.seal(secret, PLACE), sealed)
    assert.ok(secret === '' || !sealed.includes(secret))
  }
})

test('a secret from before there was a key is returned as it is', () => {
  assert.equal(box.open('whsec_0123', PLACE), 'whsec_0123')
  assert.equal(box.isStale('whsec_0123'), true)
})

test('a sealed secret that was moved or changed opens nowhere', () => {
  const sealed = box.seal('whsec_0123', PLACE)
  assert.throws(() => box.open(sealed, 'webhook_subscriptions/shop_2/sub_1'))
  assert.throws(() => box.open(`${sealed.slice(0, -2)}AA`, PLACE))
})

test('a key is replaced by naming the new one first', () => {
  const sealed = box.seal('whsec_0123', PLACE)
  const both = new SecretBox([next, old])
  assert.equal(both.open(sealed, PLACE), 'whsec_0123')
  assert.equal(both.isStale(sealed), true)
  assert.equal(both.isStale(both.seal('whsec_0123', PLACE)), false)
  assert.throws(() => new SecretBox([next]).open(sealed, PLACE), UnknownSecretKey)
})
