import { Type } from 'typebox'

/** The query parameters of a list whose pages are not documented for the public. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  cursor: Type.Optional(Type.String()),
}

/** What a list is asked for: the page's size, clamped to its maximum, and where it starts. */
export function pageOf(query: { limit?: number; cursor?: string }, size: { default: number; max: number }) {
  return { limit: Math.min(query.limit ?? size.default, size.max), cursor: query.cursor ?? null }
}

/** The key `paging` of a list's answer. */
export const paging = (nextCursor: string | null) => ({ nextCursor, hasMore: nextCursor !== null })
