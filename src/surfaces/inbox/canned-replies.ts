import { Type } from 'typebox'
import type { FileStore } from '#core/files/files.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import {
  addCannedReply,
  copyFilesOfCannedReply,
  editCannedReply,
  listMyCannedReplies,
  removeCannedReply,
} from '#core/members/canned-replies.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { FileIds, SentFile } from './schemas/conversations.ts'
import { CannedReply, ReplyActs } from './schemas/texts.ts'

const params = Type.Object({ replyId: Type.String() })
const shortcut = text(100)
const words = text(MESSAGE_TEXT_MAX)

const isShared = Type.Optional(Type.Boolean())
const actions = Type.Optional(ReplyActs)
const files = Type.Optional(FileIds)

/** Texts behind shortcuts, and what is done along with them: the store's, which every member may keep, and one's own. */
export function cannedReplyRoutes(app: App, store: FileStore): void {
  app.get('/canned-replies', { schema: { response: answerOf(Type.Array(CannedReply)) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: await listMyCannedReplies(caller, memberId) }
  })

  app.post(
    '/canned-replies',
    { schema: { body: body({ shortcut, text: words, isShared, actions, files }), response: created(CannedReply) } },
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
        body: body({ shortcut: Type.Optional(shortcut), text: Type.Optional(words), isShared, actions, files }),
        response: answerOf(CannedReply),
      },
    },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: await editCannedReply(caller, memberId, request.params.replyId, request.body, store) }
    },
  )

  // A message takes copies: the reply is used again.
  app.post(
    '/canned-replies/:replyId/files',
    { schema: { params, response: created(Type.Array(SentFile)) } },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const copies = await copyFilesOfCannedReply(caller, memberId, request.params.replyId, store)
      return reply.code(201).send({ data: copies })
    },
  )

  app.delete('/canned-replies/:replyId', { schema: { params, response: answerOf(Named) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    await removeCannedReply(caller, memberId, request.params.replyId, store)
    return { data: { id: request.params.replyId } }
  })
}
