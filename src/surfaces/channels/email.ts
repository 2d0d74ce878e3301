import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { currentTime } from '#base/clock.ts'
import { mailRow, storeInbound } from '#core/channels/inbound.ts'
import { findInboundSecret } from '#core/channels/mail-doors.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { MAIL_BYTES_MAX } from '#core/limits.ts'
import type { Database } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'
import { sendError } from '#surfaces/http/errors.ts'

/** A signature is good for so long, and clocks may differ by as much. */
const FRESH_MS = 5 * 60_000
/** Bodies of 25 MB that are read at a time. */
const READING_MAX = 8
const TYPES = /^(message\/rfc822|application\/octet-stream|text\/plain)\s*(;|$)/i
const params = Type.Object({ accountId: Type.String({ maxLength: 128 }) })

type Place = NonNullable<Awaited<ReturnType<typeof findInboundSecret>>>

/**
 * Takes a mail as it is, for providers that hand mail in by HTTP (contract, section 11): signed as our own webhooks are,
 * or with the secret as the password of HTTP Basic. It is stored before it is answered; the carrier reads it.
 */
export function emailRoutes(app: App, database: Database): void {
  const places = new WeakMap<FastifyRequest, Place>()
  let reading = 0

  app.post(
    '/email/:accountId',
    {
      schema: { params, hide: true } as { params: typeof params },
      bodyLimit: MAIL_BYTES_MAX,
      config: { readsBody: true },
      errorHandler: (error, _request, reply) => {
        if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
        return sendError(reply, invalidParams('The mail is too large; at most 25 MiB are accepted.'), 413)
      },
      // Before 25 MB are read: who has nothing to show is refused.
      onRequest: async (request, reply) => {
        const place = await findInboundSecret(database, (request.params as { accountId: string }).accountId)
        const isBasic = request.headers.authorization !== undefined
        if (!place || !(isBasic ? hasPassword(request, place.secret) : isFresh(request))) throw unknown()
        if (reading >= READING_MAX) {
          reply.header('retry-after', '1')
          throw new ParleyError('UNAVAILABLE', 'Too many mails at once; try again in a moment.')
        }
        reading++
        reply.raw.once('close', () => reading--)
        places.set(request, place)
      },
    },
    async (request, reply) => {
      const { shopId, accountId, secret } = places.get(request) as Place
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (request.headers.authorization === undefined && !isSigned(request, body, secret)) throw unknown()
      if (!TYPES.test(request.headers['content-type'] ?? '')) {
        throw invalidParams(
          'The body has to be a mail as it is: message/rfc822, application/octet-stream or text/plain.',
        )
      }
      if (body.length === 0) throw invalidParams('The body is empty: it has to be a mail with its headers.')
      const row = mailRow(accountId, { via: 'post' }, body)
      await storeInbound(database.shop(shopId), [row], currentTime())
      return reply.code(202).send({ data: { id: row.id } })
    },
  )
}

/** The same for an account that is unknown: nobody learns which there are. */
const unknown = () =>
  new ParleyError(
    'UNAUTHENTICATED',
    'The mail has to be signed with the account’s secret (X-Webhook-Timestamp of the last 5 minutes, X-Webhook-Signature), or sent with it as the password of HTTP Basic.',
  )

const header = (request: FastifyRequest, name: string) => [request.headers[name] ?? ''].flat()[0] as string

function isFresh(request: FastifyRequest): boolean {
  const timestamp = header(request, 'x-webhook-timestamp')
  const age = Math.abs(currentTime().getTime() - Number(timestamp) * 1000)
  return (
    /^\d{1,12}$/.test(timestamp) && age <= FRESH_MS && /^[\da-f]{64}$/i.test(header(request, 'x-webhook-signature'))
  )
}

/** HMAC-SHA256 over `timestamp;body`, as our own webhooks have it. */
function isSigned(request: FastifyRequest, body: Buffer, secret: string): boolean {
  const given = Buffer.from(header(request, 'x-webhook-signature'), 'hex')
  const timestamp = header(request, 'x-webhook-timestamp')
  return timingSafeEqual(given, createHmac('sha256', secret).update(`${timestamp};`).update(body).digest())
}

/** HTTP Basic, whatever the user's name. */
function hasPassword(request: FastifyRequest, secret: string): boolean {
  const [, encoded = ''] = /^basic +([\w+/=-]{1,1024})$/i.exec(request.headers.authorization ?? '') ?? []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const digest = (value: string) => hash('sha256', value, 'buffer')
  return timingSafeEqual(digest(text.slice(text.indexOf(':') + 1)), digest(secret)) && text.includes(':')
}
