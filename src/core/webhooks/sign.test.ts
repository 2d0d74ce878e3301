import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sign, signedHeaders } from './sign.ts'

test('signs the timestamp, a semicolon and the body', () => {
  const expected = 'ee2ae8c9d817c735ca2d39ce63d8d5e814643c32e69b5d650c297921c15b5818'
  assert.equal(sign('whsec_test', 1_700_000_000, '{"a":1}'), expected)
  assert.equal(sign('whsec_test', 1_700_000_000, Buffer.from('{"a":1}')), expected)
})

test('sends the five headers of a delivery', () => {
  const delivery = { id: 'd', eventId: 'e', type: 'message.created', secret: 'whsec_test', headers: {} }
  const headers = signedHeaders(delivery, Buffer.from('{"a":1}'), 1_700_000_000)
  assert.equal(headers['X-Webhook-Event'], 'message.created')
  assert.equal(headers['X-Webhook-Timestamp'], '1700000000')
  assert.equal(headers['X-Webhook-Event-Id'], 'e')
  assert.equal(headers['X-Webhook-Delivery-Id'], 'd')
  assert.match(headers['X-Webhook-Signature'] as string, /^[0-9a-f]{64}$/)
})
