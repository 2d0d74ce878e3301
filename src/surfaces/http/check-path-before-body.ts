import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { ParleyError } from '#core/errors.ts'
import './caller.ts'
import { answerError, frameworkRefusal } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Throws NOT_FOUND when the path names a record that is not there. Asked before a body is refused. */
    requirePath?: (caller: Caller, params: Record<string, string>) => Promise<unknown>
  }
}

/** An error handler: a refused body or query comes second to a path that leads nowhere. */
export async function answerPathFirst(
  error: Error & { code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refused = error instanceof ParleyError ? error.code === 'INVALID_PARAMS' : frameworkRefusal(error as never)
  const { requirePath } = request.routeOptions.config
  if (refused && requirePath && request.caller) {
    try {
      await requirePath(request.caller, request.params as Record<string, string>)
    } catch (missing) {
      return answerError(missing, request, reply)
    }
  }
  return answerError(error, request, reply)
}

/** `config` of routes below a conversation, whose path parameter `id` is the conversation's. */
export const ofConversation = {
  requirePath: (caller: Caller, { id }: Record<string, string>) => requireConversation(caller.shop, id as string),
}
