import { type App, mount } from '#surfaces/http/app.ts'
import { type File, once, sendFile, toFile } from '#surfaces/http/made-file.ts'
import type { Route, RouteSchema } from './openapi.ts'
import { pageRoutes } from './pages.ts'
import { type DocsOptions, VERSION } from './welcome.ts'

/**
 * What people read: the welcome, the OpenAPI document, the API reference and the guides. Everything is made on its
 * first request, so that none of it slows a start.
 */
export function docsSurface(app: App, options: DocsOptions): Promise<void> {
  const openapi = once(() => makeOpenApi(publicRoutes(app), options.baseUrl))
  return mount(app, '', (scope) => {
    scope.get('/openapi.json', async (request, reply) => sendFile(request, reply, await openapi()))
    pageRoutes(scope, options)
  })
}

/** Routes for a store's integrations have an operationId; those of the other surfaces have none. */
function publicRoutes(app: App): Route[] {
  return app.allRoutes.flatMap(({ method, url, schema }) =>
    (schema as RouteSchema | undefined)?.operationId && method !== 'HEAD'
      ? [{ method: String(method), url, schema: schema as RouteSchema }]
      : [],
  )
}

async function makeOpenApi(routes: Route[], baseUrl: string): Promise<File> {
  const [{ buildOpenApi }, { flattenNavigation, readNavigation }] = await Promise.all([
    import('./openapi.ts'),
    import('./navigation.ts'),
  ])
  const pages = flattenNavigation(await readNavigation()).filter(({ path }) => path.startsWith('api/'))
  const guides = pages.map(({ title, path }) => ({ title, url: `${baseUrl}/docs/${path}` }))
  guides.push({ title: 'GraphQL explorer', url: `${baseUrl}/docs/graphql` })
  return toFile(
    'application/json; charset=utf-8',
    JSON.stringify(buildOpenApi(routes, { baseUrl, version: VERSION, guides })),
  )
}
