import { QUERIES_AT_ONCE } from '#core/limits.ts'
import { ConcurrencyLimiter } from '#core/rates/tenant-concurrency-limiter.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import type { GraphqlOptions } from './serve.ts'

/** POST /graphql (spec 4.6, 5.2, 7.2, C6.15, C9.20). Its library is loaded with the first request. */
export function graphqlSurface(app: App, options: GraphqlOptions): Promise<void> {
  const gate = new ConcurrencyLimiter(QUERIES_AT_ONCE)
  return mount(app, '/graphql', (scope) => {
    scope.setErrorHandler(async (error, request, reply) =>
      (await import('./send.ts')).sendRefusal(error, request, reply),
    )
    scope.post('', { config: { readsBody: true } }, async (request, reply) =>
      (await import('./serve.ts')).serve(request, reply, options, gate),
    )
  })
}
