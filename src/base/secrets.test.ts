import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { isHmac, isSameSecret } from './secrets.ts'

test('a MAC belongs to one secret and one text, however the text is divided', () => {
  const mac = createHmac('sha256', 'secret').update('1700000000;{}').digest()
  assert.ok(isHmac(mac, 'secret', '1700000000;{}'))
  assert.ok(isHmac(mac, 'secret', '1700000000;', Buffer.from('{}')))
  assert.ok(!isHmac(mac, 'other', '1700000000;{}'))
  assert.ok(!isHmac(mac, 'secret', '1700000001;{}'))
})

test('a MAC of another length is refused, not thrown', () => {
  const mac = createHmac('sha256', 'secret').update('text').digest()
  assert.ok(!isHmac(mac.subarray(0, 31), 'secret', 'text'))
  assert.ok(!isHmac(Buffer.alloc(0), 'secret', 'text'))
})

test('secrets are the same or not, of any length', () => {
  assert.ok(isSameSecret('tökën', 'tökën'))
  assert.ok(!isSameSecret('token', 'tokens'))
  assert.ok(!isSameSecret('', 'token'))
})
