import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { sendError } from '#surfaces/http/errors.ts'

/** Large bodies that others hand in, signed: mails, and what shops tell. */
interface TakenBodies<Place> {
  /** Bytes of a body at most. */
  bytesMax: number
  /** Bodies that are read at a time. */
  readingMax: number
  /** Messages for a body that is too large, and for one that arrives while too many others are read. */
  words: { tooLarge: string; tooMany: string }
  /** Place of the body, from what is known before it is read; throws if the credential is missing or wrong. */
  findPlace(request: FastifyRequest): Promise<Place>
}

/** The options of a route that takes such bodies as bytes, and what its handler reads: the place and the body. */
export function takenBodies<Place>({ bytesMax, readingMax, words, findPlace }: TakenBodies<Place>) {
  const places = new WeakMap<FastifyRequest, Place>()
  let reading = 0
  const options: Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'errorHandler'> & {
    onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  } = {
    bodyLimit: bytesMax,
    config: { readsBody: true },
    errorHandler: (error, _request, reply) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
      return sendError(reply, invalidParams(words.tooLarge), 413)
    },
    async onRequest(request, reply) {
      const place = await findPlace(request)
      if (reading >= readingMax) {
        reply.header('retry-after', '1')
        throw new ParleyError('UNAVAILABLE', words.tooMany)
      }
      reading++
      reply.raw.once('close', () => reading--)
      places.set(request, place)
    },
  }
  return {
    options,
    read: (request: FastifyRequest): { place: Place; body: Buffer } => ({
      place: places.get(request) as Place,
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    }),
  }
}
