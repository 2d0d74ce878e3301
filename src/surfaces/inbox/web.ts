import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#surfaces/http/app.ts'
import { nothingHere } from '#surfaces/http/errors.ts'

/** Where `npm run build` puts the inbox (web/vite.config.ts), each file with its .br and .gz beside it. */
const BUILT = new URL('../../../dist/web/', import.meta.url)

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Nothing from elsewhere but pictures, no inline code, and no page around this one. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "frame-src 'self'", // the widget's preview
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface File {
  type: string
  body: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** The members' web app at /inbox: one page for every path below it, and assets that never change under their name. */
export function webSurface(app: App): void {
  let files: Promise<Map<string, File>> | undefined
  const built = () => {
    files ??= readBuilt()
    return files
  }

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!existsSync(new URL('index.html', BUILT))) {
      files = undefined
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The inbox is not built. Run `npm run build`, or start the service with `npm start`.\n')
    }
    const { '*': path = '' } = request.params as { '*'?: string }
    if (path.startsWith('assets/')) {
      const file = (await built()).get(path) ?? (await refresh()).get(path)
      if (!file) throw nothingHere()
      return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file)
    }
    // Read anew, so that a page never names assets of another build.
    const page = (await refresh()).get('index.html') as File
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    return send(request, reply, page)
  }

  /** What is built may be built again while we serve: looked at again where the page has changed. */
  async function refresh(): Promise<Map<string, File>> {
    const known = await built()
    const page = await readFile(new URL('index.html', BUILT))
    if (!known.get('index.html')?.body.equals(page)) files = readBuilt()
    return built()
  }

  app.get('/inbox', { schema: { hide: true } as object }, serve)
  app.get('/inbox/*', { schema: { hide: true } as object }, serve)
}

async function readBuilt(): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  const read = (path: string) => readFile(new URL(path, BUILT)).catch(() => undefined)
  for (const entry of await readdir(BUILT, { recursive: true })) {
    const path = entry.split('\\').join('/')
    const type = TYPES[path.split('.').at(-1) as string]
    const body = type && (await read(path))
    if (!type || !body) continue
    const [br, gzip] = await Promise.all([read(`${path}.br`), read(`${path}.gz`)])
    files.set(join(path), { type, body, ...(br && { br }), ...(gzip && { gzip }) })
  }
  return files
}

function send(request: FastifyRequest, reply: FastifyReply, file: File): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  reply.type(file.type).header('vary', 'accept-encoding')
  if (file.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.br)
  if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.body)
}
