import type { FastifyReply } from 'fastify'

/** Sends JSON that is already text or bytes, around records that are stored ready (docs/decisions/0003). */
export function sendJson(reply: FastifyReply, json: string | Buffer, status = 200): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(json)
}
