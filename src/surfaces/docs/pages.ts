import { readFile } from 'node:fs/promises'
import { notFound } from '#core/errors.ts'
import type { App } from '#surfaces/http/app.ts'
import { type File, once, sendFile, toFile, wants } from '#surfaces/http/made-file.ts'
import { builtRoute, sendBuilt } from '#surfaces/http/static.ts'
import { makeLlms } from './llms.ts'
import { readServedGuides } from './served-guides.ts'
import { type DocsOptions, sendWelcome } from './welcome.ts'

/**
 * What a page may load and where it may connect: to this server alone. Scalar writes its styles into the page, so inline
 * styles are allowed; inline scripts are not.
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

/** The welcome at /, the guides at /docs and below, with the API reference (decision 5) and the GraphQL explorer. */
export function pageRoutes(app: App, { baseUrl, hasDemo }: DocsOptions): void {
  const guides = once(readServedGuides)
  const files: Record<string, () => Promise<File>> = {
    '/docs': async () => (await guides()).home(),
    '/docs/search.json': async () => (await guides()).search(),
    '/docs/reference': browserFile('reference.html', 'text/html'),
    '/docs/reference.css': browserFile('reference.css', 'text/css'),
    '/docs/reference.js': browserFile('reference.js', 'text/javascript'),
    '/docs/graphql': browserFile('explorer.html', 'text/html'),
    '/docs/explorer.js': browserFile('explorer.js', 'text/javascript'),
    '/docs/explorer.css': browserFile('explorer.css', 'text/css'),
    '/docs/guide.css': browserFile('guide.css', 'text/css'),
    '/docs/guide.js': browserFile('guide.js', 'text/javascript'),
    '/docs/icon.svg': browserFile('icon.svg', 'image/svg+xml'),
    '/llms.txt': once(() => makeLlms(baseUrl)),
    '/docs/welcome.css': browserFile('welcome.css', 'text/css'),
  }

  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer')
    })
    scope.get('/', (request, reply) => sendWelcome(request, reply, { baseUrl, hasDemo }))
    for (const [url, file] of Object.entries(files)) {
      scope.get(url, async (request, reply) => sendFile(request, reply, await file()))
    }
    // Bundles for browsers, as `npm run build` takes them from their packages.
    for (const name of ['scalar.js', 'minisearch.js']) {
      scope.get(`/docs/${name}`, builtRoute, async (_request, reply) => sendBuilt(reply, `docs/${name}`))
    }
    scope.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
      const path = request.params['*']
      const index = (await import('./guides.ts')).indexOf(path)
      if (index) return reply.redirect(index)
      const guide = (await guides()).byPath.get(path)
      if (!guide) throw notFound('Page')
      reply.header('vary', 'accept, accept-encoding')
      return sendFile(request, reply, await (wants(request, 'text/markdown') ? guide.source() : guide.page()))
    })
  })
}

function browserFile(name: string, type: string): () => Promise<File> {
  return once(async () => toFile(`${type}; charset=utf-8`, await readFile(new URL(`browser/${name}`, import.meta.url))))
}
