import type { FastifyReply } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations.ts'

/** What the inbox's routes share. */

export const ConversationPath = Type.Object({ id: Type.String() })
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  cursor: Type.Optional(Type.String()),
}
export const body = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })
export const text = (maxLength: number) => Type.String({ maxLength })

/** What a list is asked for: the page's size, clamped to its maximum, and where it starts. */
export function pageOf(query: { limit?: number; cursor?: string }, size: { default: number; max: number }) {
  return { limit: Math.min(query.limit ?? size.default, size.max), cursor: query.cursor ?? null }
}

export const paging = (nextCursor: string | null) => ({ nextCursor, hasMore: nextCursor !== null })

/** Answers JSON that was put together by hand, around records that are ready. */
export function sendJson(reply: FastifyReply, json: string, status = 200): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(json)
}

/** For routes below a conversation: it is judged before the body is. */
export const ofConversation = {
  requirePath: (caller: Caller, { id }: Record<string, string>) => requireConversation(caller.shop, id as string),
}
