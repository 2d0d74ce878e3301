import { Type } from 'typebox'
import { CHANNELS } from '#channels/channel-window.ts'
import {
  countMemberViews,
  getConversation,
  listMemberConversations,
  listPlaygroundConversations,
  setTyping,
} from '#core/conversations/conversations.ts'
import { readAvailability } from '#core/conversations/delivery-route.ts'
import { handOff, handToAiAgent } from '#core/conversations/hand-off.ts'
import { assign, markRead, markUnread, setSnoozed, setState } from '#core/conversations/state.ts'
import { invalidParams } from '#core/errors.ts'
import { INBOX_PAGE } from '#core/limits.ts'
import { toListFilters } from '#core/members/saved-views.ts'
import { PRIORITIES } from '#core/priorities.ts'
import { readSegmentFilter } from '#core/segments/filter.ts'
import { readReportFilters } from '#core/stores/reports.ts'
import type { App } from '#surfaces/http/app.ts'
import { sendPage } from '#surfaces/http/present.ts'
import { nullable, oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { sendForMember } from './kit/present.ts'
import { partReportQuery, ReportQuery } from './kit/report-filters.ts'
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
          team: Type.Optional(Type.String({ description: 'A team’s id, or none.' })),
          isRead: flag,
          isStarred: flag,
          isSnoozed: flag,
          isSpam: flag,
          isDue: flag,
          priority: Type.Optional(oneOf(PRIORITIES)),
          isChatBot: flag,
          segment: Type.Optional(Type.String({ description: 'A segment’s id: its contacts’ conversations.' })),
          id: Type.Optional(Type.Array(Type.String(), { maxItems: INBOX_PAGE.max, description: 'Only of these.' })),
          activeWithinDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
          tag: Type.Optional(Type.Array(Type.String())),
          customerUuid: Type.Optional(Type.String()),
          playground: flag,
          ...ReportQuery,
          ...PageQuery,
        }),
      },
    },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const { report, others } = partReportQuery(request.query)
      const { tag, customerUuid, playground, segment, id, limit: _, cursor: __, ...filters } = others
      const page = pageOf(request.query, INBOX_PAGE)
      if (playground) return sendPage(reply, await listPlaygroundConversations(caller, page))
      if (segment !== undefined && Object.keys(report).length > 0) {
        throw invalidParams('segment cannot be asked for together with what a report counts.')
      }
      // Spam is in its own list alone; one that is named is read wherever it is.
      const spam = filters.isSpam === undefined && id === undefined && filters.status !== 'open' && { isSpam: false }
      const found = await listMemberConversations(caller, {
        ...page,
        ...spam,
        ...toListFilters(filters, memberId),
        ...(await readReportFilters(caller, report)),
        ...(tag !== undefined && { tags: tag }),
        ...(segment !== undefined && { segment: await readSegmentFilter(caller.shop, segment) }),
        ...(id !== undefined && { ids: id }),
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
      const { reason, windowEnd, windowMs, account, subject, recipient, copies } = found
      const repliesUntil = reason === null ? windowEnd : null
      const through = account && { name: account.name, address: account.address }
      const windowHours = windowEnd && windowMs / HOUR_MS
      const reaches = account && recipient !== null ? { recipient, copies } : {}
      return { data: { repliesUntil, reason, windowHours, account: through, subject, ...reaches } }
    },
  )

  app.get('/conversations/:id', { schema: { params } }, async (request, reply) =>
    sendForMember(reply, await getConversation(memberOf(request).caller, request.params.id), true),
  )

  app.post(
    '/conversations/:id/state',
    { config, schema: { params, body: body({ status: oneOf(['open', 'resolved']) }) } },
    async (request, reply) =>
      sendForMember(reply, await setState(memberOf(request).caller, request.params.id, request.body.status)),
  )

  // Until a time, or its customer writes; null ends it. Refused for a time that is past or more than a year away.
  app.post(
    '/conversations/:id/snooze',
    {
      config,
      schema: { params, body: body({ until: nullable(Type.String({ format: 'date-time' })) }) },
    },
    async (request, reply) => {
      const { until } = request.body
      const { caller } = memberOf(request)
      return sendForMember(reply, await setSnoozed(caller, request.params.id, until === null ? null : new Date(until)))
    },
  )

  app.post(
    '/conversations/:id/assign',
    { config, schema: { params, body: body({ memberId: Type.Union([Type.String(), Type.Null()]) }) } },
    async (request, reply) =>
      sendForMember(reply, await assign(memberOf(request).caller, request.params.id, request.body.memberId)),
  )

  app.post('/conversations/:id/read', { config, schema: { params } }, async (request, reply) =>
    sendForMember(reply, await markRead(memberOf(request).caller, request.params.id)),
  )

  app.post('/conversations/:id/unread', { config, schema: { params } }, async (request, reply) =>
    sendForMember(reply, await markUnread(memberOf(request).caller, request.params.id)),
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
      if (request.body.isChatBot) return sendForMember(reply, await handToAiAgent(caller, id, memberId))
      await handOff(caller, id, { memberId })
      return sendForMember(reply, await getConversation(caller, id))
    },
  )
}
