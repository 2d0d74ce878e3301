import type { FastifyRequest } from 'fastify'
import { currentTime } from '#base/clock.ts'
import { isHmac } from '#base/secrets.ts'

/** Bodies that are signed as our own webhooks are (spec 6.3): X-Webhook-Timestamp, X-Webhook-Signature. */

/** Maximum age of a signature, and allowed clock skew. */
const FRESH_MS = 5 * 60_000

export const headerOf = (request: FastifyRequest, name: string) => [request.headers[name] ?? ''].flat()[0] as string

/** Whether the headers can be those of a signed body: of the last five minutes, and a signature's form. */
export function isFresh(request: FastifyRequest): boolean {
  const timestamp = headerOf(request, 'x-webhook-timestamp')
  const age = Math.abs(currentTime().getTime() - Number(timestamp) * 1000)
  return (
    /^\d{1,12}$/.test(timestamp) && age <= FRESH_MS && /^[\da-f]{64}$/i.test(headerOf(request, 'x-webhook-signature'))
  )
}

/** HMAC-SHA256 over `timestamp;body`, of headers that `isFresh` took. */
export function isSigned(request: FastifyRequest, body: Buffer, secret: string): boolean {
  const given = Buffer.from(headerOf(request, 'x-webhook-signature'), 'hex')
  const timestamp = headerOf(request, 'x-webhook-timestamp')
  return isHmac(given, secret, `${timestamp};`, body)
}
