import { type ErrorCode, type ListOfIds, ParleyError } from '#core/errors.ts'

/** What an assistant can do about each refusal. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  INVALID_PARAMS: 'Correct the arguments and call again.',
  NOT_FOUND: 'Check the id or number and call again.',
  CHANNEL_UNAVAILABLE: 'Use add_note to tell the team.',
  CART_NOT_FOUND: 'Make a new cart: call add without cartId.',
  OUT_OF_STOCK: 'Offer another variant; product_lookup tells which are available.',
}

/** Tool that lists the right ids, if one was rejected. No tool takes a webhook's. */
const LISTS: Partial<Record<ListOfIds, string>> = { members: 'Take an id from list_members and call again.' }

const INTERNAL = 'INTERNAL: Something went wrong on our side. Try again shortly.'

/** `CODE: sentence. Hint.` for whatever a tool threw. An unexpected error goes to `onFailure`, not to the client. */
export function describeFailure(error: unknown, onFailure: (error: unknown) => void): string {
  if (error instanceof ParleyError) {
    const hint = (error.listedIn && LISTS[error.listedIn]) ?? HINTS[error.code]
    if (hint) return `${error.code}: ${error.message} ${hint}`
  }
  onFailure(error)
  return INTERNAL
}
