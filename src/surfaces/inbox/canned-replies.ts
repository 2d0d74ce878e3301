import { Type } from 'typebox'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import {
  addCannedReply,
  editCannedReply,
  listMyCannedReplies,
  removeCannedReply,
} from '#core/members/canned-replies.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { CannedReply, ReplyActs } from './schemas/texts.ts'

const params = Type.Object({ replyId: Type.String() })
const shortcut = text(100)
const words = text(MESSAGE_TEXT_MAX)

const isShared = Type.Optional(Type.Boolean())
const actions = Type.Optional(ReplyActs)

/** Texts behind shortcuts, and what is done along with them: the store's, which every member may keep, and one's own. */
export function cannedReplyRoutes(app: App): void {
  app.get('/canned-replies', { schema: { response: answerOf(Type.Array(CannedReply)) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: await listMyCannedReplies(caller, memberId) }
  })

  app.post(
    '/canned-replies',
    { schema: { body: body({ shortcut, text: words, isShared, actions }), response: created(CannedReply) } },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      return reply.code(201).send({ data: await addCannedReply(caller, memberId, request.body) })
    },
  )

  app.patch(
    '/canned-replies/:replyId',
    {
      schema: {
        params,
        body: body({ shortcut: Type.Optional(shortcut), text: Type.Optional(words), isShared, actions }),
        response: answerOf(CannedReply),
      },
    },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: await editCannedReply(caller, memberId, request.params.replyId, request.body) }
    },
  )

  app.delete('/canned-replies/:replyId', { schema: { params, response: answerOf(Named) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    await removeCannedReply(caller, memberId, request.params.replyId)
    return { data: { id: request.params.replyId } }
  })
}
