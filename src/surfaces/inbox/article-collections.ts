import { Type } from 'typebox'
import {
  addCollection,
  arrangeCollections,
  editCollection,
  listArticleCollections,
  removeCollection,
} from '#core/knowledge/collections.ts'
import { ARTICLE_DESCRIPTION_MAX, COLLECTION_NAME_MAX, COLLECTIONS_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { nullable } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { ArticleCollection } from './schemas/texts.ts'

const config = { access: 'admin' } as const
const params = Type.Object({ collectionId: Type.String() })
const name = text(2 * COLLECTION_NAME_MAX)
const fields = {
  locale: Type.Optional(nullable(text(35))),
  description: Type.Optional(Type.String({ maxLength: 2 * ARTICLE_DESCRIPTION_MAX })),
  icon: Type.Optional(Type.String({ maxLength: 16 })),
}

/** Collections of help articles, in the order of the help centre's home page. */
export function articleCollectionRoutes(app: App): void {
  const list = answerOf(Type.Array(ArticleCollection))

  app.get('/article-collections', { schema: { response: list } }, async (request) => ({
    data: await listArticleCollections(memberOf(request).caller),
  }))

  app.post(
    '/article-collections',
    { config, schema: { body: body({ name, ...fields }), response: created(ArticleCollection) } },
    async (request, reply) =>
      reply.code(201).send({ data: await addCollection(memberOf(request).caller, request.body) }),
  )

  app.put(
    '/article-collections/order',
    {
      config,
      schema: { body: body({ ids: Type.Array(text(128), { maxItems: COLLECTIONS_MAX }) }), response: list },
    },
    async (request) => ({ data: await arrangeCollections(memberOf(request).caller, request.body.ids) }),
  )

  app.patch(
    '/article-collections/:collectionId',
    {
      config,
      schema: { params, body: body({ name: Type.Optional(name), ...fields }), response: answerOf(ArticleCollection) },
    },
    async (request) => ({
      data: await editCollection(memberOf(request).caller, request.params.collectionId, request.body),
    }),
  )

  app.delete(
    '/article-collections/:collectionId',
    { config, schema: { params, response: answerOf(Named) } },
    async (request) => {
      await removeCollection(memberOf(request).caller, request.params.collectionId)
      return { data: { id: request.params.collectionId } }
    },
  )
}
