/**
 * Codes that the client gives itself, beside the service's own (such as NOT_FOUND, INVALID_PARAMS, RATE_LIMITED,
 * CHANNEL_UNAVAILABLE; GraphQL: THROTTLED, BAD_USER_INPUT …):
 * - `UNREACHABLE`: no answer came; `cause` says why. Whether a write was carried out is unknown.
 * - `UNEXPECTED_ANSWER`: something else answered, such as a proxy; `details` is the first of what it said.
 */
export type ClientCode = 'UNREACHABLE' | 'UNEXPECTED_ANSWER'

/** What went wrong with a call. Branch on `code`; `message` is for people and may change. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError'
  /** The service's code, or a `ClientCode`. */
  readonly code: string
  /** The HTTP status; 0 where nothing answered, or nothing was asked. */
  readonly status: number
  /** The whole body of a refusal; of a GraphQL answer `{data, errors}`. */
  readonly details: unknown
  /** Seconds to stop for, with RATE_LIMITED and THROTTLED. */
  readonly retryAfter: number | undefined

  constructor(
    code: string,
    message: string,
    options: { status?: number; details?: unknown; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.status = options.status ?? 0
    this.details = options.details
    this.retryAfter = options.retryAfter
  }
}

/** A refusal as REST answers it, `{"error": {"code", "message"}}`; or what something else said in its place. */
export function refusal(response: Response, body: unknown): ParleyError {
  const { status } = response
  const { code, message } = (body as { error?: { code?: unknown; message?: unknown } } | undefined)?.error ?? {}
  if (typeof code === 'string' && typeof message === 'string') {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    return new ParleyError(code, message, {
      status,
      details: body,
      retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    })
  }
  return unexpected(status, typeof body === 'string' ? body : JSON.stringify(body))
}

/** An error for a response that does not come from the service. */
export function unexpected(status: number, said = ''): ParleyError {
  const message = `HTTP ${status} with a body that is not Parley's. Is baseUrl the service's address?`
  return new ParleyError('UNEXPECTED_ANSWER', message, { status, details: said.slice(0, 500) })
}

/** Passes on an abort as it is, and names everything else that keeps a request from being answered. */
export function unreachable(error: unknown, signal: AbortSignal | null | undefined, url: string): unknown {
  if (signal?.aborted || error instanceof ParleyError) return error
  const { origin } = new URL(url)
  return new ParleyError('UNREACHABLE', `${origin} cannot be reached: ${(error as Error).message}`, { cause: error })
}
