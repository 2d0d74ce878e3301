import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import type { App } from './app.ts'

/** Folder into which `npm run build` writes the browser code, each file with its .br and .gz next to it. */
export const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url))

/** How long browsers keep what is served as it is. */
export const CACHE = {
  /** The name changes with the contents. */
  hashed: 'public, max-age=31536000, immutable',
  /** Asked for again each time, by its ETag: an upgrade shows at once. */
  checked: 'no-cache',
  /** What shops load: kept for minutes, and used for a day while a newer one is fetched. */
  script: 'public, max-age=300, stale-while-revalidate=86400',
  /** For developers' editors. */
  types: 'public, max-age=300',
  /** A page with a session's contents, which names the hashed files of one build. */
  page: 'no-store',
} as const

/** The rule for a built file, by its path without `.br` and `.gz`. */
function cacheOf(path: string): string {
  if (/[\\/]assets[\\/]/.test(path)) return CACHE.hashed
  if (path.endsWith('.html')) return CACHE.page
  if (/[\\/]web[\\/]push[\\/]/.test(path)) return CACHE.checked
  return path.endsWith('.d.ts') ? CACHE.types : CACHE.script
}

/** Lets replies send built files, in the smallest form that the browser takes. */
export function serveBuiltFiles(app: App): void {
  app.register(fastifyStatic, {
    serve: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    lastModified: false,
    dotfiles: 'deny',
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheOf(path.replace(/\.(br|gz)$/, '')))
    },
  })
}

/** Sends a file of `dist/`. A path that leads to none gets the surface's own 404. */
export function sendBuilt(reply: FastifyReply, path: string): FastifyReply {
  // A browser that names the ETag it has gets 304, even when it says no-cache, as all do on a reload.
  delete reply.request.raw.headers['cache-control']
  return reply.sendFile(path, DIST)
}

/** Scripts as HTML names them, and TypeScript as text, where the library has other names for them. */
const TYPES: Record<string, string> = nullPrototypeRecord({
  'application/javascript; charset=utf-8': 'text/javascript; charset=utf-8',
  'video/mp2t': 'text/plain; charset=utf-8',
})

/** Options of routes that send built files. */
export const builtRoute = {
  schema: { hide: true } as object,
  onSend: async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const type = TYPES[String(reply.getHeader('content-type'))]
    if (type) reply.header('content-type', type)
  },
}

export async function isBuilt(path: string): Promise<boolean> {
  return access(join(DIST, path)).then(
    () => true,
    () => false,
  )
}
