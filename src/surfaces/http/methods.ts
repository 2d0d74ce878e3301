import type { HTTPMethods } from 'fastify'
import { ParleyError } from '#core/errors.ts'
import type { App } from './app.ts'
import { nothingHere, sendError } from './errors.ts'

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * A known path with another method is 405 and says which ones there are; an unknown path is 404. Call it before a
 * scope's routes are added, and the function it answers with after.
 */
export function refuseOtherMethods(scope: App): () => void {
  const known = new Map<string, Set<string>>()
  scope.addHook('onRoute', (route) => {
    const methods = known.get(route.url) ?? new Set<string>()
    for (const method of [route.method].flat()) methods.add(method)
    known.set(route.url, methods)
  })
  scope.setNotFoundHandler((_request, reply) => sendError(reply, nothingHere()))
  return () => {
    for (const [url, methods] of [...known]) {
      const allow = [...methods].sort().join(', ')
      scope.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url: url.slice(scope.prefix.length) || '/',
        schema: { hide: true } as object,
        // Before the body is read, which is nobody's here; after the scope's own hooks, which ask who is there.
        onRequest: async (_request, reply) => {
          reply.header('allow', allow)
          throw new ParleyError('METHOD_NOT_ALLOWED', `This path takes ${allow}.`)
        },
        handler: (_request, reply) => reply,
      })
    }
  }
}
