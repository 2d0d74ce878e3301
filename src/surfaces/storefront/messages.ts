import { Type } from 'typebox'
import { rateAnswer } from '#core/ai-agent/ratings.ts'
import { handOff } from '#core/conversations/hand-off.ts'
import { readVisitorConversation, toVisitorMessage } from '#core/conversations/visitor-view.ts'
import { notFound } from '#core/errors.ts'
import {
  ATTRIBUTE_VALUE_MAX,
  ESCALATION_REASON_MAX,
  FILES_PER_MESSAGE_MAX,
  VISITOR_MESSAGES_PAGE,
  VISITOR_MESSAGES_PER_MINUTE,
} from '#core/limits.ts'
import {
  findCurrentConversation,
  listOlderMessages,
  listVisitorConversations,
  markReadByCustomer,
} from '#core/visitors/conversations.ts'
import { type Sent, sendAsVisitor } from '#core/visitors/messages.ts'
import { rateConversation } from '#core/visitors/rating.ts'
import { submitPreChat } from '#core/visitors/tracking.ts'
import { hashVisitorToken, requireVisitor } from '#core/visitors/visitors.ts'
import type { Shop } from '#database/database.ts'
import { findLiveConversation, findLiveMessage } from '#storage/conversations/live.ts'
import type { App } from '#surfaces/http/app.ts'
import { PageQuery, pageOf, paging } from '#surfaces/http/paging.ts'
import { body } from '#surfaces/http/schema.ts'
import { tokenOf, type VisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './parts.ts'
import { ANSWERS } from './records.ts'

const id = Type.String({ maxLength: 128 })
const clientId = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  examples: ['3f2b8c1e-5d47-4a6b-9c0d-1e2f3a4b5c6d'],
})
const answersOf = Type.Record(Type.String(), Type.String())

/** What is said: messages, conversations, asking for a person. */
export function messageRoutes(app: App, { limits }: Storefront, guard: VisitorGuard, checkToken: VisitorGuard): void {
  /** State of the conversation, next to the message; a message that was sent before is read as it is now. */
  const describe = async (shop: Shop, { conversationId, messageId, written }: Sent) => {
    const { message, conversation: live } = written ?? (await findSent(shop, conversationId, messageId))
    const conversation = await readVisitorConversation(shop, live)
    return { conversation, message, revision: conversation.revision }
  }
  const findSent = async (shop: Shop, conversationId: string, messageId: string) => {
    const [conversation, stored] = await Promise.all([
      findLiveConversation(shop, conversationId),
      findLiveMessage(shop, conversationId, messageId),
    ])
    const message = stored && toVisitorMessage(stored)
    if (!conversation || !message) throw notFound('Message') // deleted by the team in the same moment
    return { conversation, message }
  }

  app.post(
    '/messages',
    {
      schema: {
        body: body({
          clientId,
          text: Type.Optional(Type.String()),
          conversationId: Type.Optional(id),
          files: Type.Optional(Type.Array(id, { maxItems: FILES_PER_MESSAGE_MAX })),
          replyTo: Type.Optional(id),
          quickReply: Type.Optional(Type.Boolean()),
          campaign: Type.Optional(Type.String({ maxLength: 64 })),
          preChat: Type.Optional(answersOf),
        }),
        response: ANSWERS.sent,
      },
      onRequest: checkToken,
    },
    async (request, reply) => {
      const { shop, token } = tokenOf(request)
      const { preChat, text = '', clientId, ...send } = request.body
      await limits.take(
        `message:${hashVisitorToken(token)}`,
        VISITOR_MESSAGES_PER_MINUTE,
        `At most ${VISITOR_MESSAGES_PER_MINUTE} messages a minute.`,
      )
      if (preChat) await submitPreChat(shop, await requireVisitor(shop, token), preChat)
      const sent = await sendAsVisitor(shop, token, { ...send, text, clientId: clientId.toLowerCase() })
      return reply.code(sent.written ? 201 : 200).send({ data: await describe(shop, sent) })
    },
  )

  app.get(
    '/messages',
    {
      schema: {
        querystring: Type.Object({
          conversationId: Type.Optional(id),
          before: Type.Optional(Type.String()),
          limit: PageQuery.limit,
        }),
        response: ANSWERS.messages,
      },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { conversationId, before = null } = request.query
      const page = { conversationId, before, limit: pageOf(request.query, VISITOR_MESSAGES_PAGE).limit }
      const { messages, nextCursor } = await listOlderMessages(shop, visitor, page)
      return { data: messages, paging: paging(nextCursor) }
    },
  )

  app.get('/conversations', { schema: { response: ANSWERS.conversations }, onRequest: guard }, async (request) => {
    const { shop, visitor } = visitorOf(request)
    return { data: await listVisitorConversations(shop, visitor) }
  })

  app.post(
    '/read',
    {
      schema: { body: body({ conversationId: id, revision: Type.Integer({ minimum: 0 }) }) },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { conversationId, revision } = request.body
      await markReadByCustomer(shop, visitor, conversationId, revision)
      return { data: { conversationId, revision } }
    },
  )

  // Whether an answer of the AI agent helped.
  app.post(
    '/helpful',
    { schema: { body: body({ messageId: id, isHelpful: Type.Boolean() }) }, onRequest: guard },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      await rateAnswer(shop, visitor.contactId, request.body)
      return { data: request.body }
    },
  )

  // How a conversation went, once it is resolved.
  app.post(
    '/rating',
    {
      schema: {
        body: body({
          conversationId: id,
          score: Type.Integer({ minimum: 1, maximum: 5 }),
          comment: Type.Optional(Type.String({ maxLength: ATTRIBUTE_VALUE_MAX })),
        }),
      },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      await rateConversation(shop, visitor, request.body)
      return { data: request.body }
    },
  )

  app.post(
    '/escalate',
    {
      schema: { body: body({ reason: Type.Optional(Type.String({ maxLength: ESCALATION_REASON_MAX })) }) },
      onRequest: guard,
      preValidation: (request, _reply, done) => {
        request.body ??= {} // nothing has to be said
        done()
      },
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const current = await findCurrentConversation(shop, visitor)
      if (!current) return { data: { escalated: false, transferred: false, conversation: null, message: null } }
      const { reason } = request.body
      const actor = { kind: 'visitor' as const, contactId: visitor.contactId ?? '' }
      const wish = { tellIn: visitor.locale, ...(reason === undefined ? {} : { reason }) }
      const outcome = await handOff({ shop, actor }, current.id, wish)
      const now = (await findLiveConversation(shop, current.id)) ?? current
      return {
        data: {
          escalated: true,
          transferred: outcome.transferred,
          conversation: await readVisitorConversation(shop, now),
          message: outcome.customerMessage,
        },
      }
    },
  )
}
