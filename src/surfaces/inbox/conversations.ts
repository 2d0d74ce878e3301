import { Type } from 'typebox'
import { CHANNELS } from '#channels/availability.ts'
import { readAvailability } from '#core/conversations/availability.ts'
import {
  countMemberViews,
  getConversation,
  listPlaygroundConversations,
  listStoreConversations,
  setTyping,
} from '#core/conversations/conversations.ts'
import { handOff, handToAiAgent } from '#core/conversations/hand-off.ts'
import { assign, markRead, markUnread, setState } from '#core/conversations/state.ts'
import { INBOX_PAGE } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { sendConversation, sendPage } from '#surfaces/http/present.ts'
import { oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, PageQuery, pageOf } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { Availability, Counts } from './schemas/conversations.ts'

const params = ConversationPath
const config = ofConversation
const flag = Type.Optional(Type.Boolean())
const HOUR_MS = 60 * 60 * 1000

/** The list with its views, and what members do to a conversation. The acts are those of the REST API, by a member. */
export function conversationRoutes(app: App): void {
  app.get(
    '/conversations',
    {
      schema: {
        querystring: Type.Object({
          status: Type.Optional(oneOf(['open', 'resolved'])),
          channel: Type.Optional(oneOf(CHANNELS)),
          assigneeId: Type.Optional(Type.String({ description: 'A member’s id, me, or unassigned.' })),
          isRead: flag,
          isStarred: flag,
          isChatBot: flag,
          tag: Type.Optional(Type.Array(Type.String())),
          customerUuid: Type.Optional(Type.String()),
          playground: flag,
          ...PageQuery,
        }),
      },
    },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const { assigneeId, tag, customerUuid, playground, limit: _, cursor: __, ...filters } = request.query
      const page = pageOf(request.query, INBOX_PAGE)
      if (playground) return sendPage(reply, await listPlaygroundConversations(caller, page))
      const named = { me: memberId, unassigned: null }[assigneeId ?? '']
      const found = await listStoreConversations(caller, {
        ...page,
        ...filters,
        ...(assigneeId !== undefined && { assigneeId: named === undefined ? assigneeId : named }),
        ...(tag !== undefined && { tags: tag }),
        ...(customerUuid !== undefined && { contactId: customerUuid }),
      })
      return sendPage(reply, found)
    },
  )

  app.get('/conversations/counts', { schema: { response: answerOf(Counts) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: await countMemberViews(caller, memberId) }
  })

  // Told before a reply is refused: until when the channel takes replies, and why not where it does not.
  app.get(
    '/conversations/:id/availability',
    { config, schema: { params, response: answerOf(Availability) } },
    async (request) => {
      const found = await readAvailability(memberOf(request).caller, request.params.id)
      const { reason, windowEnd, windowMs, account } = found
      const repliesUntil = reason === null ? windowEnd : null
      const through = account && { name: account.name, address: account.address }
      return { data: { repliesUntil, reason, windowHours: windowEnd && windowMs / HOUR_MS, account: through } }
    },
  )

  app.get('/conversations/:id', { schema: { params } }, async (request, reply) =>
    sendConversation(reply, await getConversation(memberOf(request).caller, request.params.id), true),
  )

  app.post(
    '/conversations/:id/state',
    { config, schema: { params, body: body({ status: oneOf(['open', 'resolved']) }) } },
    async (request, reply) =>
      sendConversation(reply, await setState(memberOf(request).caller, request.params.id, request.body.status), false),
  )

  app.post(
    '/conversations/:id/assign',
    { config, schema: { params, body: body({ memberId: Type.Union([Type.String(), Type.Null()]) }) } },
    async (request, reply) =>
      sendConversation(reply, await assign(memberOf(request).caller, request.params.id, request.body.memberId), false),
  )

  app.post('/conversations/:id/read', { config, schema: { params } }, async (request, reply) =>
    sendConversation(reply, await markRead(memberOf(request).caller, request.params.id), false),
  )

  app.post('/conversations/:id/unread', { config, schema: { params } }, async (request, reply) =>
    sendConversation(reply, await markUnread(memberOf(request).caller, request.params.id), false),
  )

  app.post(
    '/conversations/:id/typing',
    { config, schema: { params, body: body({ active: Type.Boolean() }) } },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: await setTyping(caller, request.params.id, { memberId, active: request.body.active }) }
    },
  )

  // Both ways between the AI agent and the team.
  app.post(
    '/conversations/:id/ai',
    { config, schema: { params, body: body({ isChatBot: Type.Boolean() }) } },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const { id } = request.params
      if (request.body.isChatBot) return sendConversation(reply, await handToAiAgent(caller, id, memberId), false)
      await handOff(caller, id, { memberId })
      return sendConversation(reply, await getConversation(caller, id), false)
    },
  )
}
