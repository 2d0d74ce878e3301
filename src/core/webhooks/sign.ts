import { createHmac } from 'node:crypto'

/**
 * The headers of one attempt (spec 6.3). The signature covers the timestamp, a semicolon and the exact bytes that are
 * sent; the timestamp is the attempt's own, so that receivers may refuse old ones and still get retries.
 *
 * Custom headers of the subscription come first, so that none replaces one of these.
 *
 * @param secret the subscription's whsec_ secret, whole.
 * @param timestamp Unix time in seconds.
 */
export function signedHeaders(
  delivery: { id: string; eventId: string; type: string; secret: string; headers: Record<string, string> },
  body: Buffer,
  timestamp: number,
): Record<string, string> {
  return {
    ...delivery.headers,
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1.0',
    'X-Webhook-Event': delivery.type,
    'X-Webhook-Timestamp': String(timestamp),
    'X-Webhook-Signature': sign(delivery.secret, timestamp, body),
    'X-Webhook-Event-Id': delivery.eventId,
    'X-Webhook-Delivery-Id': delivery.id,
  }
}

/** Signs a request of another kind as webhooks are signed; returns its headers. */
export function signedBody(secret: string, body: Buffer): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000)
  return {
    'content-type': 'application/json',
    'X-Webhook-Timestamp': String(timestamp),
    'X-Webhook-Signature': sign(secret, timestamp, body),
  }
}

/** Lowercase hex HMAC-SHA256 over `timestamp;body`. */
export function sign(secret: string, timestamp: number, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${timestamp};`).update(body).digest('hex')
}
