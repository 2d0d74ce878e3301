import { Type } from 'typebox'
import { REWRITINGS } from '#core/ai-agent/rewriting.ts'
import { CUSTOMER_QUESTION_MAX, MESSAGE_TEXT_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { oneOf } from '#surfaces/http/schema.ts'
import type { AiAgentForMembers } from './ai-agent.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, text } from './kit/routes.ts'
import { CustomerAnswer } from './schemas/ai-agent.ts'
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
