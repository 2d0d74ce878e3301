import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { errorCodes, type FastifyRequest, type preParsingHookHandler } from 'fastify'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'

type Decoder = ReturnType<typeof createGunzip | typeof createInflate | typeof createBrotliDecompress>

/** Ways in which a body may be packed (Content-Encoding), one at a time. */
const DECODERS: Record<string, () => Decoder> = nullPrototypeRecord({
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
})
const ACCEPTED = 'gzip, deflate, br'

/**
 * Unpacks bodies before anything reads them, at every door. Packed and unpacked bytes both count against the route's
 * limit while they arrive, so that a small body cannot become a large one. From here on the body looks like one that was
 * sent plainly, of a length that nobody knows yet.
 */
export const decodeBody: preParsingHookHandler = (request, reply, payload, done) => {
  const { headers } = request
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
  if (!encoding || encoding === 'identity' || !hasBody) return done(null, payload)
  const create = DECODERS[encoding]
  if (!create) {
    reply.header('accept-encoding', ACCEPTED)
    const given = JSON.stringify(encoding.slice(0, 64))
    return done(refusal(415, `Content-Encoding ${given} is not understood; send one of ${ACCEPTED}, or none.`))
  }
  delete headers['content-encoding']
  delete headers['content-length']
  headers['transfer-encoding'] = 'chunked' // without a length and this, it would count as none
  const pieces = unpack(payload as Readable, { decoder: create(), encoding, limit: limitOf(request) })
  done(null, Readable.from(pieces, { objectMode: false }))
}

/** A route's own limit, or the service's. */
const limitOf = ({ routeOptions, server }: FastifyRequest) =>
  routeOptions.bodyLimit ?? (server.initialConfig.bodyLimit as number)

async function* unpack(
  payload: Readable,
  { decoder, encoding, limit }: { decoder: Decoder; encoding: string; limit: number },
): AsyncGenerator<Buffer> {
  let received = 0
  let unpacked = 0
  const count = (chunk: Buffer) => {
    received += chunk.length
    if (received > limit) decoder.destroy(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  }
  const fail = (error: Error) => decoder.destroy(error)
  payload.on('data', count).once('error', fail).pipe(decoder)
  try {
    for await (const chunk of decoder) {
      unpacked += chunk.length
      if (unpacked > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      yield chunk
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    // Errors of zlib; others (the client is gone, the body is too large) say nothing about the encoding.
    throw /^(Z_|ERR_|ERR__)/.test(code) ? refusal(400, `The body is no valid ${encoding}: ${message}.`) : error
  } finally {
    payload.off('data', count).unpipe(decoder)
    decoder.destroy()
  }
}

const refusal = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode })
