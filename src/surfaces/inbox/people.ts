import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { getContact, listContactConversations } from '#core/contacts/contacts.ts'
import { addContact, type EditedContact, editContact } from '#core/contacts/edit-contact.ts'
import { readContext } from '#core/conversations/member-view.ts'
import { type FoundMessage, SEARCH_BOUNDS, searchAllMessages, searchInbox } from '#core/conversations/search.ts'
import {
  ATTRIBUTE_NAME_MAX,
  ATTRIBUTE_VALUE_MAX,
  CONTACT_NOTE_MAX,
  CONTACT_TAGS_MAX,
  CUSTOMER_CONVERSATIONS_PAGE,
  PERSON_EMAIL_MAX,
  PERSON_NAME_MAX,
  PERSON_PHONE_MAX,
  TAG_MAX,
  TIMELINE_PAGE,
  VISITOR_ATTRIBUTES_MAX,
} from '#core/limits.ts'
import { readTimeline, TIMELINE_KINDS } from '#core/timeline.ts'
import type { App } from '#surfaces/http/app.ts'
import { presentContact, sendPage } from '#surfaces/http/present.ts'
import { nullable, oneOf, text } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, PageQuery, pageOf, paging, sendJson } from './kit/routes.ts'
import { pageAnswer } from './schemas/answers.ts'
import { TimelineLine } from './schemas/timeline.ts'

const ContactEdit = {
  name: Type.Optional(nullable(text(PERSON_NAME_MAX))),
  email: Type.Optional(nullable(text(PERSON_EMAIL_MAX))),
  phone: Type.Optional(nullable(text(PERSON_PHONE_MAX))),
  note: Type.Optional(nullable(text(CONTACT_NOTE_MAX))),
  tags: Type.Optional(nullable(Type.Array(text(TAG_MAX), { maxItems: CONTACT_TAGS_MAX }))),
  customAttributes: Type.Optional(
    nullable(
      Type.Record(text(ATTRIBUTE_NAME_MAX), Type.String({ maxLength: ATTRIBUTE_VALUE_MAX }), {
        maxProperties: VISITOR_ATTRIBUTES_MAX,
      }),
    ),
  ),
}
const presentEdited = ({ contact, duplicates }: EditedContact) => ({
  data: presentContact(contact),
  meta: { duplicates },
})

const CustomerPath = Type.Object({ customerUuid: Type.String() })

/** The contact of a conversation, and the search for people and words. */
export function peopleRoutes(app: App): void {
  app.get('/conversations/:id/context', { schema: { params: ConversationPath } }, async (request, reply) => {
    const { related, contact, ...rest } = await readContext(memberOf(request).caller, request.params.id)
    const data = JSON.stringify({ ...rest, contact: contact && presentContact(contact) })
    return sendJson(reply, `{"data":${data.slice(0, -1)},"related":[${related.join(',')}]}}`)
  })

  app.get(
    '/conversations/:id/timeline',
    {
      schema: {
        params: ConversationPath,
        querystring: Type.Object({ kind: Type.Optional(Type.Array(oneOf(TIMELINE_KINDS))), ...PageQuery }),
        response: pageAnswer(TimelineLine),
      },
    },
    async (request) => {
      const { kind, ...query } = request.query
      const page = { ...pageOf(query, TIMELINE_PAGE), ...(kind && { kinds: [...new Set(kind)] }) }
      const { entries, nextCursor } = await readTimeline(memberOf(request).caller, request.params.id, page)
      return { data: entries, paging: paging(nextCursor) }
    },
  )

  app.post('/customers', { schema: { body: body(ContactEdit) } }, async (request, reply) =>
    reply.code(201).send(presentEdited(await addContact(memberOf(request).caller, request.body))),
  )

  app.patch(
    '/customers/:customerUuid',
    { schema: { params: CustomerPath, body: body(ContactEdit) } },
    async (request) =>
      presentEdited(await editContact(memberOf(request).caller, request.params.customerUuid, request.body)),
  )

  app.get('/customers/:customerUuid', { schema: { params: CustomerPath } }, async (request) => ({
    data: presentContact(await getContact(memberOf(request).caller, request.params.customerUuid)),
  }))

  app.get(
    '/customers/:customerUuid/conversations',
    {
      config: { requirePath: (caller: Caller, path) => getContact(caller, path.customerUuid as string) },
      schema: { params: CustomerPath, querystring: Type.Object(PageQuery) },
    },
    async (request, reply) => {
      const page = pageOf(request.query, CUSTOMER_CONVERSATIONS_PAGE)
      const { caller } = memberOf(request)
      const found = await listContactConversations(caller, request.params.customerUuid, page, { isSpam: false })
      return sendPage(reply, found)
    },
  )

  app.get('/search', { schema: { querystring: Type.Object({ q: Type.String() }) } }, async (request, reply) => {
    const { people, messages, conversation } = await searchInbox(memberOf(request).caller, request.query.q)
    const head = JSON.stringify({ people, bounds: SEARCH_BOUNDS }).slice(0, -1)
    const rest = `"messages":${present(messages)},"conversation":${conversation ?? 'null'}`
    return sendJson(reply, `{"data":${head},${rest}}}`)
  })

  // A step at a time, so that no search holds up the others, however many messages there are.
  app.get(
    '/search/messages',
    { schema: { querystring: Type.Object({ q: Type.String(), cursor: Type.Optional(Type.String()) }) } },
    async (request, reply) => {
      const { q, cursor = null } = request.query
      const { messages, nextCursor, until } = await searchAllMessages(memberOf(request).caller, q, cursor || null)
      const rest = JSON.stringify({ until, paging: paging(nextCursor) }).slice(1)
      return sendJson(reply, `{"data":${present(messages)},${rest}`)
    },
  )
}

/** Found messages, each with its conversation, as JSON. */
function present(messages: readonly FoundMessage[]): string {
  const found = messages.map(({ conversation, ...message }) => {
    return `${JSON.stringify(message).slice(0, -1)},"conversation":${conversation}}`
  })
  return `[${found.join(',')}]`
}
