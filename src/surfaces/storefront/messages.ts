import { Type } from 'typebox'
import { notFound } from '#core/errors.ts'
import { handOff } from '#core/hand-off.ts'
import { FILES_PER_MESSAGE_MAX, THREAD_PAGE, VISITOR_MESSAGES_PER_MINUTE } from '#core/limits.ts'
import { toVisitorConversation, toVisitorMessage } from '#core/live.ts'
import { sendAsVisitor } from '#core/visitor-messages.ts'
import {
  findCurrentThread,
  listOlderMessages,
  listVisitorConversations,
  markReadByCustomer,
} from '#core/visitor-thread.ts'
import { submitPreChat } from '#core/visitor-tracking.ts'
import type { Shop } from '#storage/database.ts'
import { findThread, findThreadMessage, type ThreadMessageRow, type ThreadRow } from '#storage/threads.ts'
import type { App } from '#surfaces/http/app.ts'
import { type createVisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './storefront.ts'

type Guard = ReturnType<typeof createVisitorGuard>
const id = Type.String({ maxLength: 128 })
const clientId = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })
const answersOf = Type.Record(Type.String(), Type.String())

/** What is said: messages, conversations, asking for a person. */
export function messageRoutes(app: App, { limits }: Storefront, guard: Guard): void {
  const describe = async (shop: Shop, conversationId: string, messageId: string) => {
    const [thread, message] = await Promise.all([
      findThread(shop, conversationId),
      findThreadMessage(shop, conversationId, messageId),
    ])
    if (!thread || !message) throw notFound('Message') // deleted by the team in the same moment
    const conversation = await toVisitorConversation(shop, thread as ThreadRow)
    return { conversation, message: toVisitorMessage(message as ThreadMessageRow), revision: conversation.revision }
  }

  app.post(
    '/messages',
    {
      schema: {
        body: Type.Object({
          clientId,
          text: Type.Optional(Type.String()),
          conversationId: Type.Optional(id),
          files: Type.Optional(Type.Array(id, { maxItems: FILES_PER_MESSAGE_MAX })),
          replyTo: Type.Optional(id),
          quickReply: Type.Optional(Type.Boolean()),
          campaign: Type.Optional(Type.String({ maxLength: 64 })),
          preChat: Type.Optional(answersOf),
        }),
      },
      onRequest: guard,
    },
    async (request, reply) => {
      const { shop, visitor } = visitorOf(request)
      const { preChat, text = '', clientId, ...send } = request.body
      await limits.take(
        `message:${visitor.id}`,
        VISITOR_MESSAGES_PER_MINUTE,
        `At most ${VISITOR_MESSAGES_PER_MINUTE} messages a minute.`,
      )
      if (preChat) await submitPreChat(shop, visitor, preChat)
      const sent = await sendAsVisitor(shop, visitor.id, { ...send, text, clientId: clientId.toLowerCase() })
      const data = await describe(shop, sent.conversationId, sent.messageId)
      return reply.code(sent.isNew ? 201 : 200).send({ data })
    },
  )

  app.get(
    '/messages',
    {
      schema: {
        querystring: Type.Object({
          conversationId: Type.Optional(id),
          before: Type.Optional(Type.String()),
          limit: Type.Optional(Type.Integer({ minimum: 1 })),
        }),
      },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { conversationId, before = null, limit = THREAD_PAGE.default } = request.query
      const page = { conversationId, before, limit: Math.min(limit, THREAD_PAGE.max) }
      const { messages, nextCursor } = await listOlderMessages(shop, visitor, page)
      return { data: messages, paging: { nextCursor, hasMore: nextCursor !== null } }
    },
  )

  app.get('/conversations', { onRequest: guard }, async (request) => {
    const { shop, visitor } = visitorOf(request)
    return { data: await listVisitorConversations(shop, visitor) }
  })

  app.post(
    '/read',
    {
      schema: { body: Type.Object({ conversationId: id, revision: Type.Integer({ minimum: 0 }) }) },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { conversationId, revision } = request.body
      await markReadByCustomer(shop, visitor, conversationId, revision)
      return { data: { conversationId, revision } }
    },
  )

  app.post(
    '/escalate',
    {
      schema: { body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) }) },
      onRequest: guard,
      preValidation: (request, _reply, done) => {
        request.body ??= {} // nothing has to be said
        done()
      },
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const thread = await findCurrentThread(shop, visitor)
      if (!thread) return { data: { escalated: false, transferred: false, conversation: null, message: null } }
      const { reason } = request.body
      const actor = { kind: 'visitor' as const, contactId: visitor.contactId ?? '' }
      const outcome = await handOff({ shop, actor }, thread.id, reason === undefined ? {} : { reason })
      const now = (await findThread(shop, thread.id)) ?? thread
      return {
        data: {
          escalated: true,
          transferred: outcome.transferred,
          conversation: await toVisitorConversation(shop, now),
          message: outcome.customerMessage,
        },
      }
    },
  )
}
