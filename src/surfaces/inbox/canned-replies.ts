import { Type } from 'typebox'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import {
  addCannedReply,
  editCannedReply,
  listStoreCannedReplies,
  removeCannedReply,
} from '#core/members/canned-replies.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { CannedReply } from './schemas/texts.ts'

const params = Type.Object({ replyId: Type.String() })
const shortcut = text(100)
const words = text(MESSAGE_TEXT_MAX)

/** Texts behind shortcuts. Every member may keep them. */
export function cannedReplyRoutes(app: App): void {
  app.get('/canned-replies', { schema: { response: answerOf(Type.Array(CannedReply)) } }, async (request) => ({
    data: await listStoreCannedReplies(memberOf(request).caller),
  }))

  app.post(
    '/canned-replies',
    { schema: { body: body({ shortcut, text: words }), response: created(CannedReply) } },
    async (request, reply) =>
      reply.code(201).send({ data: await addCannedReply(memberOf(request).caller, request.body) }),
  )

  app.patch(
    '/canned-replies/:replyId',
    {
      schema: {
        params,
        body: body({ shortcut: Type.Optional(shortcut), text: Type.Optional(words) }),
        response: answerOf(CannedReply),
      },
    },
    async (request) => ({
      data: await editCannedReply(memberOf(request).caller, request.params.replyId, request.body),
    }),
  )

  app.delete('/canned-replies/:replyId', { schema: { params, response: answerOf(Named) } }, async (request) => {
    await removeCannedReply(memberOf(request).caller, request.params.replyId)
    return { data: { id: request.params.replyId } }
  })
}
