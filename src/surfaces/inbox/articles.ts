import { Type } from 'typebox'
import { addArticle, editArticle, listArticles, removeArticle } from '#core/knowledge/articles.ts'
import { ARTICLE_ANSWER_MAX, ARTICLE_LIST_PAGE, ARTICLE_QUESTION_MAX, ARTICLE_URL_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, PageQuery, pageOf, paging, text } from './kit/routes.ts'
import { answerOf, created, Named, pageAnswer } from './schemas/answers.ts'
import { Article } from './schemas/texts.ts'

const config = { access: 'admin' } as const
const params = Type.Object({ articleId: Type.String() })
// Twice as long as what is taken: characters are counted by one rule, which also words the refusal.
const question = text(2 * ARTICLE_QUESTION_MAX)
const answer = text(2 * ARTICLE_ANSWER_MAX)
const more = {
  url: Type.Optional(Type.Union([text(2 * ARTICLE_URL_MAX), Type.Null()])),
  productId: Type.Optional(Type.Union([text(128), Type.Null()])),
}

/** The knowledge base: what the widget's help shows, and what assistants answer from. */
export function articleRoutes(app: App): void {
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
      const { articles, nextCursor } = await listArticles(memberOf(request).caller, page)
      return { data: articles, paging: paging(nextCursor) }
    },
  )

  app.post(
    '/articles',
    { config, schema: { body: body({ question, answer, ...more }), response: created(Article) } },
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
        body: body({ question: Type.Optional(question), answer: Type.Optional(answer), ...more }),
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
}
