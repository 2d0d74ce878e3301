import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { type CallAnswer, callOnce } from '#core/idempotency/call-once.ts'
import { callerOf } from './caller.ts'
import { isLastingRefusal, lastingRefusal } from './errors.ts'
import { sendJson } from './present.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent; kept where the request has an Idempotency-Key. */
    sentBody?: Buffer
  }
}

/** `headers` of a route that takes Idempotency-Key (spec C16). */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[!-~]{1,255}$',
      description:
        'Makes a retry safe: the same key, path and body within 24 hours get the first answer again, with Idempotent-Replayed: true, and nothing is written. Answers of calls that were carried out (2xx, 409) are remembered. With another body the key is rejected.',
    }),
  ),
})

/** Keeps the bytes of a body whose repetition may have to be recognized. */
export function keepSentBody(request: FastifyRequest, body: Buffer): void {
  if (request.headers['idempotency-key'] !== undefined) request.sentBody = body
}

/** Answers a call on a conversation, which `params.id` names; one that is repeated with its key as the first time. */
export async function answerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  act: (caller: Caller) => Promise<CallAnswer>,
): Promise<FastifyReply> {
  const caller = callerOf(request)
  const key = request.headers['idempotency-key']
  if (key === undefined) {
    const { status, body } = await act(caller)
    return sendJson(reply, body, status)
  }
  const call = {
    target: request.url.split('?', 1)[0] as string,
    key: String(key),
    request: request.sentBody ?? '',
    conversation: (request.params as { id?: string }).id,
  }
  const { status, body, isReplayed } = await callOnce(caller, call, (caller) =>
    act(caller).catch((error) => {
      if (isLastingRefusal(error)) return lastingRefusal(error)
      throw error
    }),
  )
  if (isReplayed) reply.header('idempotent-replayed', 'true')
  return sendJson(reply, body, status)
}
