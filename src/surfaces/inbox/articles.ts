import { Type } from 'typebox'
import type { FileStore } from '#core/files/files.ts'
import { previewBody } from '#core/knowledge/article-html.ts'
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
import { addTranslation } from '#core/knowledge/translate-article.ts'
import { listTranslationsOf } from '#core/knowledge/translation-groups.ts'
import {
  ARTICLE_ANSWER_MAX,
  ARTICLE_BODY_MAX,
  ARTICLE_DESCRIPTION_MAX,
  ARTICLE_LIST_PAGE,
  ARTICLE_QUESTION_MAX,
  ARTICLE_URL_MAX,
  TRANSLATION_GROUP_MAX,
} from '#core/limits.ts'
import type { TranslationDesk } from '#core/translation-desk.ts'
import type { App } from '#surfaces/http/app.ts'
import { nullable, oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body, PageQuery, pageOf, paging, text } from './kit/routes.ts'
import { answerOf, created, Named, pageAnswer } from './schemas/answers.ts'
import { Article, ArticlePicture, ArticleTranslation, ArticleVersion } from './schemas/texts.ts'

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
export function articleRoutes(app: App, files: FileStore, translation: TranslationDesk): void {
  app.get(
    '/articles',
    {
      schema: {
        querystring: Type.Object({
          ...PageQuery,
          q: Type.Optional(text(500)),
          state: Type.Optional(
            oneOf(['draft', 'published', 'private', 'review'], 'published: public; review: the review is due.'),
          ),
          locale: Type.Optional(text(35)),
          collectionId: Type.Optional(Type.String({ maxLength: 128, description: 'none: articles in no collection.' })),
        }),
        response: pageAnswer(Article),
      },
    },
    async (request) => {
      const { q: query, state, locale, collectionId } = request.query
      const page = pageOf(request.query, ARTICLE_LIST_PAGE)
      const wanted = { query, state, locale, collectionId }
      const { articles, nextCursor } = await listEditedArticles(memberOf(request).caller, wanted, page)
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
        body: body({
          question: Type.Optional(question),
          answer: Type.Optional(answer),
          ...fields,
          isUpToDate: Type.Optional(Type.Boolean()),
        }),
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

  app.get(
    '/articles/:articleId/translations',
    { schema: { params, response: answerOf(Type.Array(ArticleTranslation)) } },
    async (request) => ({ data: await listTranslationsOf(memberOf(request).caller, request.params.articleId) }),
  )

  app.post(
    '/articles/:articleId/translations',
    {
      config,
      schema: {
        params,
        body: body({ locale: text(35), isTranslated: Type.Optional(Type.Boolean()) }),
        response: created(Article),
      },
    },
    async (request, reply) => {
      const { locale, isTranslated = false } = request.body
      const { articleId } = request.params
      const article = await addTranslation(memberOf(request).caller, articleId, { locale, isTranslated }, translation)
      return reply.code(201).send({ data: article })
    },
  )

  app.post(
    '/article-preview',
    {
      config,
      schema: {
        body: body({ body: Type.String({ maxLength: 2 * ARTICLE_BODY_MAX }), locale: Type.Optional(text(35)) }),
        response: answerOf(Type.Object({ html: Type.String() })),
      },
    },
    async (request) => {
      const { body, locale = 'en' } = request.body
      return { data: { html: await previewBody(memberOf(request).caller, body, locale) } }
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
