import { readFile } from 'node:fs/promises'
import type { App } from '#surfaces/http/app.ts'
import type { Route, RouteSchema } from './openapi.ts'
import { referencePage } from './reference.ts'
import { once, sendFile, toFile } from './serve.ts'

/** Routes of the store's integrations; the other doors are not for them. */
const DOCUMENTED = /^\/(chat|webhook)\//

export interface DocsOptions {
  /** The public address, without a slash at its end. */
  baseUrl: string
}

/**
 * The API reference: its OpenAPI document, made on the first request for it. Call it before the routes that it is to
 * tell of are added.
 */
export function docsSurface(app: App, { baseUrl }: DocsOptions): void {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    const documented = DOCUMENTED.test(url) && method !== 'HEAD' && !(schema as RouteSchema | undefined)?.hide
    if (documented) routes.push({ method: String(method), url, schema: (schema ?? {}) as RouteSchema })
  })

  const openapi = once(async () => {
    const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
    const { buildOpenApi } = await import('./openapi.ts')
    return toFile('application/json; charset=utf-8', JSON.stringify(buildOpenApi(routes, { baseUrl, version })))
  })
  app.get('/openapi.json', async (request, reply) => sendFile(request, reply, await openapi()))
  referencePage(app)
}
