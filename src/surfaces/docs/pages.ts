import { once as messageOf } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { notFound } from '#core/errors.ts'
import type { App } from '#surfaces/http/app.ts'
import { type File, once, sendFile, toFile } from './serve.ts'

/**
 * What a page may load and whom it may ask: this server alone. Scalar writes its styles into the page, so inline
 * styles are let in; scripts are not.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The API reference at /docs (docs/decisions/0005-api-reference.md), the GraphQL explorer and the guides below it. */
export function pageRoutes(app: App): void {
  const files: Record<string, () => Promise<File>> = {
    '/docs': browserFile('reference.html', 'text/html'),
    '/docs/reference.js': browserFile('reference.js', 'text/javascript'),
    '/docs/graphql': browserFile('explorer.html', 'text/html'),
    '/docs/explorer.js': browserFile('explorer.js', 'text/javascript'),
    '/docs/explorer.css': browserFile('explorer.css', 'text/css'),
    '/docs/guide.css': browserFile('guide.css', 'text/css'),
    '/docs/icon.svg': browserFile('icon.svg', 'image/svg+xml'),
    '/docs/scalar.js': once(async () => toFile('text/javascript; charset=utf-8', await readScalar())),
  }
  const guides = once(async () => (await import('./guides.ts')).renderGuides())

  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer')
    })
    for (const [url, file] of Object.entries(files)) {
      scope.get(url, async (request, reply) => sendFile(request, reply, await file()))
    }
    scope.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
      const guide = (await guides()).get(request.params['*'])
      if (!guide) throw notFound('Page')
      return sendFile(request, reply, guide)
    })
  })
}

function browserFile(name: string, type: string): () => Promise<File> {
  return once(async () => toFile(`${type}; charset=utf-8`, await readFile(new URL(`browser/${name}`, import.meta.url))))
}

async function readScalar(): Promise<Buffer> {
  const [bundle] = await messageOf(new Worker(new URL('./scalar-bundle.ts', import.meta.url)), 'message')
  return bundle
}
