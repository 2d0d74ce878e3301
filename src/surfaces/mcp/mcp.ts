import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#core/caller.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import type { DirectAnswer, DirectPath, DirectRequest } from '#surfaces/http/incoming/direct.ts'
import { type McpAnswer, McpDoor, type McpOptions, type McpRequest } from './door.ts'
import { INVALID_REQUEST, RpcError } from './rpc.ts'

export type { McpOptions }

/** The same door four times: clients that can send nothing but a bearer key name the store's App ID in the path. */
const PATHS = ['/mcp', '/mcp/', '/mcp/:appId', '/mcp/:appId/']

const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'accept, authorization, content-type, mcp-method, mcp-name, mcp-protocol-version, x-app-id',
  'access-control-max-age': '600',
}

/** The tool server at its paths: plain POST requests are answered directly, all others by the framework's routes. */
export async function mcpSurface(app: App, options: McpOptions): Promise<void> {
  const door = new McpDoor(options)
  app.directPaths.push(directPath(door))

  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => send(reply, door.refuse(read(request), error)))

    const checkCaller = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(door.checkOrigin(request.headers))
      request.caller = await door.findCaller(read(request))
    }

    for (const url of PATHS) {
      scope.post(url, {
        config: { readsBody: true },
        schema: { hide: true } as object,
        onRequest: async (request, reply) => {
          await checkCaller(request, reply)
          door.checkAccept(request.headers)
        },
        handler: async (request, reply) => {
          const body = request.body as Buffer | undefined
          return send(reply, await door.answer(read(request), callerOf(request), body))
        },
      })

      scope.route({
        method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
        url,
        config: { refusesMethods: true },
        schema: { hide: true } as object,
        onRequest: async (request, reply) => {
          if (request.method === 'OPTIONS' && request.headers.origin !== undefined) {
            reply.headers(door.checkOrigin(request.headers))
            return reply.code(204).headers(PREFLIGHT).send()
          }
          await checkCaller(request, reply)
          throw new RpcError(INVALID_REQUEST, 'This path takes POST.', 405)
        },
        handler: (_request, reply) => reply,
      })
    }
  })
}

function read({ headers, params, ip, log }: FastifyRequest): McpRequest {
  return { headers, params: params as McpRequest['params'], address: ip, log }
}

function send(reply: FastifyReply, { status, headers, body }: McpAnswer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body && Buffer.concat(body.map((piece) => Buffer.from(piece))))
}

const DIRECT = /^\/mcp(?:\/([\w-]{1,64}))?(\/?)$/

const PLAIN = { route: '/mcp', params: {} }

function directPath(door: McpDoor): DirectPath {
  return {
    match(url) {
      if (url === '/mcp') return PLAIN
      const [, appId, slash] = DIRECT.exec(url) ?? []
      if (slash === undefined) return undefined
      return { route: `/mcp${appId ? '/:appId' : ''}${slash}`, params: { appId } }
    },
    answer: (request) => answerDirectly(door, request),
  }
}

/** Makes no promise where nothing has to be waited for: one costs as much as a short answer. */
function answerDirectly(door: McpDoor, request: DirectRequest): DirectAnswer | Promise<DirectAnswer> {
  const { headers, body } = request
  let cors: Record<string, string> | undefined
  let shopId: string | undefined
  const withCors = (answer: McpAnswer): DirectAnswer => ({
    status: answer.status,
    headers: cors ? { ...cors, ...answer.headers } : answer.headers,
    body: answer.body,
    shopId,
  })
  const refuse = (error: unknown) => withCors(door.refuse(request, error))
  const answer = (caller: Caller) => {
    shopId = caller.shop.shopId
    door.checkAccept(headers)
    const answered = door.answer(request, caller, body)
    return answered instanceof Promise ? answered.then(withCors) : withCors(answered)
  }
  try {
    if (headers.origin !== undefined) cors = door.checkOrigin(headers)
    const caller = door.findCaller(request)
    return caller instanceof Promise ? caller.then(answer).catch(refuse) : answer(caller)
  } catch (error) {
    return refuse(error)
  }
}
