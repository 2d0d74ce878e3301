import { Type } from 'typebox'
import type { FileStore } from '#core/files/files.ts'
import {
  addArticle,
  editArticle,
  getArticle,
  listEditedArticles,
  listVersions,
  removeArticle,
  restoreVersion,
} from '#core/knowledge/articles.ts'
import { makePicture } from '#core/knowledge/pictures.ts'
import {
  ARTICLE_ANSWER_MAX,
  ARTICLE_BODY_MAX,
  ARTICLE_DESCRIPTION_MAX,
  ARTICLE_LIST_PAGE,
  ARTICLE_QUESTION_MAX,
  ARTICLE_URL_MAX,
  TRANSLATION_GROUP_MAX,
} from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { nullable, oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body, PageQuery, pageOf, paging, text } from './kit/routes.ts'
import { answerOf, created, Named, pageAnswer } from './schemas/answers.ts'
import { Article, ArticlePicture, ArticleVersion } from './schemas/texts.ts'

const config = { access: 'admin' } as const
const params = Type.Object({ articleId: Type.String() })
// Twice as long as what is taken: characters are counted by one rule, which also words the refusal.
const question = text(2 * ARTICLE_QUESTION_MAX)
const answer = text(2 * ARTICLE_ANSWER_MAX)
const maybe = <T extends ReturnType<typeof text>>(schema: T) => Type.Optional(nullable(schema))
const fields = {
  body: maybe(text(2 * ARTICLE_BODY_MAX)),
  url: maybe(text(2 * ARTICLE_URL_MAX)),
  productId: maybe(text(128)),
  locale: maybe(text(35)),
  slug: Type.Optional(text(400)),
  collectionId: maybe(text(128)),
  status: Type.Optional(oneOf(['draft', 'published'])),
  private: Type.Optional(Type.Boolean()),
  translationGroupId: maybe(text(2 * TRANSLATION_GROUP_MAX)),
  description: Type.Optional(Type.String({ maxLength: 2 * ARTICLE_DESCRIPTION_MAX })),
  reviewAt: Type.Optional(nullable(Type.String({ format: 'date' }))),
}

/** The knowledge base: what help pages and the widget show, and what assistants answer from. */
export function articleRoutes(app: App, files: FileStore): void {
  app.get(
    '/articles',
    {
      schema: {
        querystring: Type.Object({ ...PageQuery, q: Type.Optional(text(500)) }),
        response: pageAnswer(Article),
      },
    },
    async (request) => {
      const page = { ...pageOf(request.query, ARTICLE_LIST_PAGE), query: request.query.q }
      const { articles, nextCursor } = await listEditedArticles(memberOf(request).caller, page)
      return { data: articles, paging: paging(nextCursor) }
    },
  )

  app.get('/articles/:articleId', { schema: { params, response: answerOf(Article) } }, async (request) => ({
    data: await getArticle(memberOf(request).caller, request.params.articleId),
  }))

  app.post(
    '/articles',
    {
      config,
      schema: {
        body: body({ question: Type.Optional(question), answer: Type.Optional(answer), ...fields }),
        response: created(Article),
      },
    },
    async (request, reply) => {
      const signedIn = memberOf(request)
      const article = await addArticle(signedIn.caller, request.body)
      return reply.code(201).send({ data: article })
    },
  )

  app.patch(
    '/articles/:articleId',
    {
      config,
      schema: {
        params,
        body: body({ question: Type.Optional(question), answer: Type.Optional(answer), ...fields }),
        response: answerOf(Article),
      },
    },
    async (request) => {
      const signedIn = memberOf(request)
      const article = await editArticle(signedIn.caller, request.params.articleId, request.body)
      return { data: article }
    },
  )

  app.delete('/articles/:articleId', { config, schema: { params, response: answerOf(Named) } }, async (request) => {
    const signedIn = memberOf(request)
    await removeArticle(signedIn.caller, request.params.articleId)
    return { data: { id: request.params.articleId } }
  })

  app.get(
    '/articles/:articleId/versions',
    { schema: { params, response: answerOf(Type.Array(ArticleVersion)) } },
    async (request) => ({ data: await listVersions(memberOf(request).caller, request.params.articleId) }),
  )

  app.post(
    '/articles/:articleId/restore',
    { config, schema: { params, body: body({ version: Type.Integer({ minimum: 1 }) }), response: answerOf(Article) } },
    async (request) => {
      const { articleId } = request.params
      return { data: await restoreVersion(memberOf(request).caller, articleId, request.body.version) }
    },
  )

  // A file that was uploaded like those of messages.
  app.post(
    '/article-pictures',
    { config, schema: { body: body({ fileId: text(128) }), response: created(ArticlePicture) } },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const { fileId } = request.body
      return reply.code(201).send({ data: await makePicture(caller, { fileId, memberId, files }) })
    },
  )
}
