import { type Static, Type } from 'typebox'
import type { AnswerAboutCustomer } from '#core/ai-agent/customer-question.ts'
import { askInPlayground, listTraces } from '#core/ai-agent/playground.ts'
import { makeAiAgentReport } from '#core/ai-agent/reports.ts'
import type { Rewriting } from '#core/ai-agent/rewriting.ts'
import { listUnansweredGroups, settleUnanswered, unsettleUnanswered } from '#core/ai-agent/unanswered.ts'
import type { Caller } from '#core/caller.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import {
  AiReport,
  AiTrace,
  AiTrial,
  type ChangeTrial,
  type MonthReplay,
  type TypedSuggestion,
  UnansweredQuestion,
} from './schemas/ai-agent.ts'
import { answerOf, created, Named } from './schemas/answers.ts'

/** What an admin thinks of changing. */
interface Proposal {
  article?: {
    id: string
    productId: string | null
    /** Null: nobody would be told it. */
    article: { id: string; question: string; answer: string; url: string | null } | null
  }
  /** As `settings.ai` of a store. */
  ai?: object
}

/** What the AI agent does for members, without writing anything. NOT_FOUND for no conversation. */
export interface AiAgentForMembers {
  /** What it would answer now; null where the customer said nothing. */
  suggest(shop: Shop, conversationId: string): Promise<AiTrial | null>
  /** What it would say today to each turn of a conversation that took place. */
  replay(shop: Shop, conversationId: string): Promise<AiTrial[]>
  /** One step of asking past questions as things are and as they would be. INVALID_PARAMS for settings that cannot be. */
  tryChange(shop: Shop, proposal: Proposal, cursor: string | null): Promise<ChangeTrial>
  /** One step of asking the questions of the last 30 days again. INVALID_PARAMS for an unknown cursor. */
  replayMonth(shop: Shop, how: { cursor: string | null; asksModel: boolean }): Promise<MonthReplay>
  /** The conversation in a few lines. */
  summarise(shop: Shop, conversationId: string): Promise<string>
  /** Whether drafts can be rewritten: it takes a model. */
  canRewrite: boolean
  /** A draft in other words. INVALID_PARAMS without a model, UNAVAILABLE where it gives none, RATE_LIMITED. */
  rewrite(shop: Shop, draft: string, how: Rewriting): Promise<string>
  /** Sentences of articles for the one that a member is writing. INVALID_PARAMS, NOT_FOUND, RATE_LIMITED. */
  suggestWhileTyping(
    caller: Caller,
    memberId: string,
    conversationId: string,
    typed: string,
  ): Promise<Static<typeof TypedSuggestion>[]>
  /** What the store's records say about a member's question. NOT_FOUND for no conversation, RATE_LIMITED. */
  askAboutCustomer(caller: Caller, conversationId: string, question: string): Promise<AnswerAboutCustomer>
}

const params = Type.Object({ id: Type.String() })
const span = { from: text(40), to: text(40) }
const UNANSWERED_MAX = 50

/** Trying the AI agent, looking at what it did and why, and letting it help. */
export function aiAgentRoutes(app: App, aiAgent: AiAgentForMembers): void {
  // Asks it something, in a new conversation of the playground or one that is gone on with.
  app.post(
    '/ai/playground',
    {
      schema: {
        body: body({ text: text(2 * MESSAGE_TEXT_MAX), conversationId: Type.Optional(Type.String()) }),
        response: created(Type.Object({ conversationId: Type.String() })),
      },
    },
    async (request, reply) =>
      reply.code(201).send({ data: await askInPlayground(memberOf(request).caller, request.body) }),
  )

  app.get('/ai/unanswered', { schema: { response: answerOf(Type.Array(UnansweredQuestion)) } }, async (request) => ({
    data: await listUnansweredGroups(memberOf(request).caller, UNANSWERED_MAX),
  }))

  // A question that needs no answer any more, with all that are much like it; DELETE takes it back.
  app.put('/ai/unanswered/:id/settled', { schema: { params, response: answerOf(Named) } }, async (request) => {
    await settleUnanswered(memberOf(request).caller, request.params.id)
    return { data: { id: request.params.id } }
  })
  app.delete('/ai/unanswered/:id/settled', { schema: { params, response: answerOf(Named) } }, async (request) => {
    await unsettleUnanswered(memberOf(request).caller, request.params.id)
    return { data: { id: request.params.id } }
  })

  app.get(
    '/ai/report',
    { schema: { querystring: Type.Object(span), response: answerOf(AiReport) } },
    async (request) => ({ data: await makeAiAgentReport(memberOf(request).caller, request.query) }),
  )

  app.get(
    '/conversations/:id/ai',
    { schema: { params, response: answerOf(Type.Array(AiTrace)) } },
    async (request) => ({ data: (await listTraces(memberOf(request).caller, request.params.id)) as never }),
  )

  app.post(
    '/conversations/:id/suggestion',
    { schema: { params, response: answerOf(Type.Union([AiTrial, Type.Null()])) } },
    async (request) => ({ data: await aiAgent.suggest(memberOf(request).caller.shop, request.params.id) }),
  )

  app.post(
    '/conversations/:id/replay',
    { schema: { params, response: answerOf(Type.Array(AiTrial)) } },
    async (request) => ({ data: await aiAgent.replay(memberOf(request).caller.shop, request.params.id) }),
  )

  app.post(
    '/conversations/:id/summary',
    { schema: { params, response: answerOf(Type.Object({ text: Type.String() })) } },
    async (request) => ({
      data: { text: await aiAgent.summarise(memberOf(request).caller.shop, request.params.id) },
    }),
  )
}
