import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { ParleyError, webhooks } from '../src/index.ts'

const SECRET = 'whsec_test'
/** The vector of docs/webhooks.md. */
const VECTOR = {
  headers: {
    'x-webhook-timestamp': '1700000000',
    'x-webhook-signature': 'ee2ae8c9d817c735ca2d39ce63d8d5e814643c32e69b5d650c297921c15b5818',
  },
  body: '{"a":1}',
  secret: SECRET,
  now: 1_700_000_000_000,
}

function sign(body: string | Uint8Array, secret = SECRET, timestamp = '1700000000') {
  const signature = createHmac('sha256', secret).update(`${timestamp};`).update(body).digest('hex')
  return { 'X-Webhook-Timestamp': timestamp, 'X-Webhook-Signature': signature }
}

async function codeOf(delivery: Parameters<typeof webhooks.parse>[0]): Promise<string | null> {
  assert.equal(await webhooks.verify(delivery), await webhooks.parse(delivery).then(() => true, isOther))
  return webhooks.parse(delivery).then(
    () => null,
    (error: ParleyError) => {
      assert.ok(error instanceof ParleyError && error.message.length > 0)
      return error.code
    },
  )
}
const isOther = (error: ParleyError) => error.code === 'WEBHOOK_NO_EVENT'

test('the documented vector is verified, whatever holds headers and body', async () => {
  assert.equal(await webhooks.verify(VECTOR), true)
  const bytes = new TextEncoder().encode(VECTOR.body)
  for (const body of [bytes, bytes.buffer, Buffer.from(VECTOR.body)])
    for (const headers of [new Headers(VECTOR.headers), sign(VECTOR.body), VECTOR.headers])
      assert.equal(await webhooks.verify({ ...VECTOR, headers, body }), true)
  assert.equal(await webhooks.verify({ ...VECTOR, secret: ['whsec_older', SECRET] }), true)
})

test('an event is parsed to the last byte', async () => {
  const body = JSON.stringify({ eventId: '1', type: 'message.created', data: { text: 'Ünïcode 🛍️' } })
  const event = await webhooks.parse({ ...VECTOR, headers: sign(body), body })
  assert.deepEqual(event, JSON.parse(body))
})

test('what is forged, changed, old, in the future or malformed is refused', async () => {
  const body = '{"type":"message.created"}'
  const good = { ...VECTOR, headers: sign(body), body }
  assert.equal(await codeOf(good), null)
  const wrong = 'WEBHOOK_WRONG_SIGNATURE'
  const unsigned = 'WEBHOOK_UNSIGNED'
  assert.equal(await codeOf({ ...good, body: `${body} ` }), wrong)
  assert.equal(await codeOf({ ...good, secret: 'whsec_other' }), wrong)
  assert.equal(await codeOf({ ...good, secret: [] }), wrong)
  assert.equal(await codeOf({ ...good, secret: '', headers: sign(body, '') }), wrong)
  assert.equal(await codeOf({ ...good, headers: { ...good.headers, 'X-Webhook-Timestamp': '1700000001' } }), wrong)
  for (const now of [VECTOR.now + 301_000, VECTOR.now - 301_000, Number.NaN])
    assert.equal(await codeOf({ ...good, now }), 'WEBHOOK_TOO_OLD')
  assert.equal(await codeOf({ ...good, tolerance: Number.NaN }), 'WEBHOOK_TOO_OLD')
  assert.equal(await codeOf({ ...good, now: VECTOR.now + 301_000, tolerance: 302 }), null)
  assert.equal(await codeOf({ ...good, headers: {} }), unsigned)
  for (const signature of ['', 'zz', good.headers['X-Webhook-Signature'].toUpperCase(), 'a'.repeat(63), 'a'.repeat(66)])
    assert.equal(await codeOf({ ...good, headers: { ...good.headers, 'X-Webhook-Signature': signature } }), unsigned)
  for (const timestamp of ['', '-1', '1e9', 'Infinity', '1700000000.5', ' 1700000000'])
    assert.equal(await codeOf({ ...good, headers: sign(body, SECRET, timestamp) }), unsigned, timestamp)
  for (const text of ['', 'null', '[]', '{"a":1}', '{'])
    assert.equal(await codeOf({ ...good, headers: sign(text), body: text }), 'WEBHOOK_NO_EVENT', text)
})
