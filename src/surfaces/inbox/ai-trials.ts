import { type Static, Type } from 'typebox'
import { addAiExample, listAiExamples, removeAiExample } from '#core/ai-agent/examples.ts'
import { completeTexts } from '#core/knowledge/store-article.ts'
import { AI_EXAMPLE_QUESTION_MAX, ARTICLE_ANSWER_MAX, ARTICLE_BODY_MAX, ARTICLE_QUESTION_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { nullable, oneOf } from '#surfaces/http/schema.ts'
import type { AiAgentForMembers } from './ai-agent.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { AiExample, ChangeTrial, MonthReplay } from './schemas/ai-agent.ts'
import { answerOf, created, Named } from './schemas/answers.ts'

const config = { access: 'admin' } as const
const params = Type.Object({ exampleId: Type.String() })

/** An article as it would be saved: its texts as POST and PATCH of articles take them. */
const Tried = Type.Object(
  {
    id: Type.Optional(text(128)),
    question: Type.Optional(text(2 * ARTICLE_QUESTION_MAX)),
    answer: Type.Optional(text(2 * ARTICLE_ANSWER_MAX)),
    body: Type.Optional(nullable(text(2 * ARTICLE_BODY_MAX))),
    productId: Type.Optional(nullable(text(128))),
    status: Type.Optional(oneOf(['draft', 'published'])),
    private: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** Trying changes of articles and settings on past questions, and the examples that such a change may not break. */
export function aiTrialRoutes(app: App, aiAgent: Pick<AiAgentForMembers, 'tryChange' | 'replayMonth'>): void {
  // One step of a trial; the next one goes on at `cursor`.
  app.post(
    '/ai/what-would-change',
    {
      config,
      schema: {
        body: body({
          article: Type.Optional(Tried),
          ai: Type.Optional(
            Type.Object({}, { additionalProperties: true, description: 'As `settings.ai` of a store.' }),
          ),
          cursor: Type.Optional(text(1_024)),
        }),
        response: answerOf(ChangeTrial),
      },
    },
    async (request) => {
      const { article, ai, cursor = null } = request.body
      const proposal = { ...(ai && { ai }), ...(article && { article: proposed(article) }) }
      return { data: await aiAgent.tryChange(memberOf(request).caller.shop, proposal, cursor) }
    },
  )

  // One step; the next one goes on at `cursor`.
  app.post(
    '/ai/replay-month',
    {
      config,
      schema: {
        body: body({ cursor: Type.Optional(text(1_024)), asksModel: Type.Optional(Type.Boolean()) }),
        response: answerOf(MonthReplay),
      },
    },
    async (request) => {
      const { cursor = null, asksModel = false } = request.body
      return { data: await aiAgent.replayMonth(memberOf(request).caller.shop, { cursor, asksModel }) }
    },
  )

  app.get('/ai/examples', { config, schema: { response: answerOf(Type.Array(AiExample)) } }, async (request) => ({
    data: await listAiExamples(memberOf(request).caller),
  }))

  app.post(
    '/ai/examples',
    {
      config,
      schema: {
        body: body({
          question: text(2 * AI_EXAMPLE_QUESTION_MAX),
          articleId: nullable(text(128)),
          conversationId: Type.Optional(text(128)),
        }),
        response: created(AiExample),
      },
    },
    async (request, reply) =>
      reply.code(201).send({ data: await addAiExample(memberOf(request).caller, request.body) }),
  )

  app.delete('/ai/examples/:exampleId', { config, schema: { params, response: answerOf(Named) } }, async (request) => {
    await removeAiExample(memberOf(request).caller, request.params.exampleId)
    return { data: { id: request.params.exampleId } }
  })
}

/** What the AI agent would have of it: nothing, if it is a draft or private. */
function proposed({ id = 'new', productId = null, status, private: isPrivate, ...texts }: Static<typeof Tried>) {
  const { question, answer } = completeTexts(texts)
  const isTold = status !== 'draft' && !isPrivate
  return { id, productId, article: isTold ? { id, question, answer, url: null } : null }
}
