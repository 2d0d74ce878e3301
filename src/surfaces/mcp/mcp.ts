import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { INVALID_REQUEST, RpcError } from './rpc.ts'
import { type McpAnswer, type McpOptions, ToolServer } from './tool-server.ts'

export type { McpOptions }

/** Four paths of one endpoint: clients that can send nothing but a bearer key name the store's App ID in the path. */
const PATHS = ['/mcp', '/mcp/', '/mcp/:appId', '/mcp/:appId/']

const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'accept, authorization, content-type, idempotency-key, mcp-method, mcp-name, mcp-protocol-version, x-app-id',
  'access-control-max-age': '600',
}

/** `POST /mcp`, the tool server, and what other methods are answered at its paths. */
export async function mcpSurface(app: App, options: McpOptions): Promise<void> {
  const server = new ToolServer(options)

  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => send(reply, server.refuse(request, error)))

    const checkCaller = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(server.checkOrigin(request.headers))
      request.caller = await server.findCaller(request)
    }

    for (const url of PATHS) {
      scope.post(url, {
        config: { readsBody: true },
        schema: { hide: true } as object,
        onRequest: async (request, reply) => {
          await checkCaller(request, reply)
          server.checkAccept(request.headers)
        },
        handler: async (request, reply) => {
          const body = request.body as Buffer | undefined
          return send(reply, await server.answer(request, callerOf(request), body))
        },
      })

      scope.route({
        method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
        url,
        config: { refusesMethods: true },
        schema: { hide: true } as object,
        onRequest: async (request, reply) => {
          if (request.method === 'OPTIONS' && request.headers.origin !== undefined) {
            reply.headers(server.checkOrigin(request.headers))
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

function send(reply: FastifyReply, { status, headers, body }: McpAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}
