import { Readable } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ParleyError } from '#core/errors.ts'
import { frameworkRefusal, isDatabaseAway, logUnexpected } from '#surfaces/http/errors.ts'
import { Refusal, refusal } from './errors.ts'

/** Characters up to which an answer is gathered and sent whole, with its length. */
const WHOLE = 32 * 1024

/** Sends a response as it is written: whole when it is short, otherwise piece by piece, as fast as the client reads. */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  let json = ''
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) return reply.type(mediaType(request)).send(json)
    json += value
    if (json.length > WHOLE) break
  }
  return reply.type(mediaType(request)).send(Readable.from(goOn(json, pieces)))
}

async function* goOn(beginning: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield beginning
  yield* rest
}

/** application/json, unless the client names GraphQL's own type first. */
function mediaType({ headers }: FastifyRequest): string {
  const accepted = /application\/(graphql-response\+)?json/.exec(headers.accept ?? '')
  return `${accepted?.[1] ? accepted[0] : 'application/json'}; charset=utf-8`
}

/** Whatever goes wrong has GraphQL's envelope (spec 7.2). `extensions` tell of the cost when a store is known. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, errors, extensions } = toRefusal(error, request, reply)
  return reply
    .code(status)
    .type(mediaType(request))
    .send(JSON.stringify({ data: null, errors, extensions }))
}

function toRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ParleyError && error.code === 'METHOD_NOT_ALLOWED') {
    return refusal(405, 'METHOD_NOT_ALLOWED', error.message)
  }
  if (error instanceof ParleyError && error.code === 'RATE_LIMITED') return refusal(200, 'THROTTLED', error.message)
  // What is left of refusals is about the body: its type, its size, its encoding, its JSON.
  if (error instanceof ParleyError) return refusal(400, 'BAD_REQUEST', error.message)
  const framework = frameworkRefusal(error as FastifyError)
  if (framework) return refusal(400, 'BAD_REQUEST', framework.error.message)
  if (isDatabaseAway(error)) {
    request.log.warn({ reason: (error as { code: string }).code }, 'database unavailable')
    reply.header('retry-after', '1')
    return refusal(503, 'UNAVAILABLE', 'The database cannot be reached; try again shortly.')
  }
  logUnexpected(request, error)
  return refusal(500, 'INTERNAL', 'Something went wrong on our side; the request id is in the log.')
}
