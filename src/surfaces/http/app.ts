import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault, RouteOptions } from 'fastify'
import { ParleyError } from '#core/errors.ts'
import { routeNotFound, sendError } from './errors.ts'
import { checkEscapes, METHODS } from './incoming/request-target.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route there is, in the order they were added. */
    allRoutes: RouteOptions[]
  }
  interface FastifyContextConfig {
    /** The route exists only to answer 405. */
    refusesMethods?: boolean
  }
}

/** A scope of routes under a prefix, with its own 404 and 405. Without a prefix it has the service's 404. */
export async function mount(app: App, prefix: string, routes: (scope: App) => Promise<void> | void): Promise<void> {
  await app.register(
    async (scope: App) => {
      if (prefix) scope.setNotFoundHandler((_request, reply) => sendError(reply, routeNotFound()))
      const done = refuseOtherMethods(scope)
      await routes(scope)
      await scope.after() // scopes within it
      done()
    },
    { prefix },
  )
}

/**
 * A known path with another method is 405 and says which ones there are; an unknown path is 404. Call it before a
 * scope's routes are added, and the function it returns after.
 */
function refuseOtherMethods(scope: App): () => void {
  const known = new Map<string, Set<string>>()
  scope.addHook('onRoute', (route) => {
    const methods = known.get(route.url) ?? new Set<string>()
    for (const method of [route.method].flat()) methods.add(method)
    known.set(route.url, methods)
  })
  return () => {
    for (const [url, methods] of [...known]) {
      const allow = [...methods].sort().join(', ')
      scope.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url: url.slice(scope.prefix.length),
        schema: { hide: true } as object,
        config: { refusesMethods: true },
        // Before the body is read, which no route here takes; after the scope's own hooks, which check credentials.
        onRequest: async (request, reply) => {
          checkEscapes(request)
          reply.header('allow', allow)
          throw new ParleyError('METHOD_NOT_ALLOWED', `This path takes ${allow}.`)
        },
        handler: (_request, reply) => reply,
      })
    }
  }
}
