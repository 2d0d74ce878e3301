import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { UnknownSecretKey } from '#base/secret-box.ts'
import { type ErrorCode, type ListOfIds, ParleyError } from '#core/errors.ts'
import { BODY_BYTES_MAX } from '#core/limits.ts'
import { DEADLOCK, LOCKED, PARENT_GONE, SERIALIZATION_FAILURE } from '#database/sql-states.ts'

/** The one place where codes meet statuses (spec 7.1, C6, C9). */
const STATUS: Record<ErrorCode, number> = {
  INVALID_PARAMS: 400,
  UNAUTHENTICATED: 401,
  INVALID_API_KEY: 401,
  FORBIDDEN: 403,
  PASSWORD_NEEDED: 403,
  SECOND_FACTOR_NEEDED: 403,
  SINGLE_SIGN_ON_NEEDED: 403,
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

export const routeNotFound = () => new ParleyError('NOT_FOUND', 'No such endpoint.')

/** List that has the right ids, if one was rejected. */
const LISTS: Record<ListOfIds, string> = { members: 'GET /chat/members', webhooks: 'GET /chat/webhooks' }

/** Answers a refusal in the shape that every surface but GraphQL and MCP shares. */
export function sendError(reply: FastifyReply, error: ParleyError, status = STATUS[error.code]): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(errorJson(error))
}

function errorJson({ code, message, listedIn }: ParleyError): string {
  return JSON.stringify(errorBody(code, listedIn ? `${message} ${LISTS[listedIn]} lists them.` : message))
}

/** Error that answers a call which was carried out (409): it stays the answer when the call is repeated. */
export function isLastingRefusal(error: unknown): error is ParleyError {
  return error instanceof ParleyError && STATUS[error.code] === 409
}

export const lastingRefusal = (error: ParleyError) => ({ status: STATUS[error.code], body: errorJson(error) })

const KIB = 1024

/**
 * What the framework itself refuses before our code runs, in our words. Null for what is not its refusal. `bodyMax`: what the
 * route takes, in bytes.
 */
export function frameworkRefusal(
  error: FastifyError,
  bodyMax = BODY_BYTES_MAX,
): { error: ParleyError; status: number } | null {
  const refuse = (message: string, status = 400, code: ErrorCode = 'INVALID_PARAMS') => ({
    error: new ParleyError(code, message),
    status,
  })
  if (error.validation) return refuse(error.message)
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const most = bodyMax < KIB * KIB ? `${bodyMax / KIB} KiB` : `${bodyMax / KIB / KIB} MiB`
      return refuse(`The body is too large; at most ${most} is accepted.`, 413)
    }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuse('The body is not as long as Content-Length says.')
    case 'FST_ERR_MAX_LENGTH':
      return refuse('A part of the path is too long.', 404, 'NOT_FOUND')
    default:
      return error.statusCode && error.statusCode >= 400 && error.statusCode < 500
        ? refuse(error.message, error.statusCode)
        : null
  }
}

/** SQLSTATE classes and client codes that mean: the database cannot be reached now, or is a standby that takes no writes yet. */
export function isDatabaseAway(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return (
    typeof code === 'string' &&
    /^(08|57P|53)|^(25006|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(
      code,
    )
  )
}

/** SQLSTATEs of writers that were in each other's way, each time that they were tried again. */
const COLLISIONS = [DEADLOCK, SERIALIZATION_FAILURE, LOCKED]

/** Logs an unexpected error with everything; the client gets no details. */
export function logUnexpected({ log }: { log: FastifyBaseLogger }, error: unknown): void {
  const { name, code, message, stack } = error as Error & { code?: string }
  log.error({ err: { name, code, message, stack } }, 'unhandled error')
}

/** Turns whatever was thrown into an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = frameworkRefusal(error as FastifyError, request.routeOptions.bodyLimit)
  const { code } = error as { code?: string }
  const refusesBody = code === 'INVALID_PARAMS' || refusal
  if (request.is404 && refusesBody) return sendError(reply, routeNotFound()) // what is sent to no path is not judged
  const { retryAfter } = error as { retryAfter?: unknown }
  if (typeof retryAfter === 'number' && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfter))
  if (error instanceof ParleyError) return sendError(reply, error)
  if (refusal) return sendError(reply, refusal.error, refusal.status)
  // Class 22: a value that passed every check of ours and is still invalid for the database.
  if (/^22[0-9A-Z]{3}$/.test((error as { code?: string }).code ?? '')) {
    return sendError(reply, new ParleyError('INVALID_PARAMS', 'A value in the request is out of range.'))
  }
  // The parent was deleted after it was checked: only a deletion of the store, or of a record, does that.
  if (code === PARENT_GONE) {
    return sendError(reply, new ParleyError('NOT_FOUND', 'The parent record was deleted while this request ran.'))
  }
  if (error instanceof UnknownSecretKey) {
    request.log.error({ reason: error.message }, 'reading a stored secret failed')
    return sendError(
      reply,
      new ParleyError('UNAVAILABLE', 'A stored secret cannot be read; the log says which key it needs.'),
    )
  }
  if (isDatabaseAway(error)) {
    request.log.warn({ reason: (error as { code: string }).code }, 'database unavailable')
    return sendError(
      reply.header('retry-after', '1'),
      new ParleyError('UNAVAILABLE', 'The database cannot be reached; try again shortly.'),
    )
  }
  if (code && COLLISIONS.includes(code)) {
    request.log.warn({ reason: code }, 'transaction retries exhausted')
    const sentence = 'Others are writing to the same record; try again shortly.'
    return sendError(reply.header('retry-after', '1'), new ParleyError('UNAVAILABLE', sentence))
  }
  logUnexpected(request, error)
  return sendError(
    reply,
    new ParleyError('INTERNAL', 'Something went wrong on our side; the request id is in the log.'),
  )
}
