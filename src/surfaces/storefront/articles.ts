import { Type } from 'typebox'
import { getHelpArticle, listHelpArticles, listHelpCollections, type Reader } from '#core/knowledge/answers.ts'
import { ARTICLES_PAGE } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { PageQuery, pageOf, paging } from '#surfaces/http/paging.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './parts.ts'

/** Help articles: the store's articles that are on no product, in the visitor's language; private ones for visitors who are identified. */
export function articleRoutes(app: App, { baseUrl }: Storefront, guard: VisitorGuard): void {
  const readerOf = ({ visitor }: ReturnType<typeof visitorOf>): Reader => ({
    baseUrl,
    locale: visitor.locale,
    isIdentified: visitor.externalId !== null,
  })

  app.get(
    '/articles',
    {
      schema: {
        querystring: Type.Object({
          q: Type.Optional(Type.String({ maxLength: 500 })),
          collection: Type.Optional(Type.String({ maxLength: 128 })),
          ...PageQuery,
        }),
      },
      onRequest: guard,
    },
    async (request) => {
      const asked = visitorOf(request)
      const page = {
        ...pageOf(request.query, { ...ARTICLES_PAGE, default: ARTICLES_PAGE.max }),
        query: request.query.q,
        collectionId: request.query.collection,
      }
      const { articles, nextCursor } = await listHelpArticles(asked, page, readerOf(asked))
      return { data: articles, paging: paging(nextCursor) }
    },
  )

  app.get(
    '/articles/:id',
    { schema: { params: Type.Object({ id: Type.String() }) }, onRequest: guard },
    async (request) => {
      const asked = visitorOf(request)
      return { data: await getHelpArticle(asked, request.params.id, readerOf(asked)) }
    },
  )

  app.get('/article-collections', { onRequest: guard }, async (request) => {
    const asked = visitorOf(request)
    return { data: await listHelpCollections(asked, readerOf(asked)) }
  })
}
