import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import {
  editAttribute,
  listConversationAttributes,
  removeAttribute,
  requireAttribute,
  setAttribute,
} from '#core/conversations/attributes.ts'
import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX } from '#core/limits.ts'
import { answers, data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { ofConversation } from '#surfaces/http/check-path-before-body.ts'
import { answerOnce, IdempotencyHeaders } from '#surfaces/http/idempotency-key.ts'
import { Attribute, Deleted } from '#surfaces/http/records.ts'
import { body } from '#surfaces/http/schema.ts'
import { ConversationPath } from './schemas.ts'

const tags = ['Attributes']
const params = Type.Object({ ...ConversationPath.properties, attributeId: Type.String() })
const name = Type.String({ maxLength: ATTRIBUTE_NAME_MAX, description: 'Characters are Unicode code points.' })
const value = Type.String({
  maxLength: ATTRIBUTE_VALUE_MAX,
  description: 'May be empty. Characters are Unicode code points.',
})

/** Spec 4.3, attributes. */
export function attributeRoutes(app: App): void {
  app.get(
    '/conversations/:id/attributes',
    {
      schema: {
        operationId: 'listAttributes',
        summary: 'List custom attributes',
        description: 'Names and values on the conversation, oldest first.',
        tags,
        params: ConversationPath,
        response: answers({ schema: data(Type.Array(Attribute)), also: ['missing'] }),
      },
    },
    async (request) => ({ data: await listConversationAttributes(callerOf(request), request.params.id) }),
  )

  app.post(
    '/conversations/:id/attributes',
    {
      config: ofConversation,
      schema: {
        operationId: 'setAttribute',
        summary: 'Set a custom attribute by its name',
        description: '201 if created, 200 if an existing attribute was updated.',
        tags,
        params: ConversationPath,
        headers: IdempotencyHeaders,
        body: body({ name, value }),
        response: answers({ status: [200, 201], schema: data(Attribute), also: ['missing'] }),
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (caller) => {
        const { attribute, isNew } = await setAttribute(caller, request.params.id, request.body)
        const status = isNew ? 201 : 200
        return { status, body: reply.code(status).serialize({ data: attribute }) as string }
      }),
  )

  app.put(
    '/conversations/:id/attributes/:attributeId',
    {
      config: {
        requirePath: (caller: Caller, path) => requireAttribute(caller, path.id as string, path.attributeId as string),
      },
      schema: {
        operationId: 'editAttribute',
        summary: 'Change a custom attribute’s name, value or both',
        description:
          'At least one of name and value. A name that another attribute of the conversation has is refused.',
        tags,
        params,
        body: body({ name: Type.Optional(name), value: Type.Optional(value) }),
        response: answers({ schema: data(Attribute), also: ['missing'] }),
      },
    },
    async (request) => {
      const { id, attributeId } = request.params
      return { data: await editAttribute(callerOf(request), id, attributeId, request.body) }
    },
  )

  app.delete(
    '/conversations/:id/attributes/:attributeId',
    {
      config: {
        requirePath: (caller: Caller, path) => requireAttribute(caller, path.id as string, path.attributeId as string),
      },
      schema: {
        operationId: 'removeAttribute',
        summary: 'Delete a custom attribute',
        description: 'Permanently deletes it. 404 if it does not exist.',
        tags,
        params,
        response: answers({ schema: data(Deleted), also: ['missing'] }),
      },
    },
    async (request) => {
      const { id, attributeId } = request.params
      await removeAttribute(callerOf(request), id, attributeId)
      return { data: { id: attributeId } }
    },
  )
}
