import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { getContact } from '#core/contacts/contacts.ts'
import { mergeContacts, previewMerge, undoMerge } from '#core/merging/contacts.ts'
import type { MergeableContact } from '#storage/contacts/merging.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from '../kit/guard.ts'
import { body } from '../kit/routes.ts'
import { answerOf, created } from '../schemas/answers.ts'
import { MergeLine, MergePreviewLine, Parted } from '../schemas/merging.ts'

const params = Type.Object({ customerUuid: Type.String() })
const config = {
  requirePath: (caller: Caller, path: Record<string, string>) => getContact(caller, path.customerUuid as string),
}

/** Contacts who are one person: looked at first, merged, and parted again. */
export function mergingRoutes(app: App): void {
  app.get(
    '/customers/:customerUuid/merge',
    {
      config,
      schema: { params, querystring: Type.Object({ from: Type.String() }), response: answerOf(MergePreviewLine) },
    },
    async (request) => {
      const { caller } = memberOf(request)
      const { target, source, result, ...rest } = await previewMerge(
        caller,
        request.params.customerUuid,
        request.query.from,
      )
      return { data: { ...rest, target: sideOf(target), source: sideOf(source), result: sideOf(result) } }
    },
  )

  app.post(
    '/customers/:customerUuid/merge',
    { config, schema: { params, body: body({ from: Type.String() }), response: created(MergeLine) } },
    async (request, reply) => {
      const { caller } = memberOf(request)
      return reply.code(201).send({ data: await mergeContacts(caller, request.params.customerUuid, request.body.from) })
    },
  )

  app.post(
    '/merges/:id/undo',
    { schema: { params: Type.Object({ id: Type.String() }), response: answerOf(Parted) } },
    async (request) => ({ data: await undoMerge(memberOf(request).caller, request.params.id) }),
  )
}

function sideOf(contact: MergeableContact) {
  const { id, name = null, firstName, lastName, email = null, phone = null, type, platformId = null } = contact
  const { address1, zip, city, country, tags, note = null, customAttributes } = contact
  return {
    id,
    name: name ?? ([firstName, lastName].filter(Boolean).join(' ') || null),
    email,
    phone,
    type,
    platformId,
    place: [address1, [zip, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ') || null,
    tags: tags ?? [],
    note,
    customAttributes: customAttributes ?? {},
  }
}
