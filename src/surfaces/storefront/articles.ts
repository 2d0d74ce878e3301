import { Type } from 'typebox'
import { getHelpArticle, listHelpArticles } from '#core/knowledge/answers.ts'
import { ARTICLES_PAGE } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { PageQuery, pageOf, paging } from '#surfaces/http/paging.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'

/** Help articles: the store's FAQs that are on no product. */
export function articleRoutes(app: App, guard: VisitorGuard): void {
  app.get(
    '/articles',
    {
      schema: {
        querystring: Type.Object({
          q: Type.Optional(Type.String({ maxLength: 500 })),
          ...PageQuery,
        }),
      },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const caller = { shop, actor: { kind: 'visitor' as const, contactId: visitor.contactId ?? '' } }
      const page = {
        ...pageOf(request.query, { ...ARTICLES_PAGE, default: ARTICLES_PAGE.max }),
        query: request.query.q,
      }
      const { articles, nextCursor } = await listHelpArticles(caller, page)
      return { data: articles, paging: paging(nextCursor) }
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
