/** The codes of spec 7.1, those of carts, and METHOD_NOT_ALLOWED and UNAVAILABLE beside them. Statuses belong to the surfaces. */
export type ErrorCode =
  | 'INVALID_PARAMS'
  | 'UNAUTHENTICATED'
  | 'INVALID_API_KEY'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CHANNEL_UNAVAILABLE'
  | 'CART_NOT_FOUND'
  | 'OUT_OF_STOCK'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL'

/** A refusal that the caller is told about. The message says what was wrong, where, and what would be right. */
export class ParleyError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export const invalidParams = (message: string) => new ParleyError('INVALID_PARAMS', message)

/** The same words for a foreign id and an unknown one, so that neither tells anything (spec 5.1, rule 2). */
export const notFound = (what: string) => new ParleyError('NOT_FOUND', `${what} not found.`)

export const channelUnavailable = (reason: string) => new ParleyError('CHANNEL_UNAVAILABLE', reason)

export const apiKeyMissing = () =>
  new ParleyError('UNAUTHENTICATED', 'API key missing: send it in the X-Api-Key header.')

export const cartNotFound = () => new ParleyError('CART_NOT_FOUND', 'Cart not found, or unused for too long.')

export const outOfStock = (reason: string) => new ParleyError('OUT_OF_STOCK', reason)

/** One answer for unknown and revoked keys: which of the two it is, is nobody's business. */
export const apiKeyInvalid = () => new ParleyError('INVALID_API_KEY', 'API key unknown or revoked.')

export const rateLimited = () =>
  new ParleyError(
    'RATE_LIMITED',
    'Rate limit exceeded. Stop for a full 60 seconds: each request before that starts the wait anew.',
  )

export const visitorUnknown = () =>
  new ParleyError('UNAUTHENTICATED', 'Visitor token missing or ended: ask POST /storefront/sessions for one.')

export const forbidden = (message: string) => new ParleyError('FORBIDDEN', message)

/** A limit of a minute that starts again with the next one. */
export const tooMany = (what: string) => new ParleyError('RATE_LIMITED', `${what} Try again in a minute.`)
