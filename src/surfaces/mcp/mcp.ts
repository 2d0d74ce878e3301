import type { FastifyReply, FastifyRequest } from 'fastify'
import { resourceMetadataOf, SCOPE } from '#core/assistants/addresses.ts'
import { AssistantFinder } from '#core/assistants/assistants.ts'
import type { Caller } from '#core/caller.ts'
import type { Platform } from '#core/commerce/platform.ts'
import { ParleyError } from '#core/errors.ts'
import { TOOLS_AT_ONCE } from '#core/limits.ts'
import { Gate } from '#core/rates/gate.ts'
import type { Keyring } from '#core/stores/api-keys.ts'
import type { Database } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import type { App } from '#surfaces/http/app.ts'
import { frameworkRefusal, isDatabaseAway, logUnexpected } from '#surfaces/http/errors.ts'
import { createCredentialCheck, isAppId } from './credentials.ts'
import { dispatch } from './dispatch.ts'
import { parseBody, readId, readMessage } from './message.ts'
import { createOriginRule } from './origin.ts'
import { errorBody, INTERNAL_ERROR, INVALID_REQUEST, type Json, type RequestId, RpcError, resultBody } from './rpc.ts'
import type { Tool } from './tool.ts'
import { Toolbox } from './toolbox.ts'
import { TOOLS } from './tools/tools.ts'

export interface McpOptions {
  database: Database
  keyring: Keyring
  addresses: AddressBook
  platform: Platform
  baseUrl: string
  /** Browser origins that may call, beside the service's own and loopback ones. */
  allowedOrigins: string[]
  /** Tools beside the service's own: those that the protocol's conformance suite looks for (conformance.test.ts). */
  moreTools?: Tool[]
}

/** The same door four times: clients that can send nothing but a bearer key name the store's App ID in the path. */
const PATHS = ['/mcp', '/mcp/', '/mcp/:appId', '/mcp/:appId/']

const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'accept, authorization, content-type, mcp-method, mcp-name, mcp-protocol-version, x-app-id',
  'access-control-max-age': '600',
}

/**
 * The tool server (spec 4.7): `POST /mcp`, JSON-RPC in both eras of the protocol, JSON answers only, no sessions.
 * Refusals come in order: origin, credentials, method, Accept, body.
 */
export async function mcpSurface(app: App, options: McpOptions): Promise<void> {
  const parts = { addresses: options.addresses, platform: options.platform }
  const toolbox = new Toolbox([...TOOLS, ...(options.moreTools ?? [])], parts)
  const checkCredentials = createCredentialCheck(options.database, options.keyring, new AssistantFinder())
  const isAllowed = createOriginRule(options.baseUrl, options.allowedOrigins)
  const gate = new Gate(TOOLS_AT_ONCE)

  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => refuse(request, reply, error, undefined))

    const checkCaller = async (request: FastifyRequest, reply: FastifyReply) => {
      checkOrigin(request, reply)
      request.caller = await checkCredentials(request).catch((error) => {
        if (error instanceof RpcError) reply.header('www-authenticate', challengeOf(request, options.baseUrl))
        throw error
      })
    }
    const checkOrigin = (request: FastifyRequest, reply: FastifyReply) => {
      const { origin } = request.headers
      if (origin === undefined) return
      if (!isAllowed(origin)) throw new RpcError(INVALID_REQUEST, 'This origin may not call the tool server.', 403)
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'www-authenticate',
        vary: 'origin',
      })
    }

    for (const url of PATHS) {
      scope.post(url, {
        config: { readsBody: true },
        schema: { hide: true } as object,
        onRequest: async (request, reply) => {
          await checkCaller(request, reply)
          if (!acceptsJson(request.headers.accept)) {
            throw new RpcError(INVALID_REQUEST, 'Answers are JSON: Accept must allow application/json.', 406)
          }
        },
        handler: (request, reply) => answer(request, reply),
      })

      scope.route({
        method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
        url,
        config: { refusesMethods: true },
        schema: { hide: true } as object,
        onRequest: async (request, reply) => {
          if (request.method === 'OPTIONS' && request.headers.origin !== undefined) {
            checkOrigin(request, reply)
            return reply.code(204).headers(PREFLIGHT).send()
          }
          await checkCaller(request, reply)
          throw new RpcError(INVALID_REQUEST, 'This path takes POST.', 405)
        },
        handler: (_request, reply) => reply,
      })
    }
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = request.caller as Caller
    let id: RequestId | undefined
    try {
      const body = parseBody(request.body as Buffer | undefined, request.headers['content-type'])
      id = readId(body)
      const message = readMessage(body, request.headers)
      if (message.id === undefined) return reply.code(202).send()
      const onFailure = (error: unknown) => logUnexpected(request, error)
      const result = await gate.run(caller.shop.shopId, () => dispatch(toolbox, { caller, message, onFailure }))
      if (result === undefined) throw new RpcError(INTERNAL_ERROR, 'Too many requests at once; try again.', 503)
      return send(reply, 200, resultBody(message.id, result))
    } catch (error) {
      return refuse(request, reply, error, id)
    }
  }
}

/**
 * What a 401 says. An address with the App ID can be opened by OAuth too: there it names the document that tells how
 * (RFC 9728, 5.1). Which store `/mcp` alone is asked for is not known, so it says nothing of that.
 */
function challengeOf({ params }: FastifyRequest, baseUrl: string): string {
  const { appId = '' } = params as { appId?: string }
  if (!isAppId(appId)) return 'Bearer'
  return `Bearer resource_metadata="${resourceMetadataOf(baseUrl, appId)}", scope="${SCOPE}"`
}

function acceptsJson(accept: string | undefined): boolean {
  return accept === undefined || /(^|[,\s])(application\/(json|\*)|\*\/\*)\s*(;|,|$)/i.test(accept)
}

function send(reply: FastifyReply, status: number, body: Json): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, id: RequestId | undefined): FastifyReply {
  const refusal = error instanceof RpcError ? error : toRefusal(request, error)
  if (refusal.status === 405) reply.header('allow', 'POST')
  if (refusal.status === 429) reply.header('retry-after', '60')
  if (refusal.status === 503) reply.header('retry-after', '1')
  return send(reply, refusal.status, errorBody(refusal, id))
}

/** What the framework refused, in the protocol's shape; anything else is ours to look into. */
function toRefusal(request: FastifyRequest, error: unknown): RpcError {
  if (error instanceof ParleyError && error.code === 'RATE_LIMITED') {
    return new RpcError(INVALID_REQUEST, error.message, 429, { code: error.code })
  }
  const refusal = frameworkRefusal(error as Parameters<typeof frameworkRefusal>[0])
  if (refusal) return new RpcError(INVALID_REQUEST, refusal.error.message, refusal.status)
  if (isDatabaseAway(error)) {
    request.log.warn({ reason: (error as { code: string }).code }, 'database away')
    return new RpcError(INTERNAL_ERROR, 'The database cannot be reached; try again shortly.', 503, {
      code: 'UNAVAILABLE',
    })
  }
  logUnexpected(request, error)
  return new RpcError(INTERNAL_ERROR, 'Something went wrong on our side; try again shortly.', 500)
}
