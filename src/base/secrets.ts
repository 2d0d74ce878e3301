import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** Whether `mac` is the HMAC-SHA256 of the parts, one after the other, under the secret. Compared in constant time. */
export function isHmac(mac: Buffer, secret: string | Buffer, ...parts: (string | Buffer)[]): boolean {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  const expected = hmac.digest()
  return mac.length === expected.length && timingSafeEqual(mac, expected)
}

/** Whether two texts are equal. The time that it takes tells nothing of either, not even its length. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}
