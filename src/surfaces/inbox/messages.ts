import { Type } from 'typebox'
import { getOriginal, sendAgain } from '#core/channels/sending.ts'
import { forwardMessage } from '#core/conversations/forward.ts'
import { getMemberMessage, readMemberMessages } from '#core/conversations/member-view.ts'
import { postInternalNote, postReply } from '#core/conversations/replies.ts'
import { invalidParams } from '#core/errors.ts'
import { MESSAGE_TEXT_MAX, MESSAGES_PAGE } from '#core/limits.ts'
import { countChosenRecipients } from '#core/mail/mail-counts.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, PageQuery, pageOf, paging, sendJson } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { ClientId, FileIds, IsFormatted, Original, OriginalWords, ReplyRecipients } from './schemas/conversations.ts'
import { Along, CardChoices } from './schemas/texts.ts'

const config = ofConversation
const params = ConversationPath
const MessagePath = Type.Object({ ...ConversationPath.properties, messageId: Type.String() })

/** Conversations as members read and write them. A message has its REST record's keys, and position, revision, clientId. */
export function messageRoutes(app: App, mailCounter: RateCounter): void {
  app.get(
    '/conversations/:id/messages',
    { config, schema: { params, querystring: Type.Object(PageQuery) } },
    async (request, reply) => {
      const page = pageOf(request.query, MESSAGES_PAGE)
      const found = await readMemberMessages(memberOf(request).caller, request.params.id, page)
      const rest = JSON.stringify({ revision: found.revision, paging: paging(found.nextCursor) })
      return sendJson(reply, `{"data":[${found.messages.join(',')}],${rest.slice(1)}`)
    },
  )

  app.post(
    '/conversations/:id/messages',
    {
      config,
      schema: {
        params,
        body: body({
          text: Type.String({ maxLength: MESSAGE_TEXT_MAX }),
          isNote: Type.Optional(Type.Boolean()),
          files: Type.Optional(FileIds),
          clientId: Type.Optional(ClientId),
          isFormatted: Type.Optional(IsFormatted),
          // Done along with a reply: all of it, or nothing.
          replyActions: Type.Optional(Along),
          email: Type.Optional(ReplyRecipients),
          original: Type.Optional(OriginalWords),
          cards: Type.Optional(CardChoices),
        }),
      },
    },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const { id } = request.params
      const { isNote, replyActions, ...message } = request.body
      if (isNote && replyActions) throw invalidParams('replyActions goes with a reply, not with an internal note.')
      if (isNote && message.email) throw invalidParams('email goes with a reply, not with an internal note.')
      if (isNote && message.cards) throw invalidParams('cards go with a reply, not with an internal note.')
      if (isNote && message.isFormatted) throw invalidParams('isFormatted is for replies, not for internal notes.')
      if (isNote && message.original) throw invalidParams('original goes with a reply, not with an internal note.')
      if (message.email) await countChosenRecipients(mailCounter, caller, memberId)
      const words = { ...message, memberId }
      const { renderedJson } = isNote
        ? await postInternalNote(caller, id, words)
        : await postReply(caller, id, words, replyActions)
      const stored = await getMemberMessage(caller, id, JSON.parse(renderedJson).id as string)
      return sendJson(reply, `{"data":${stored}}`, 201)
    },
  )

  app.post(
    '/conversations/:id/messages/:messageId/forward',
    {
      config,
      schema: {
        params: MessagePath,
        body: body({
          text: Type.String({ maxLength: MESSAGE_TEXT_MAX }),
          email: ReplyRecipients,
          clientId: Type.Optional(ClientId),
        }),
      },
    },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const { id, messageId } = request.params
      await countChosenRecipients(mailCounter, caller, memberId)
      const { renderedJson } = await forwardMessage(caller, id, messageId, { ...request.body, memberId })
      const stored = await getMemberMessage(caller, id, JSON.parse(renderedJson).id as string)
      return sendJson(reply, `{"data":${stored}}`, 201)
    },
  )

  app.post(
    '/conversations/:id/messages/:messageId/send-again',
    { config, schema: { params: MessagePath } },
    async (request, reply) => {
      const { caller } = memberOf(request)
      const { id, messageId } = request.params
      await sendAgain(caller, id, messageId)
      return sendJson(reply, `{"data":${await getMemberMessage(caller, id, messageId)}}`)
    },
  )

  app.get(
    '/conversations/:id/messages/:messageId/original',
    { config, schema: { params: MessagePath, response: answerOf(Original) } },
    async (request) => {
      const { id, messageId } = request.params
      const original = await getOriginal(memberOf(request).caller, id, messageId)
      const { subject, sender, isVerified, text, html, toAddresses: to, ccAddresses: cc } = original
      return { data: { subject, sender, isVerified, text, html, to, cc } }
    },
  )

  // For a frame without rights: a document of its own, so that no rule of the page around it holds in it, nor the reverse.
  app.get(
    '/conversations/:id/messages/:messageId/original.html',
    { config, schema: { params: MessagePath } },
    async (request, reply) => {
      const { id, messageId } = request.params
      const { html } = await getOriginal(memberOf(request).caller, id, messageId)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', ORIGINAL_POLICY)
        .send(page(html ?? ''))
    },
  )
}

/** No code, no forms, nothing from elsewhere: pictures are those that came with the mail. */
const ORIGINAL_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'"

const page = (html: string) => `<!doctype html><meta charset="utf-8"><base target="_blank"><style>
body{font:14px/1.5 system-ui,sans-serif;margin:12px;overflow-wrap:anywhere;background:#fff;color:#111}
img{max-width:100%}</style>${html}`
