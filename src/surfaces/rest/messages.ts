import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { postAsCustomer } from '#core/conversations/customer-messages.ts'
import { getMessage, listConversationMessages } from '#core/conversations/messages.ts'
import { postInternalNote, postReply } from '#core/conversations/replies.ts'
import { invalidParams } from '#core/errors.ts'
import { MESSAGE_TEXT_MAX, MESSAGES_PAGE } from '#core/limits.ts'
import { answers, data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { ofConversation } from '#surfaces/http/check-path-before-body.ts'
import { answerOnce, IdempotencyHeaders } from '#surfaces/http/idempotency-key.ts'
import { pageOf } from '#surfaces/http/paging.ts'
import { messageDetail, sendMessage, sendPage } from '#surfaces/http/present.ts'
import { Message, MessageDetail } from '#surfaces/http/records.ts'
import { body, oneOf } from '#surfaces/http/schema.ts'
import { ConversationPath, dataWithMeta, page, pageQuery } from './schemas.ts'

const tags = ['Messages']

/** Spec 4.2. */
export function messageRoutes(app: App): void {
  app.get(
    '/conversations/:id/messages',
    {
      config: ofConversation,
      schema: {
        operationId: 'listMessages',
        summary: 'List messages',
        description: 'Oldest first unless order is desc. Deleted messages are left out, internal notes are not.',
        tags,
        params: ConversationPath,
        querystring: Type.Object({
          ...pageQuery(MESSAGES_PAGE),
          order: Type.Optional(oneOf(['asc', 'desc'], 'Default asc, oldest first.')),
        }),
        response: answers({ schema: page(Message), also: ['missing'] }),
      },
    },
    async (request, reply) => {
      const { order = 'asc', ...paging } = request.query
      const found = await listConversationMessages(callerOf(request), request.params.id, {
        ...pageOf(paging, MESSAGES_PAGE),
        order,
      })
      return sendPage(reply, found, found.source)
    },
  )

  app.get(
    '/conversations/:id/messages/:messageId',
    {
      schema: {
        operationId: 'getMessage',
        summary: 'Get one message',
        description: 'By UUID or number. Deleted messages are returned with isDeleted: true.',
        tags,
        params: Type.Object({ ...ConversationPath.properties, messageId: Type.String() }),
        response: answers({ schema: dataWithMeta(MessageDetail), also: ['missing'] }),
      },
    },
    async (request, reply) => {
      const { id, messageId } = request.params
      return sendMessage(reply, await getMessage(callerOf(request), id, messageId))
    },
  )

  app.post(
    '/conversations/:id/messages',
    {
      config: ofConversation,
      schema: {
        operationId: 'postMessage',
        summary: 'Send a message',
        description:
          'A member’s reply, an internal note, or the customer’s own words. Each call sends another message, unless it repeats one with its Idempotency-Key. A reply ends the AI agent’s hold on the conversation and is delivered on its channel; a note (isNote) never reaches the customer; asCustomer relays the text as the customer, and then memberId and isNote are ignored.',
        tags,
        params: ConversationPath,
        headers: IdempotencyHeaders,
        body: body({
          text: Type.String({ maxLength: MESSAGE_TEXT_MAX, description: 'Characters are Unicode code points.' }),
          memberId: Type.Optional(
            Type.Union([Type.String(), Type.Null()], {
              description: 'An active member; required unless asCustomer is true.',
            }),
          ),
          isNote: Type.Optional(Type.Boolean({ default: false })),
          asCustomer: Type.Optional(Type.Boolean({ default: false })),
        }),
        response: answers({ status: 201, schema: data(MessageDetail), also: ['missing', 'conflict'] }),
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (caller) => {
        const message = await post(caller, request.params.id, request.body)
        return { status: 201, body: `{"data":${messageDetail(message)}}` }
      }),
  )
}

interface PostBody {
  text: string
  memberId?: string | null
  isNote?: boolean
  asCustomer?: boolean
}

async function post(caller: Caller, id: string, { text, memberId, isNote, asCustomer }: PostBody) {
  if (asCustomer) return postAsCustomer(caller, id, text)
  if (memberId === undefined || memberId === null) {
    await requireConversation(caller.shop, id)
    throw invalidParams('memberId is required unless asCustomer is true.')
  }
  return isNote ? postInternalNote(caller, id, { text, memberId }) : postReply(caller, id, { text, memberId })
}
