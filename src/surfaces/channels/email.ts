import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { currentTime } from '#base/clock.ts'
import { isSameSecret } from '#base/secrets.ts'
import { mailInPost } from '#channels/email/posted-mail.ts'
import { mailRow, storeInbound } from '#core/channels/inbound.ts'
import { findInboundSecret } from '#core/channels/mail-doors.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { MAIL_BYTES_MAX } from '#core/limits.ts'
import type { Database } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'
import { isFresh, isSigned } from '#surfaces/http/incoming/signature.ts'
import { takenBodies } from '#surfaces/http/incoming/signed-body-routes.ts'

/** Bodies of 25 MB that are read at a time. */
const READING_MAX = 8
const TYPES =
  /^(message\/rfc822|application\/octet-stream|text\/plain|multipart\/form-data|application\/(x-www-form-urlencoded|json))\s*(;|$)/i
const params = Type.Object({ accountId: Type.String({ maxLength: 128 }) })

type Place = NonNullable<Awaited<ReturnType<typeof findInboundSecret>>>

/**
 * Takes a mail as it is, for providers that hand mail in by HTTP (spec C11): signed as our own webhooks are,
 * or with the secret as the password of HTTP Basic. It is stored before it is answered; the carrier reads it.
 */
export function emailRoutes(app: App, database: Database): void {
  // Before 25 MB are read: who has nothing to show is refused.
  const { options, read } = takenBodies<Place>({
    bytesMax: MAIL_BYTES_MAX,
    readingMax: READING_MAX,
    words: {
      tooLarge: 'The mail is too large; at most 25 MiB are accepted.',
      tooMany: 'Too many mails at once; try again in a moment.',
    },
    async findPlace(request) {
      const place = await findInboundSecret(database, (request.params as { accountId: string }).accountId)
      const isBasic = request.headers.authorization !== undefined
      if (!place || !(isBasic ? hasPassword(request, place.secret) : isFresh(request))) throw unknown()
      return place
    },
  })

  app.post(
    '/email/:accountId',
    { ...options, schema: { params, hide: true } as { params: typeof params } },
    async (request, reply) => {
      const { place, body } = read(request)
      const { shopId, accountId, secret } = place
      if (request.headers.authorization === undefined && !isSigned(request, body, secret)) throw unknown()
      if (!TYPES.test(request.headers['content-type'] ?? '')) {
        throw invalidParams(
          'The body has to be a mail as it is (message/rfc822, application/octet-stream or text/plain), or a form or JSON with one.',
        )
      }
      if (body.length === 0) throw invalidParams('The body is empty: it has to be a mail with its headers.')
      const mail = mailInPost(request.headers['content-type'] ?? '', body)
      if (!mail) {
        throw invalidParams(
          'The body holds no mail as it is: set the provider to post raw MIME (body-mime, email, RawEmail, or content of a notification).',
        )
      }
      const row = mailRow(accountId, { via: 'post' }, mail)
      await storeInbound(database.shop(shopId), [row], currentTime())
      return reply.code(202).send({ data: { id: row.id } })
    },
  )
}

/** Returned for unknown accounts and wrong credentials, so that the two cannot be told apart. */
const unknown = () =>
  new ParleyError(
    'UNAUTHENTICATED',
    'The mail has to be signed with the account’s secret (X-Webhook-Timestamp of the last 5 minutes, X-Webhook-Signature), or sent with it as the password of HTTP Basic.',
  )

/** HTTP Basic, whatever the user's name. */
function hasPassword(request: FastifyRequest, secret: string): boolean {
  const [, encoded = ''] = /^basic +([\w+/=-]{1,1024})$/i.exec(request.headers.authorization ?? '') ?? []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  return isSameSecret(text.slice(text.indexOf(':') + 1), secret) && text.includes(':')
}
