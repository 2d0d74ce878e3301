import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, ParleyError } from '#core/errors.ts'

/** The one place where codes meet statuses (spec 7.1; contract, sections 6 and 9). */
const STATUS: Record<ErrorCode, number> = {
  INVALID_PARAMS: 400,
  UNAUTHENTICATED: 401,
  INVALID_API_KEY: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CHANNEL_UNAVAILABLE: 409,
  CART_NOT_FOUND: 404,
  OUT_OF_STOCK: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
}

export function errorBody(code: ErrorCode, message: string) {
  return { error: { code, message } }
}

export const nothingHere = () => new ParleyError('NOT_FOUND', 'There is nothing at this path.')

/** Answers a refusal in the shape that every door but GraphQL and MCP shares. */
export function sendError(reply: FastifyReply, error: ParleyError, status = STATUS[error.code]): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error.code, error.message)))
}

/** What the framework itself refuses before our code runs, in our words. Null for what is not its refusal. */
export function frameworkRefusal(error: FastifyError): { error: ParleyError; status: number } | null {
  const refuse = (message: string, status = 400, code: ErrorCode = 'INVALID_PARAMS') => ({
    error: new ParleyError(code, message),
    status,
  })
  if (error.validation) return refuse(error.message)
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('The body is too large; at most 1 MiB is accepted.', 413)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuse('The body is not as long as Content-Length says.')
    case 'FST_ERR_BAD_URL':
      return refuse('The path holds a percent sign that is no valid escape.')
    case 'FST_ERR_MAX_LENGTH':
      return refuse('A part of the path is too long.', 404, 'NOT_FOUND')
    default:
      return error.statusCode && error.statusCode >= 400 && error.statusCode < 500
        ? refuse(error.message, error.statusCode)
        : null
  }
}

/** SQLSTATE classes and client codes that mean: the database cannot be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return (
    typeof code === 'string' &&
    /^(08|57P|53)|^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code)
  )
}

/** Turns whatever was thrown into an answer. What nobody foresaw is logged whole and told as little as possible. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = frameworkRefusal(error as FastifyError)
  const { code } = error as { code?: string }
  const refusesBody = code === 'INVALID_PARAMS' || (refusal && code !== 'FST_ERR_BAD_URL')
  if (request.is404 && refusesBody) return sendError(reply, nothingHere()) // what is sent to no path is not judged
  if (error instanceof ParleyError) return sendError(reply, error)
  if (refusal) return sendError(reply, refusal.error, refusal.status)
  // Class 22: a value that passed every check of ours and still is none for the database.
  if (/^22[0-9A-Z]{3}$/.test((error as { code?: string }).code ?? '')) {
    return sendError(reply, new ParleyError('INVALID_PARAMS', 'A value in the request is out of range.'))
  }
  if (isDatabaseAway(error)) {
    request.log.warn({ reason: (error as { code: string }).code }, 'database away')
    return sendError(
      reply.header('retry-after', '1'),
      new ParleyError('UNAVAILABLE', 'The database cannot be reached; try again shortly.'),
    )
  }
  const { name, message, stack } = error as Error
  request.log.error({ err: { name, code, message, stack } }, 'unforeseen error')
  return sendError(
    reply,
    new ParleyError('INTERNAL', 'Something went wrong on our side; the request id is in the log.'),
  )
}
