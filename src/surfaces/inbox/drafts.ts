import { Type } from 'typebox'
import { getOwnDraft, keepOwnDraft, listOwnDrafts } from '#core/conversations/drafts.ts'
import type { App } from '#surfaces/http/app.ts'
import { nullable } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { ClientId } from './schemas/conversations.ts'
import { DraftLine, SharedDraft } from './schemas/drafts.ts'

const config = ofConversation
const params = ConversationPath

/** Drafts of the member who asks: nobody else sees them. */
export function draftRoutes(app: App): void {
  app.get('/drafts', { schema: { response: answerOf(Type.Array(DraftLine)) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: (await listOwnDrafts(caller, memberId)) as never }
  })

  app.get(
    '/conversations/:id/draft',
    { config, schema: { params, response: answerOf(nullable(DraftLine)) } },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: (await getOwnDraft(caller, memberId, request.params.id)) as never }
    },
  )

  app.put(
    '/conversations/:id/draft',
    {
      config,
      schema: {
        params,
        body: body({ draft: nullable(SharedDraft), browser: ClientId }),
        response: answerOf(DraftLine),
      },
    },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: (await keepOwnDraft(caller, memberId, request.params.id, request.body)) as never }
    },
  )
}
