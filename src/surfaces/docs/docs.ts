import { readFile } from 'node:fs/promises'
import type { App } from '#surfaces/http/app.ts'
import type { Route, RouteSchema } from './openapi.ts'
import { pageRoutes } from './pages.ts'
import { type File, once, sendFile, toFile } from './serve.ts'

export interface DocsOptions {
  /** The public address, without a slash at its end. */
  baseUrl: string
}

/**
 * What a store's developers read: the OpenAPI document, the API reference and the guides. Call it before the routes
 * that it is to tell of are added. Everything is made when it is first asked for, so that none of it slows a start.
 */
export function docsSurface(app: App, { baseUrl }: DocsOptions): void {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema = {} }) => {
    // Routes that are for a store's integrations say so by an operationId; those of the other doors have none.
    const { operationId } = schema as RouteSchema
    if (operationId && method !== 'HEAD') routes.push({ method: String(method), url, schema: schema as RouteSchema })
  })
  const openapi = once(() => makeOpenApi(routes, baseUrl))
  app.get('/openapi.json', async (request, reply) => sendFile(request, reply, await openapi()))
  pageRoutes(app)
}

async function makeOpenApi(routes: Route[], baseUrl: string): Promise<File> {
  const [{ buildOpenApi }, { listGuides }] = await Promise.all([import('./openapi.ts'), import('./guides.ts')])
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  const { pages } = await listGuides('api')
  const guides = pages.map(({ title, path }) => ({ title, url: `${baseUrl}/docs/${path}` }))
  guides.push({ title: 'GraphQL explorer', url: `${baseUrl}/docs/graphql` })
  return toFile('application/json; charset=utf-8', JSON.stringify(buildOpenApi(routes, { baseUrl, version, guides })))
}
