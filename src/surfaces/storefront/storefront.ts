import type { FastifyError } from 'fastify'
import { type FileStore, FileTooLarge } from '#core/files/files.ts'
import type { QuotaUsedUp, UploadQuotas } from '#core/files/upload-quotas.ts'
import { STOREFRONT_BODY_BYTES_MAX } from '#core/limits.ts'
import { MinuteLimits, secondsLeft } from '#core/rates/minute-limits.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { OrderLookups } from '#core/visitors/order-lookups.ts'
import type { Database } from '#database/database.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { answerError, sendError } from '#surfaces/http/errors.ts'
import type { Realtime } from '#surfaces/realtime/realtime.ts'
import { articleRoutes } from './articles.ts'
import { campaignRoutes } from './campaigns.ts'
import { configRoute } from './config.ts'
import { fileRoutes } from './files.ts'
import { frameRoutes, scriptRoute } from './frame.ts'
import { createTokenGuard, createVisitorGuard, requireTokenFirst, StoreFinder } from './guard.ts'
import { messageRoutes } from './messages.ts'
import { orderRoutes } from './orders.ts'
import type { Storefront } from './parts.ts'
import { pollRoutes } from './poll.ts'
import { previewRoute } from './preview.ts'
import { sessionRoutes } from './sessions.ts'
import { VisitorSockets } from './socket.ts'
import { transcriptRoute } from './transcript.ts'
import { UntrustedProxies } from './untrusted-proxies.ts'
import { visitRoutes } from './visit.ts'

export interface StorefrontOptions {
  database: Database
  realtime: Realtime
  counter: RateCounter
  /** Requests per minute of one address; 0 for no limit. */
  limitPerIp: number
  files: FileStore
  quotas: UploadQuotas
  lookups: OrderLookups
  /** Counts the copies of conversations that are mailed; null where no mail leaves. */
  transcripts: Storefront['transcripts']
  /** The header in which a proxy says which country a shopper is in. */
  countryHeader: string | undefined
  /** The service's public address. */
  baseUrl: string
}

/** The surface for shoppers' browsers (docs/storefront-protocol.md): the script, the frame, its requests and its socket. */
export async function storefrontSurface(app: App, options: StorefrontOptions): Promise<void> {
  const { database, counter, limitPerIp, ...parts } = options
  const { realtime } = parts
  const limits = new MinuteLimits(counter, limitPerIp)
  const storefront: Storefront = { stores: new StoreFinder(database), limits, ...parts }
  const sockets = new VisitorSockets(storefront, database)
  realtime.sockets.route('/storefront/socket', {
    kind: sockets,
    // The token is not a cookie: a request from no page (an app, a test) may use it, a page of another site may not.
    mayOpen: (request) => realtime.isOwnOrigin(request) !== false,
  })
  await mount(app, '', scriptRoute)
  const proxies = new UntrustedProxies()
  await mount(app, '/storefront', async (scope) => {
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      try {
        if (error.code !== 'UNAUTHENTICATED') await requireTokenFirst(request)
      } catch (unknown) {
        return answerError(unknown, request, reply)
      }
      if (error instanceof FileTooLarge) return sendError(reply, error, 413)
      const { retryAfter = secondsLeft() } = error as Partial<QuotaUsedUp>
      if (error.code === 'RATE_LIMITED') {
        reply.header('retry-after', String(retryAfter))
        proxies.note(request)
      }
      return answerError(error, request, reply)
    })
    scope.addHook('onRoute', (route) => {
      route.bodyLimit ??= STOREFRONT_BODY_BYTES_MAX
      route.schema = { ...route.schema, hide: true } as object // its page is docs/storefront-protocol.md
    })
    configRoute(scope, storefront)
    frameRoutes(scope, storefront)
    previewRoute(scope, storefront)
    campaignRoutes(scope, storefront)
    const checkToken = createTokenGuard(storefront.stores, limits)
    const guard = createVisitorGuard(checkToken)
    sessionRoutes(scope, storefront, guard)
    messageRoutes(scope, storefront, guard, checkToken)
    visitRoutes(scope, guard)
    articleRoutes(scope, storefront, guard)
    orderRoutes(scope, storefront, guard)
    transcriptRoute(scope, storefront, guard)
    pollRoutes(scope, storefront, sockets, guard)
    await fileRoutes(scope, storefront, guard)
  })
}
