import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clock } from '#base/clock.ts'
import { ParleyError } from '#core/errors.ts'

/** Where `npm run build` puts the storefront's browser code. */
const BUILT = fileURLToPath(new URL('../../../dist/sdk/', import.meta.url))
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  ts: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
}

interface BuiltFile {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
  type: string
  changedAt: number
  checkedAt: number
}

const notBuilt = () =>
  new ParleyError('UNAVAILABLE', 'The storefront’s browser code has not been built; run npm run build and try again.')

/** Built files, read and compressed once; a new build is seen within a second. */
const files = new Map<string, Promise<BuiltFile>>()

export async function findBuilt(path: string): Promise<BuiltFile> {
  const known = await files.get(path)?.catch(() => undefined)
  const now = clock.now()
  if (known && now - known.checkedAt < 1_000) return known
  const { mtimeMs } = await stat(join(BUILT, path)).catch(() => {
    files.delete(path)
    throw notBuilt()
  })
  if (known && known.changedAt === mtimeMs) {
    known.checkedAt = now
    return known
  }
  const read = compress(path, mtimeMs)
  files.set(path, read)
  read.catch(() => files.delete(path))
  return read
}

async function compress(path: string, changedAt: number): Promise<BuiltFile> {
  const plain = await readFile(join(BUILT, path))
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const etag = hash('sha256', plain, 'base64url').slice(0, 22)
  return { plain, br, gzip: gz, etag, type, changedAt, checkedAt: clock.now() }
}

/** Sends a built file in the best form its browser takes. */
export function sendBuilt(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, cache: string): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const form = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'plain'
  const etag = `"${file.etag}-${form}"`
  reply.header('etag', etag).header('cache-control', cache).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (form !== 'plain') reply.header('content-encoding', form)
  return reply.type(file.type).send(file[form])
}
