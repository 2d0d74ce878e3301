import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { getContact, listContactConversations } from '#core/contacts/contacts.ts'
import { CUSTOMER_CONVERSATIONS_PAGE } from '#core/limits.ts'
import { getMember, listStoreMembers } from '#core/members/members.ts'
import { answers, data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { pageOf } from '#surfaces/http/paging.ts'
import { presentContact, sendPage } from '#surfaces/http/present.ts'
import { Conversation, Customer, Member } from '#surfaces/http/records.ts'
import { page, pageQuery } from './schemas.ts'

const CustomerPath = Type.Object({ customerUuid: Type.String({ description: 'customerUuid of a conversation.' }) })

/** Spec 4.4. */
export function peopleRoutes(app: App): void {
  app.get(
    '/customers/:customerUuid',
    {
      schema: {
        operationId: 'getCustomer',
        summary: 'Get a customer’s profile',
        description: 'The contact that a conversation’s customerUuid names. Most fields may be null.',
        tags: ['Customers'],
        params: CustomerPath,
        response: answers({ schema: data(Customer), also: ['missing'] }),
      },
    },
    async (request) => ({ data: presentContact(await getContact(callerOf(request), request.params.customerUuid)) }),
  )

  app.get(
    '/customers/:customerUuid/conversations',
    {
      config: { requirePath: (caller: Caller, path) => getContact(caller, path.customerUuid as string) },
      schema: {
        operationId: 'listCustomerConversations',
        summary: 'List a customer’s conversations',
        description: 'Most recent activity first. Excludes legacy conversations.',
        tags: ['Customers'],
        params: CustomerPath,
        querystring: Type.Object(pageQuery(CUSTOMER_CONVERSATIONS_PAGE)),
        response: answers({ schema: page(Conversation), also: ['missing'] }),
      },
    },
    async (request, reply) => {
      const { customerUuid } = request.params
      const paging = pageOf(request.query, CUSTOMER_CONVERSATIONS_PAGE)
      return sendPage(reply, await listContactConversations(callerOf(request), customerUuid, paging))
    },
  )

  app.get(
    '/members',
    {
      schema: {
        operationId: 'listMembers',
        summary: 'List the team',
        description: 'Include inactive members.',
        tags: ['Members'],
        response: answers({ schema: data(Type.Array(Member)) }),
      },
    },
    async (request) => ({ data: await listStoreMembers(callerOf(request)) }),
  )

  app.get(
    '/members/:memberId',
    {
      schema: {
        operationId: 'getMember',
        summary: 'Get one member',
        description: 'By the id that conversations and messages have as memberId.',
        tags: ['Members'],
        params: Type.Object({ memberId: Type.String() }),
        response: answers({ schema: data(Member), also: ['missing'] }),
      },
    },
    async (request) => ({ data: await getMember(callerOf(request), request.params.memberId) }),
  )
}
