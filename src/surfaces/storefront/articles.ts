import { Type } from 'typebox'
import { getHelpArticle, listHelpArticles } from '#core/articles.ts'
import { ARTICLES_PAGE } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { type createVisitorGuard, visitorOf } from './guard.ts'

type Guard = ReturnType<typeof createVisitorGuard>

/** Help articles: the store's FAQs that are on no product. */
export function articleRoutes(app: App, guard: Guard): void {
  app.get(
    '/articles',
    {
      schema: {
        querystring: Type.Object({
          q: Type.Optional(Type.String({ maxLength: 500 })),
          limit: Type.Optional(Type.Integer({ minimum: 1 })),
          cursor: Type.Optional(Type.String()),
        }),
      },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { q, limit = ARTICLES_PAGE.max, cursor = null } = request.query
      const caller = { shop, actor: { kind: 'visitor' as const, contactId: visitor.contactId ?? '' } }
      const page = { query: q, limit: Math.min(limit, ARTICLES_PAGE.max), cursor }
      const { articles, nextCursor } = await listHelpArticles(caller, page)
      return { data: articles, paging: { nextCursor, hasMore: nextCursor !== null } }
    },
  )

  app.get(
    '/articles/:id',
    { schema: { params: Type.Object({ id: Type.String() }) }, onRequest: guard },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const caller = { shop, actor: { kind: 'visitor' as const, contactId: visitor.contactId ?? '' } }
      return { data: await getHelpArticle(caller, request.params.id) }
    },
  )
}
