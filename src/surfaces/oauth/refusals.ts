import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OAuthError } from '#core/assistants/oauth-error.ts'
import { ParleyError } from '#core/errors.ts'
import { frameworkRefusal, isDatabaseAway, logUnexpected } from '#surfaces/http/errors.ts'

/** Answers a refusal as OAuth does: `{error, error_description}` (RFC 6749, 5.2; RFC 7591, 3.2.2). */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof OAuthError) {
    return send(reply, error.code === 'invalid_client' ? 401 : 400, error.code, error.message)
  }
  if (error instanceof ParleyError) {
    if (error.code === 'RATE_LIMITED') {
      return send(reply.header('retry-after', '60'), 429, 'temporarily_unavailable', error.message)
    }
    return send(reply, STATUS[error.code] ?? 400, 'invalid_request', error.message)
  }
  const refusal = frameworkRefusal(error as FastifyError)
  if (refusal) return send(reply, refusal.status, 'invalid_request', refusal.error.message)
  if (isDatabaseAway(error)) {
    request.log.warn({ reason: (error as { code: string }).code }, 'database unavailable')
    const sentence = 'The database cannot be reached; try again shortly.'
    return send(reply.header('retry-after', '1'), 503, 'temporarily_unavailable', sentence)
  }
  logUnexpected(request, error)
  return send(reply, 500, 'server_error', 'Something went wrong on our side; try again shortly.')
}

const STATUS: Partial<Record<ParleyError['code'], number>> = { NOT_FOUND: 404, METHOD_NOT_ALLOWED: 405 }

function send(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error, error_description: description }))
}
