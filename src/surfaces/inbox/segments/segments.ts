import { Type } from 'typebox'
import { CONTACTS_PAGE } from '#core/limits.ts'
import { countSegment, listContactSegments, listContacts, trySegment } from '#core/segments/contacts.ts'
import { SegmentConditions, SegmentDraft } from '#core/segments/segment.ts'
import { addSegment, editSegment, listStoreSegments, removeSegment } from '#core/segments/segments.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from '../kit/guard.ts'
import { body, PageQuery, pageOf, paging } from '../kit/routes.ts'
import { answerOf, created, Named, pageAnswer } from '../schemas/answers.ts'
import { ContactCount, MemberContact, NamedSegment, Segment, SegmentTrial } from './schemas.ts'

const params = Type.Object({ segmentId: Type.String() })
const config = { access: 'admin' } as const

/** Contacts and their segments: every member sees and uses them, admins keep segments, as they keep rules and teams. */
export function segmentRoutes(app: App): void {
  app.get(
    '/contacts',
    {
      schema: {
        querystring: Type.Object({
          segment: Type.Optional(Type.String({ description: 'A segment’s id.' })),
          q: Type.Optional(Type.String({ description: 'How a name or an address begins, in either case.' })),
          ...PageQuery,
        }),
        response: pageAnswer(MemberContact),
      },
    },
    async (request) => {
      const { segment, q } = request.query
      const asked = { segment, q, ...pageOf(request.query, CONTACTS_PAGE) }
      const { contacts, nextCursor } = await listContacts(memberOf(request).caller, asked)
      return { data: contacts, paging: paging(nextCursor) }
    },
  )

  app.get(
    '/contacts/:contactId/segments',
    { schema: { params: Type.Object({ contactId: Type.String() }), response: answerOf(Type.Array(NamedSegment)) } },
    async (request) => ({ data: await listContactSegments(memberOf(request).caller, request.params.contactId) }),
  )

  app.get('/segments', { schema: { response: answerOf(Type.Array(Segment)) } }, async (request) => ({
    data: await listStoreSegments(memberOf(request).caller),
  }))

  app.get('/segments/:segmentId/count', { schema: { params, response: answerOf(ContactCount) } }, async (request) => ({
    data: await countSegment(memberOf(request).caller, request.params.segmentId),
  }))

  // Before it is kept: how many contacts conditions hold for, and the newest few.
  app.post(
    '/segments/try',
    { config, schema: { body: body({ conditions: SegmentConditions }), response: answerOf(SegmentTrial) } },
    async (request) => ({ data: await trySegment(memberOf(request).caller, request.body.conditions) }),
  )

  app.post(
    '/segments',
    { config, schema: { body: SegmentDraft, response: created(Segment) } },
    async (request, reply) => reply.code(201).send({ data: await addSegment(memberOf(request).caller, request.body) }),
  )

  app.patch(
    '/segments/:segmentId',
    {
      config,
      schema: {
        params,
        body: Type.Partial(SegmentDraft, { additionalProperties: false }),
        response: answerOf(Segment),
      },
    },
    async (request) => ({ data: await editSegment(memberOf(request).caller, request.params.segmentId, request.body) }),
  )

  app.delete('/segments/:segmentId', { config, schema: { params, response: answerOf(Named) } }, async (request) => {
    await removeSegment(memberOf(request).caller, request.params.segmentId)
    return { data: { id: request.params.segmentId } }
  })
}
