import { Type } from 'typebox'
import type { Page } from '#core/commerce/platform.ts'

/** Arguments that several tools take, and what they do with them. */

export const conversationId = Type.String({
  minLength: 1,
  description: 'Conversation id. Any of id, firestoreId or pgConvoId.',
})
export const productId = Type.String({ minLength: 1, description: 'Product id from product_lookup.' })
export const query = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'What to look for, in natural language or keywords.',
})
export const email = Type.String({ format: 'email', description: 'Customer email to check the order against.' })
export const cursor = Type.Optional(Type.String({ description: 'paging.nextCursor of the previous result.' }))

/** Results a page: what there is without a limit, and the most there is. */
interface Limits {
  default: number
  max: number
}

export const limitOf = (limits: { default: number; max?: number }) => {
  const most = limits.max === undefined ? 'No maximum.' : `Larger values are clamped to ${limits.max}.`
  const description = `Results to return, 1 or more. Default ${limits.default}. ${most}`
  return Type.Optional(Type.Integer({ minimum: 1, default: limits.default, description }))
}

/** How many results are wanted: the default where nothing is said, never more than the maximum. */
export function clamp(limit: number | undefined, limits: Limits): number {
  return Math.min(limit ?? limits.default, limits.max)
}

/** The page that is asked for. */
export function pageOf(args: { limit?: number; cursor?: string }, limits: Limits) {
  return { limit: clamp(args.limit, limits), cursor: args.cursor ?? null }
}

/** What a result tells of the next page. */
export function pagingOf({ nextCursor }: Pick<Page<unknown>, 'nextCursor'>) {
  return { nextCursor, hasMore: nextCursor !== null }
}
