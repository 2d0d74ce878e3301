import { type ErrorCode, ParleyError } from '#core/errors.ts'

/** What an assistant can do about each refusal. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  INVALID_PARAMS: 'Correct the arguments and call again.',
  NOT_FOUND: 'Check the id or number and call again.',
  CHANNEL_UNAVAILABLE: 'The customer cannot be reached now: use add_note to tell the team.',
  CART_NOT_FOUND: 'Make a new cart: call add without cartId.',
  OUT_OF_STOCK: 'Offer another variant; product_lookup tells which are available.',
}

const INTERNAL = 'INTERNAL: Something went wrong on our side. Try again shortly.'

/** `CODE: sentence. Hint.` for whatever a tool threw. What nobody foresaw is told to `onFailure`, not to the client. */
export function describeFailure(error: unknown, onFailure: (error: unknown) => void): string {
  const hint = error instanceof ParleyError && HINTS[error.code]
  if (hint) return `${(error as ParleyError).code}: ${(error as ParleyError).message} ${hint}`
  onFailure(error)
  return INTERNAL
}
