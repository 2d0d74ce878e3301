import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether a delivery is from Parley and recent. Copy this file, or write the same in your language.
 *
 * @param {object} headers the request's headers, names in lower case
 * @param {Buffer | string} rawBody the body exactly as it came, before any parsing
 * @param {string} secret the subscription's secret, whsec_ included
 * @param {number} [toleranceSeconds] how old a delivery may be; the signature itself never expires
 * @returns {boolean}
 */
export function verifyWebhook(headers, rawBody, secret, toleranceSeconds = 300) {
  const timestamp = String(headers['x-webhook-timestamp'] ?? '')
  const given = Buffer.from(String(headers['x-webhook-signature'] ?? ''), 'hex')
  const expected = createHmac('sha256', secret).update(`${timestamp};`).update(rawBody).digest()
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds
  return isRecent && given.length === expected.length && timingSafeEqual(given, expected)
}
