import type { FastifyReply, FastifyRequest } from 'fastify'
import { within } from '#base/within.ts'
import type { ReadLine } from '#connectors/changes.ts'
import { ParleyError } from '#core/errors.ts'
import { PLATFORM_BODY_BYTES_MAX } from '#core/limits.ts'
import { type ConnectionKind, type ConnectionPlace, findConnectionPlace } from '#core/platform/connections.ts'
import { type SignedDelivery, takeDelivery } from '#core/platform/inbound-webhooks.ts'
import type { Database } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'
import { takenBodies } from '#surfaces/http/incoming/signed-body-routes.ts'

/** Bodies of 5 MB that are read at a time. */
const READING_MAX = 16
const ID = /^[\w-]{1,64}$/
/** Time to find the connection, and to store a delivery: a sender does not wait much longer. */
const STORED_WITHIN_MS = 10_000

/** How a platform signs what it sends, and how that is read. */
export interface WebhookScheme {
  kind: ConnectionKind
  /** The status of an answer to what was taken. */
  status: 200 | 202
  /** What a body has to be signed with, for who gets it wrong. */
  words: string
  /** Whether the headers can be those of a signed body. */
  mayBeSigned(request: FastifyRequest): boolean
  isSigned(request: FastifyRequest, body: Buffer, secret: string): boolean
  /** Whether a body without a signature reports nothing, and still gets a success response. */
  isIdle?(request: FastifyRequest, body: Buffer): boolean
  /**
   * Whether what cannot be stored now is answered as if it were: of a sender that would not send it again and gives up after
   * some failures, if the next sync finds what it tells of.
   */
  isLeftToSync?(request: FastifyRequest): boolean
  /** What a signed body tells; null: nothing that is kept here. INVALID_PARAMS where it cannot be read. */
  read(request: FastifyRequest, body: Buffer): (SignedDelivery & { lines: Iterable<ReadLine> }) | null
}

const NOTHING = { accepted: 0, rejected: [], isRepeated: false }

/** `POST /platform/{kind}/webhooks?connection={id}`: signed bodies of up to 5 MiB. */
export function webhookRoute(app: App, database: Database, scheme: WebhookScheme): void {
  const { kind, status } = scheme
  /** Returned for an unknown, malformed or removed connection, so that these cannot be told apart. */
  const unknown = () => new ParleyError('UNAUTHENTICATED', scheme.words)
  // Before 5 MB are read: who has nothing to show is refused.
  const { options, read } = takenBodies<ConnectionPlace>({
    bytesMax: PLATFORM_BODY_BYTES_MAX,
    readingMax: READING_MAX,
    words: {
      tooLarge: 'The body is too large; at most 5 MiB are accepted: send less at once.',
      tooMany: 'Too many deliveries at once; try again in a moment.',
    },
    async findPlace(request) {
      const { connection } = request.query as { connection?: unknown }
      if (typeof connection !== 'string' || !ID.test(connection) || !scheme.mayBeSigned(request)) throw unknown()
      const place = await inTime(findConnectionPlace(database, kind, connection))
      if (!place) throw unknown()
      return place
    },
  })

  const onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (reply.statusCode < 500 || !scheme.isLeftToSync?.(request)) return payload
    request.log.warn(
      { kind, status: reply.statusCode },
      'a shop’s webhook was not stored; the next sync finds the change',
    )
    reply.code(status).removeHeader('retry-after')
    return JSON.stringify({ data: { ...NOTHING, isLeftToSync: true } })
  }

  app.post(`/${kind}/webhooks`, { ...options, onSend, schema: { hide: true } as object }, async (request, reply) => {
    const { place, body } = read(request)
    if (scheme.isIdle?.(request, body)) return reply.code(status).send({ data: NOTHING })
    if (!scheme.isSigned(request, body, place.secret)) throw unknown()
    const told = scheme.read(request, body)
    const taken = told ? await inTime(takeDelivery(database, place, told, told.lines)) : NOTHING
    return reply.code(status).send({ data: taken })
  })
}

const inTime = <T>(work: Promise<T>) =>
  within(STORED_WITHIN_MS, work, () => new ParleyError('UNAVAILABLE', 'The database does not answer; send this again.'))
