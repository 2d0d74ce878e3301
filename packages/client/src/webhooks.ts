import { ParleyError } from './errors.ts'
import type { webhooks } from './generated/openapi.ts'

/** The events by name, each with its envelope. */
export type WebhookEvents = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json']
}
export type WebhookEventName = keyof WebhookEvents
/**
 * An event: `type` says which, and what its `data` is. The service may send types that this version of the client does
 * not know: end with a `default`. `data` is `{truncated: true, originalSize}` where the event was above 80,000 bytes.
 */
export type WebhookEvent = WebhookEvents[WebhookEventName]

export interface Delivery {
  /** The request's headers: a `Headers`, or an object of any case of names, such as Node's. */
  headers: Headers | Record<string, string | readonly string[] | undefined>
  /** The body exactly as it came, before any parsing. */
  body: string | Uint8Array | ArrayBuffer
  /** The subscription's secret, `whsec_` included; several while one subscription replaces another. */
  secret: string | readonly string[]
  /** Seconds that the timestamp may be away from now; 300 unless given. The signature itself never expires. */
  tolerance?: number
  /** The time to compare with, in ms since 1970; now unless given. */
  now?: number
}

/** Whether a delivery is signed with the secret, and recent. Compares in constant time. */
export async function verify(delivery: Delivery): Promise<boolean> {
  return (await fault(delivery)) === null
}

/**
 * The event of a delivery that is signed with the secret, and recent. Else throws a `ParleyError` with one of the codes
 * WEBHOOK_UNSIGNED, WEBHOOK_TOO_OLD, WEBHOOK_WRONG_SIGNATURE, WEBHOOK_NO_EVENT: answer 401.
 */
export async function parse(delivery: Delivery): Promise<WebhookEvent> {
  const wrong = await fault(delivery)
  if (wrong) throw wrong
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(toBytes(delivery.body)))
    if (typeof (event as WebhookEvent).type === 'string') return event as WebhookEvent
  } catch {}
  throw new ParleyError('WEBHOOK_NO_EVENT', 'The delivery is signed, but its body is no event.')
}

async function fault({ headers, body, secret, tolerance = 300, now = Date.now() }: Delivery) {
  const timestamp = header(headers, 'x-webhook-timestamp')
  const signature = header(headers, 'x-webhook-signature')
  if (!/^\d{1,15}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) {
    const message = 'X-Webhook-Timestamp or X-Webhook-Signature is missing, or is not what Parley sends.'
    return new ParleyError('WEBHOOK_UNSIGNED', message)
  }
  // Not within, rather than beyond: a tolerance or a time that is not a number must be rejected.
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= tolerance)) {
    return new ParleyError('WEBHOOK_TOO_OLD', `X-Webhook-Timestamp is more than ${tolerance} seconds away from now.`)
  }
  const signed = join(new TextEncoder().encode(`${timestamp};`), toBytes(body))
  const given = Uint8Array.from(signature.match(/../g) as string[], (pair) => Number.parseInt(pair, 16))
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    if (one !== '' && (await isSigned(signed, given, one))) return null
  }
  const message = 'X-Webhook-Signature does not fit the body and the secret. Is the body exactly what came in?'
  return new ParleyError('WEBHOOK_WRONG_SIGNATURE', message)
}

/** WebCrypto compares in constant time. */
async function isSigned(text: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>, secret: string) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, signature, text)
}

function header(headers: Delivery['headers'], name: string): string {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? ''
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : ''
}

function toBytes(body: Delivery['body']): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  return body instanceof ArrayBuffer ? new Uint8Array(body) : body
}

function join(start: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(start.length + rest.length)
  whole.set(start)
  whole.set(rest, start.length)
  return whole
}
