import { Type } from 'typebox'
import { getMemberMessage } from '#core/conversations/member-view.ts'
import type { FileStore } from '#core/files/files.ts'
import { FILES_PER_MESSAGE_MAX, MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { countChosenRecipients } from '#core/mail/mail-counts.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import {
  cancelScheduledReply,
  editScheduledReply,
  listScheduledReplies,
  scheduleReply,
  sendScheduledNow,
} from '#core/scheduled/scheduled-replies.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, sendJson } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { TemplateChoice } from './schemas/channels.ts'
import { IsFormatted, OriginalWords, ReplyRecipients } from './schemas/conversations.ts'
import { ScheduledLine } from './schemas/scheduled.ts'
import { Along, CardChoices } from './schemas/texts.ts'

const config = ofConversation
const params = ConversationPath
const path = Type.Object({ ...ConversationPath.properties, scheduledId: Type.String() })
const text = Type.String({ maxLength: MESSAGE_TEXT_MAX })
const files = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: FILES_PER_MESSAGE_MAX,
  description: 'Ids of files that the author sent before (POST /files); when it is changed, all that go with it.',
})
const sendAt = Type.String({ format: 'date-time' })

/** Replies that are sent later: written, changed and sent now by their authors, cancelled by any member. */
export function scheduledReplyRoutes(app: App, store: FileStore, mailCounter: RateCounter): void {
  app.get(
    '/conversations/:id/scheduled',
    { config, schema: { params, response: answerOf(Type.Array(ScheduledLine)) } },
    async (request) => ({ data: await listScheduledReplies(memberOf(request).caller, request.params.id) }),
  )

  app.post(
    '/conversations/:id/scheduled',
    {
      config,
      schema: {
        params,
        body: body({
          text,
          sendAt,
          cancelsOnReply: Type.Optional(Type.Boolean()),
          replyActions: Type.Optional(Along),
          files: Type.Optional(files),
          email: Type.Optional(ReplyRecipients),
          original: Type.Optional(OriginalWords),
          isFormatted: Type.Optional(IsFormatted),
          cards: Type.Optional(CardChoices),
          template: Type.Optional(TemplateChoice),
        }),
        response: created(ScheduledLine),
      },
    },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      if (request.body.email) await countChosenRecipients(mailCounter, caller, memberId)
      const { sendAt, cancelsOnReply = false, text, replyActions = {}, files = [], email = null } = request.body
      const { original = null, isFormatted = false, cards = [], template = null } = request.body
      const scheduled = {
        text,
        sendAt: new Date(sendAt),
        cancelsOnReply,
        replyActions,
        files,
        email,
        original,
        isFormatted,
        cards,
        template,
        memberId,
      }
      return reply.code(201).send({ data: await scheduleReply(caller, request.params.id, scheduled) })
    },
  )

  app.patch(
    '/conversations/:id/scheduled/:scheduledId',
    {
      config,
      schema: {
        params: path,
        body: body({
          text: Type.Optional(text),
          sendAt: Type.Optional(sendAt),
          cancelsOnReply: Type.Optional(Type.Boolean()),
          replyActions: Type.Optional(Along),
          files: Type.Optional(files),
          isFormatted: Type.Optional(IsFormatted),
        }),
        response: answerOf(ScheduledLine),
      },
    },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      const { sendAt, ...rest } = request.body
      const edit = { ...rest, ...(sendAt !== undefined && { sendAt: new Date(sendAt) }), memberId }
      return { data: await editScheduledReply(caller, request.params.id, request.params.scheduledId, edit, store) }
    },
  )

  app.delete(
    '/conversations/:id/scheduled/:scheduledId',
    { config, schema: { params: path, response: answerOf(Named) } },
    async (request) => ({
      data: await cancelScheduledReply(memberOf(request).caller, request.params.id, request.params.scheduledId, store),
    }),
  )

  app.post(
    '/conversations/:id/scheduled/:scheduledId/send',
    { config, schema: { params: path } },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const { id, scheduledId } = request.params
      const { messageId } = await sendScheduledNow(caller, id, scheduledId, memberId)
      return sendJson(reply, `{"data":${await getMemberMessage(caller, id, messageId)}}`)
    },
  )
}
