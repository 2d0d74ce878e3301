import { onOneLine } from '#base/text.ts'

/**
 * The codes of spec 7.1, those of carts, METHOD_NOT_ALLOWED and UNAVAILABLE, and three that only the inbox knows. Statuses
 * belong to the surfaces.
 */
export type ErrorCode =
  | 'INVALID_PARAMS'
  | 'UNAUTHENTICATED'
  | 'INVALID_API_KEY'
  | 'FORBIDDEN'
  | 'PASSWORD_NEEDED'
  | 'SECOND_FACTOR_NEEDED'
  | 'SINGLE_SIGN_ON_NEEDED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CHANNEL_UNAVAILABLE'
  | 'CART_NOT_FOUND'
  | 'OUT_OF_STOCK'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL'

/** Lists of a store that hold the ids a refused one should have been among. Each surface knows where it gives them out. */
export type ListOfIds = 'members' | 'webhooks'

/**
 * An error that is an answer, not a fault: nobody looks for where it was thrown, so it has no stack, which would cost
 * more than most refused requests do. Its message is one line, whatever of a request it repeats.
 */
export class ErrorWithoutStack extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(onOneLine(message))
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** An expected error, returned to the client. The message says what was wrong, where, and what would be right. */
export class ParleyError extends ErrorWithoutStack {
  readonly code: ErrorCode
  /** List that has the right ids. */
  readonly listedIn: ListOfIds | undefined

  constructor(code: ErrorCode, message: string, listedIn?: ListOfIds) {
    super(message)
    this.code = code
    this.listedIn = listedIn
  }
}

export const invalidParams = (message: string) => new ParleyError('INVALID_PARAMS', message)

/** An id that is not on the store's list. */
export const notListed = (message: string, list: ListOfIds) => new ParleyError('INVALID_PARAMS', message, list)

/** Returned for another store's id and for an unknown one, so that the two cannot be told apart (spec 5.1.2). */
export const notFound = (what: string) => new ParleyError('NOT_FOUND', `${what} not found.`)

/**
 * Awaits a change of one record out of many; undefined where the record was deleted in the meantime, because then nothing is
 * left to change.
 */
export async function unlessDeleted<T>(changed: Promise<T>): Promise<T | undefined> {
  try {
    return await changed
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

export const channelUnavailable = (reason: string) => new ParleyError('CHANNEL_UNAVAILABLE', reason)

export const apiKeyMissing = () =>
  new ParleyError('UNAUTHENTICATED', 'API key missing: send it in the X-Api-Key header.')

export const cartNotFound = () => new ParleyError('CART_NOT_FOUND', 'Cart not found, or unused for too long.')

export const outOfStock = (reason: string) => new ParleyError('OUT_OF_STOCK', reason)

/** Returned for unknown and revoked keys, so that the two cannot be told apart. */
export const apiKeyInvalid = () => new ParleyError('INVALID_API_KEY', 'API key unknown or revoked.')

export const rateLimited = () =>
  new ParleyError(
    'RATE_LIMITED',
    'Rate limit exceeded. Stop for a full 60 seconds: each request before that starts the wait anew.',
  )

export const visitorUnknown = () =>
  new ParleyError('UNAUTHENTICATED', 'Visitor token missing or ended: ask POST /storefront/sessions for one.')

export const forbidden = (message: string) => new ParleyError('FORBIDDEN', message)

export const visitorBlocked = () => forbidden('You cannot write to this store.')

/** A limit of a minute that starts again with the next one. */
export const tooMany = (what: string) => new ParleyError('RATE_LIMITED', `${what} Try again in a minute.`)
