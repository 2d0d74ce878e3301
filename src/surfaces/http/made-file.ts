import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CACHE } from '#surfaces/http/static.ts'

/** Something served as it is, with what HTTP needs to know of it. */
export interface File {
  type: string
  body: Buffer
  /** Compressed on the first call: not for who has the file already, or takes it as it is. */
  gzipped: () => Promise<Buffer>
  etag: string
}

export function toFile(type: string, content: string | Buffer): File {
  const body = Buffer.from(content)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { type, body, gzipped: once(() => promisify(gzip)(body)), etag }
}

/** Made on the first call and kept; a failure is not kept. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Sends a file that was made in memory; built ones are sent by http/static.ts. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: File): Promise<FastifyReply> {
  reply
    .header('etag', file.etag)
    .header('cache-control', CACHE.checked)
    .header('vary', reply.getHeader('vary') ?? 'accept-encoding')
    .type(file.type)
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send()
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.body)
  const gzipped = await file.gzipped()
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

/** Whether a client names a media type among those that it takes. */
export const wants = ({ headers }: FastifyRequest, type: string) => headers.accept?.includes(type) ?? false
