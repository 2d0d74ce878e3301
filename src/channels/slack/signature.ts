import { isHmac } from '#base/secrets.ts'

/** Seconds that a signed request is accepted for, before and after. */
const FRESH_S = 5 * 60

/**
 * Whether Slack signed these bytes in the last minutes: `X-Slack-Signature` is `v0=` and the hex HMAC of `v0:timestamp:body`,
 * keyed with the signing secret of the app.
 */
export function isSignedBySlack(
  { signature, timestamp }: { signature: string; timestamp: string },
  body: Buffer,
  secret: string,
  nowMs: number,
): boolean {
  const [, hex = ''] = /^v0=([0-9a-f]{64})$/i.exec(signature) ?? []
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs / 1_000 - Number(timestamp)) > FRESH_S) return false
  return isHmac(Buffer.from(hex, 'hex'), secret, `v0:${timestamp}:`, body)
}
