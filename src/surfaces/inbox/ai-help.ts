import { Type } from 'typebox'
import { REWRITINGS } from '#core/ai-agent/rewriting.ts'
import { CUSTOMER_QUESTION_MAX, MESSAGE_TEXT_MAX, TYPED_SENTENCE_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { oneOf } from '#surfaces/http/schema.ts'
import type { AiAgentForMembers } from './ai-agent.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, text } from './kit/routes.ts'
import { CustomerAnswer, TypedSuggestion } from './schemas/ai-agent.ts'
import { answerOf } from './schemas/answers.ts'

/** What the AI agent does for a member who is writing a reply. */
export function aiHelpRoutes(app: App, aiAgent: AiAgentForMembers): void {
  app.post(
    '/ai/rewrite',
    {
      schema: {
        body: body({ text: text(2 * MESSAGE_TEXT_MAX), how: oneOf([...REWRITINGS]) }),
        response: answerOf(Type.Object({ text: Type.String() })),
      },
    },
    async (request) => {
      const { text: draft, how } = request.body
      return { data: { text: await aiAgent.rewrite(memberOf(request).caller.shop, draft, how) } }
    },
  )

  // While a member types: sentences of the store's public articles, each with the article.
  app.post(
    '/conversations/:id/typed-suggestions',
    {
      config: ofConversation,
      schema: {
        params: ConversationPath,
        body: body({ text: text(2 * TYPED_SENTENCE_MAX) }),
        response: answerOf(Type.Array(TypedSuggestion)),
      },
    },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: await aiAgent.suggestWhileTyping(caller, memberId, request.params.id, request.body.text) }
    },
  )

  app.post(
    '/conversations/:id/questions',
    {
      config: ofConversation,
      schema: {
        params: ConversationPath,
        body: body({ question: text(2 * CUSTOMER_QUESTION_MAX) }),
        response: answerOf(CustomerAnswer),
      },
    },
    async (request) => ({
      data: (await aiAgent.askAboutCustomer(
        memberOf(request).caller,
        request.params.id,
        request.body.question,
      )) as never,
    }),
  )
}
