import { Type } from 'typebox'
import { mergeConversations, readMerges, undoConversationMerge } from '#core/merging/conversations.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from '../kit/guard.ts'
import { body, ConversationPath, ofConversation } from '../kit/routes.ts'
import { answerOf, created } from '../schemas/answers.ts'
import { ConversationMergeLine, Merges, PartedConversations } from '../schemas/merging.ts'

const config = ofConversation
const params = ConversationPath

/** Conversations of one contact that are about one thing: merged, shown so, and parted again. */
export function conversationMergingRoutes(app: App): void {
  app.get('/conversations/:id/merges', { config, schema: { params, response: answerOf(Merges) } }, async (request) => ({
    data: await readMerges(memberOf(request).caller, request.params.id),
  }))

  app.post(
    '/conversations/:id/merge',
    { config, schema: { params, body: body({ into: Type.String() }), response: created(ConversationMergeLine) } },
    async (request, reply) => {
      const { caller } = memberOf(request)
      return reply.code(201).send({ data: await mergeConversations(caller, request.body.into, request.params.id) })
    },
  )

  app.post(
    '/conversation-merges/:id/undo',
    { schema: { params, response: answerOf(PartedConversations) } },
    async (request) => ({ data: await undoConversationMerge(memberOf(request).caller, request.params.id) }),
  )
}
