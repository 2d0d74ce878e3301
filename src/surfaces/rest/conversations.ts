import { Type } from 'typebox'
import {
  getBrowsedPages,
  getConversation,
  getSummary,
  listRelated,
  listStoreConversations,
  setTyping,
} from '#core/conversations/conversations.ts'
import { assign, markRead, setState } from '#core/conversations/state.ts'
import { CONVERSATIONS_PAGE, RELATED_PAGE } from '#core/limits.ts'
import { answers, data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { ofConversation } from '#surfaces/http/check-path-before-body.ts'
import { pageOf } from '#surfaces/http/paging.ts'
import { sendConversation, sendPage } from '#surfaces/http/present.ts'
import { BrowsedPage, Conversation, ConversationDetail, Summary } from '#surfaces/http/records.ts'
import { body, oneOf } from '#surfaces/http/schema.ts'
import { ChannelName, ConversationPath, dataWithMeta, page, pageQuery, Typing } from './schemas.ts'

const tags = ['Conversations']
const params = ConversationPath

/** Spec 4.1. */
export function conversationRoutes(app: App): void {
  app.get(
    '/conversations',
    {
      schema: {
        operationId: 'listConversations',
        summary: 'List conversations',
        description:
          'The store’s conversations, newest activity first. All filters given must hold; of several tags any one is enough. Excludes legacy conversations.',
        tags,
        querystring: Type.Object({
          status: Type.Optional(oneOf(['open', 'resolved'])),
          channel: Type.Optional(ChannelName),
          assigneeId: Type.Optional(Type.String({ description: 'A member’s id, or the word unassigned.' })),
          isRead: Type.Optional(Type.Boolean({ description: 'Read by the team.' })),
          tag: Type.Optional(Type.Array(Type.String(), { description: 'May be repeated.' })),
          customerUuid: Type.Optional(Type.String({ description: 'One customer’s conversations.' })),
          email: Type.Optional(Type.String({ description: 'The customer’s full email, in any case.' })),
          ...pageQuery(CONVERSATIONS_PAGE),
        }),
        response: answers({ schema: page(Conversation) }),
      },
    },
    async (request, reply) => {
      const { status, channel, assigneeId, isRead, tag, customerUuid, email } = request.query
      const found = await listStoreConversations(callerOf(request), {
        ...pageOf(request.query, CONVERSATIONS_PAGE),
        ...(status !== undefined && { status }),
        ...(channel !== undefined && { channel }),
        ...(assigneeId !== undefined && { assigneeId: assigneeId === 'unassigned' ? null : assigneeId }),
        ...(isRead !== undefined && { isRead }),
        ...(tag !== undefined && { tags: tag }),
        ...(customerUuid !== undefined && { contactId: customerUuid }),
        ...(email !== undefined && { email }),
      })
      return sendPage(reply, found)
    },
  )

  app.get(
    '/conversations/:id',
    {
      schema: {
        operationId: 'getConversation',
        summary: 'Get one conversation',
        description: 'By any of its IDs, from either datastore.',
        tags,
        params,
        response: answers({ schema: dataWithMeta(ConversationDetail), also: ['missing'] }),
      },
    },
    async (request, reply) =>
      sendConversation(reply, await getConversation(callerOf(request), request.params.id), true),
  )

  app.get(
    '/conversations/:id/related',
    {
      config: ofConversation,
      schema: {
        operationId: 'listRelatedConversations',
        summary: 'List other conversations of the same customer',
        description: 'Most recent activity first. Excludes legacy conversations.',
        tags,
        params,
        querystring: Type.Object(pageQuery(RELATED_PAGE)),
        response: answers({ schema: page(Conversation), also: ['missing'] }),
      },
    },
    async (request, reply) =>
      sendPage(reply, await listRelated(callerOf(request), request.params.id, pageOf(request.query, RELATED_PAGE))),
  )

  app.get(
    '/conversations/:id/browsed-pages',
    {
      schema: {
        operationId: 'listBrowsedPages',
        summary: 'List pages viewed in the conversation’s session',
        description: 'The 50 newest pages of the last 24 hours, newest first; empty for older conversations.',
        tags,
        params,
        response: answers({ schema: data(Type.Array(BrowsedPage)), also: ['missing'] }),
      },
    },
    async (request) => ({ data: await getBrowsedPages(callerOf(request), request.params.id) }),
  )

  app.get(
    '/conversations/:id/summary',
    {
      schema: {
        operationId: 'getSummary',
        summary: 'Get the AI’s summary',
        description: '404 until the AI has made one, normally when the conversation is resolved.',
        tags,
        params,
        response: answers({ schema: data(Summary), also: ['missing'] }),
      },
    },
    async (request) => ({ data: await getSummary(callerOf(request), request.params.id) }),
  )

  app.post(
    '/conversations/:id/state',
    {
      config: ofConversation,
      schema: {
        operationId: 'setState',
        summary: 'Resolve or reopen',
        description: 'Setting the current status is a no-op.',
        tags,
        params,
        body: body({ status: oneOf(['open', 'resolved']) }),
        response: answers({ schema: data(ConversationDetail), also: ['missing'] }),
      },
    },
    async (request, reply) =>
      sendConversation(reply, await setState(callerOf(request), request.params.id, request.body.status), false),
  )

  app.post(
    '/conversations/:id/assign',
    {
      config: ofConversation,
      schema: {
        operationId: 'assign',
        summary: 'Assign or unassign',
        description: 'Emits conversation.assigned if the assignee changes.',
        tags,
        params,
        body: body({
          memberId: Type.Union([Type.String(), Type.Null()], { description: 'An active member’s id; null unassigns.' }),
        }),
        response: answers({ schema: data(ConversationDetail), also: ['missing'] }),
      },
    },
    async (request, reply) =>
      sendConversation(reply, await assign(callerOf(request), request.params.id, request.body.memberId), false),
  )

  app.post(
    '/conversations/:id/read',
    {
      config: ofConversation,
      schema: {
        operationId: 'markRead',
        summary: 'Mark as read by the team',
        description: 'A customer’s next message makes it unread again.',
        tags,
        params,
        response: answers({ schema: data(ConversationDetail), also: ['missing'] }),
      },
    },
    async (request, reply) => sendConversation(reply, await markRead(callerOf(request), request.params.id), false),
  )

  app.post(
    '/conversations/:id/typing',
    {
      config: ofConversation,
      schema: {
        operationId: 'setTyping',
        summary: 'Show or hide a member’s typing indicator',
        description: 'It does not expire: send active false when typing stops.',
        tags,
        params,
        body: body({ memberId: Type.String(), active: Type.Boolean() }),
        response: answers({ schema: data(Typing), also: ['missing'] }),
      },
    },
    async (request) => ({ data: await setTyping(callerOf(request), request.params.id, request.body) }),
  )
}
