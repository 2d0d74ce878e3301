import type { IncomingMessage } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import { newToken } from '#base/ids.ts'
import type { Logger } from '#base/logger.ts'
import { ACTION_USER_AGENT } from '#core/custom-actions/network.ts'
import { forbidden } from '#core/errors.ts'
import { BODY_BYTES_MAX } from '#core/limits.ts'
import { logAnswered } from './answered.ts'
import type { App } from './app.ts'
import { acceptJsonBodies } from './body.ts'
import { answerError, routeNotFound, sendError } from './errors.ts'
import { goOn, TIMEOUTS, watchConnections } from './incoming/connections.ts'
import { decodeBody } from './incoming/decode.ts'
import { type OwnHosts, pathAtHost } from './incoming/own-hosts.ts'
import { checkPath, readQuery } from './incoming/query.ts'
import { checkEscapes, routable, sentMethod } from './incoming/request-target.ts'
import { answerUnreadable, NOTHING_RUNS } from './incoming/unreadable.ts'
import { serveBuiltFiles } from './static.ts'
import { AJV_OPTIONS, settleBody } from './validation/closed-bodies.ts'
import { compilersFactory } from './validation/compilers.ts'
import { describeInvalid } from './validation/describe.ts'

export interface HttpOptions {
  logger: Logger
  /** Peers whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** Hosts that serve one part of the service alone. */
  hosts?: OwnHosts
  /** The public address: where it is https, browsers are told to use nothing else. */
  baseUrl?: string
}

/** A year, in seconds. */
const HTTPS_ONLY = 'max-age=31536000'

/** The HTTP server that all surfaces share: how bodies and queries are read, refusals worded and requests logged. */
export function createApp(options: HttpOptions): App {
  const app: App = Fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: BODY_BYTES_MAX,
    // Some clients offer HTTP/2 with an Upgrade header on a plain request: only WebSockets are upgraded, and that is one.
    ...TIMEOUTS,
    http: { ...TIMEOUTS.http, shouldUpgradeCallback: isWebSocket },
    genReqId: () => nextRequestId(),
    // As long as Node takes a path at all: ids and tags are judged by what they are, not by a router's limit.
    routerOptions: { maxParamLength: 16 * 1024 },
    ajv: { customOptions: AJV_OPTIONS },
    schemaController: { compilersFactory },
    schemaErrorFormatter: describeInvalid,
    clientErrorHandler: answerUnreadable,
    rewriteUrl: (request) => routable(request, pathAtHost(request, options.hosts)),
  }).withTypeProvider<TypeBoxTypeProvider>()
  const isHttps = options.baseUrl?.startsWith('https:') ?? false
  const connections = watchConnections(app.server)
  app.decorate('unwatch', connections.unwatch)
  app.decorate('allRoutes', []).decorate('answered', [])
  app.addHook('onRoute', (route) => void app.allRoutes.push(route))
  // A connection that cannot be accepted (no file descriptor left) is the server's error: the others go on.
  app.server.on('error', (error: NodeJS.ErrnoException) => {
    if (app.server.listening) app.log.warn({ reason: error.message }, 'accept failed')
  })
  app.addHook('onRequest', refuseOwnActions)
  app.addHook('preParsing', decodeBody)
  acceptJsonBodies(app)
  serveBuiltFiles(app)
  app.setErrorHandler(answerError)
  // Hooks that wait for nothing call back at once: an async one would cost each request a turn of the event loop.
  app.addHook('preValidation', (request, _reply, done) => {
    checkEscapes(request)
    checkPath(request)
    readQuery(request)
    settleBody(request)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    goOn(reply)
    reply.header('x-content-type-options', 'nosniff')
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NOTHING_RUNS)
    if (isHttps) reply.header('strict-transport-security', HTTPS_ONLY)
    // JSON is somebody's data, unless the route says that it is not.
    const type = String(reply.getHeader('content-type') ?? '')
    if (/json/.test(type) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const answered = {
      reqId: request.id,
      method: sentMethod(request),
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      shopId: request.caller?.shop.shopId,
    }
    logAnswered(app.log, answered)
    for (const listener of app.answered) listener(answered)
    done()
  })
  app.addHook('preClose', (done) => {
    // A connection whose last answer crossed with the stop would keep it waiting until its client lets go.
    const sweep = setInterval(connections.closeUnused, 50)
    app.server.once('close', () => clearInterval(sweep))
    done()
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, routeNotFound()))
  return app
}

/** A store's own action reaches the service in no way, whatever names, proxies or other processes lead here. */
function refuseOwnActions({ headers }: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  done(headers['user-agent'] === ACTION_USER_AGENT ? forbidden('Actions cannot call this service.') : undefined)
}

function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/** Names requests in the log: this process, then a count. (A random id each would cost as much as routing does.) */
const processId = newToken('', 4)
let requests = 0
function nextRequestId(): string {
  return `${processId}-${(requests++).toString(36)}`
}
