import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { newToken } from '#base/ids.ts'
import type { Logger } from '#base/logger.ts'
import { BODY_BYTES_MAX } from '#core/limits.ts'
import { acceptJsonBodies } from './body.ts'
import { answerError, errorBody, nothingHere, sendError } from './errors.ts'
import { refuseOtherMethods } from './methods.ts'
import { checkPath, readQuery } from './query.ts'
import { describeInvalid } from './validation.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface HttpOptions {
  logger: Logger
  /** Peers whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** What has to happen to a request whose path the framework refuses before any hook runs. */
  beforeRefusal: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** The HTTP server that all doors share: how bodies and queries are read, refusals worded and requests logged. */
export function createApp(options: HttpOptions): App {
  const app = Fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: BODY_BYTES_MAX,
    // Some clients offer HTTP/2 with an Upgrade header on a plain request: only WebSockets are upgraded, and that is one.
    http: { shouldUpgradeCallback: isWebSocket },
    genReqId: () => nextRequestId(),
    // As long as Node takes a path at all: ids and tags are judged by what they are, not by a router's limit.
    routerOptions: { maxParamLength: 16 * 1024 },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        verbose: true,
      },
    },
    schemaErrorFormatter: describeInvalid,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: async (error, request, reply) => {
      try {
        await options.beforeRefusal(request as FastifyRequest, reply as FastifyReply)
        answerError(error, request as FastifyRequest, reply as FastifyReply)
      } catch (refusal) {
        answerError(refusal, request as FastifyRequest, reply as FastifyReply)
      }
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  acceptJsonBodies(app)
  app.setErrorHandler(answerError)
  // Hooks that wait for nothing call back at once: an async one would cost each request a turn of the event loop.
  app.addHook('preValidation', (request, _reply, done) => {
    checkPath(request)
    readQuery(request)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the path itself: ids, tags and addresses stay out of the log.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        shopId: request.caller?.shop.shopId,
      },
      'request',
    )
    done()
  })
  app.addHook('preClose', (done) => {
    // A connection whose last answer crossed with the stop would keep it waiting until its client lets go.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(sweep))
    done()
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, nothingHere()))
  return app
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

/** A scope of routes under a prefix, with its own 404 and 405. */
export async function mount(app: App, prefix: string, routes: (scope: App) => Promise<void> | void): Promise<void> {
  await app.register(
    async (scope: App) => {
      const done = refuseOtherMethods(scope)
      await routes(scope)
      done()
    },
    { prefix },
  )
}

/** What Node's parser gave up on: no request exists, so the answer is written by hand. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The path and headers are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'This is not a readable HTTP request.']
  const body = JSON.stringify(errorBody('INVALID_PARAMS', message as string))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
