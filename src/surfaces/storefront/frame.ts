import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { escapeHtml } from '#base/escape-html.ts'
import { notFound, ParleyError } from '#core/errors.ts'
import { origins, requireStorefront } from '#core/stores/storefront.ts'
import type { App } from '#surfaces/http/app.ts'
import { builtRoute, CACHE, DIST, isBuilt, sendBuilt } from '#surfaces/http/static.ts'
import type { Storefront } from './parts.ts'

const ENTRY = 'frame/main.tsx'

/** The script that shops load, and its types for those who write TypeScript. */
export function scriptRoute(app: App): void {
  app.get('/sdk.d.ts', builtRoute, async (_request, reply) => {
    if (!(await isBuilt('sdk/parley.d.ts'))) throw notBuilt()
    return sendBuilt(reply, 'sdk/parley.d.ts')
  })
  app.get('/sdk.js', builtRoute, async (_request, reply) => {
    if (!(await isBuilt('sdk/sdk.js'))) throw notBuilt()
    reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*')
    return sendBuilt(reply, 'sdk/sdk.js')
  })
}

/** The page inside the frame and its modules, named after their contents. */
export function frameRoutes(app: App, { stores, limits }: Storefront): void {
  app.get(
    '/frame',
    {
      schema: { querystring: Type.Object({ app: Type.String() }) },
      onRequest: (request) => limits.takeAddress(request.ip, 'request'),
    },
    async (request, reply) => {
      const shop = await stores.find(request.query.app)
      const { name, settings } = await requireStorefront(shop)
      const manifest = await readManifest()
      const page = framePage(name, manifest)
      return reply
        .header('content-security-policy', framePolicy(request, origins(settings.allowedOrigins)))
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', CACHE.checked)
        .type('text/html; charset=utf-8')
        .send(page)
    },
  )

  app.get(
    '/frame/assets/:file',
    {
      ...builtRoute,
      schema: { params: Type.Object({ file: Type.String({ pattern: '^[\\w-][\\w.-]*$', examples: ['widget.js'] }) }) },
    },
    async (request, reply) => {
      const { file } = request.params
      if (/\.(map|br|gz)$/.test(file)) throw notFound('File')
      return sendBuilt(reply, `sdk/frame/assets/${file}`)
    },
  )
}

const notBuilt = () =>
  new ParleyError('UNAVAILABLE', 'The storefront’s browser code has not been built; run npm run build and try again.')

/** Read each time: a build while the service runs gives its files other names. */
async function readManifest(): Promise<Manifest> {
  const text = await readFile(join(DIST, 'sdk/frame/.vite/manifest.json'), 'utf8').catch(() => {
    throw notBuilt()
  })
  return JSON.parse(text)
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

function framePage(name: string, manifest: Manifest): string {
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`${ENTRY} is not in the manifest of the storefront’s frame`)
  const preloads = (entry.imports ?? []).flatMap((key) => manifest[key]?.file ?? [])
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${escapeHtml(name)}</title>
${(entry.css ?? []).map((file) => `<link rel="stylesheet" href="/storefront/frame/${escapeHtml(file)}">`).join('')}
${preloads.map((file) => `<link rel="modulepreload" href="/storefront/frame/${escapeHtml(file)}">`).join('')}
<script type="module" src="/storefront/frame/${escapeHtml(entry.file)}"></script>
</head>
<body></body>
</html>
`
}

/** Nothing runs in the frame but its own modules, and only the store's pages may hold it. */
function framePolicy({ headers }: FastifyRequest, allowed: string[]): string {
  const host = /^[\w.:[\]-]+$/.test(headers.host ?? '') ? headers.host : undefined
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${host ? ` ws://${host} wss://${host}` : ''}`, // not every browser counts sockets as 'self'
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${allowed.length > 0 ? `'self' ${allowed.join(' ')}` : '*'}`,
  ].join('; ')
}
