import { type TSchema, Type } from 'typebox'
import {
  editAttribute,
  listConversationAttributes,
  removeAttribute,
  requireAttribute,
  setAttribute,
} from '#core/attributes.ts'
import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations.ts'
import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { answers, body, callerOf } from './routes.ts'
import { Attribute, ConversationPath, Deleted, data } from './schemas.ts'

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
      config: { requirePath: (caller: Caller, { id }) => requireConversation(caller.shop, id as string) },
      schema: {
        operationId: 'setAttribute',
        summary: 'Set a custom attribute by its name',
        description: '201 when it is new, 200 when a known one got the value.',
        tags,
        params: ConversationPath,
        body: body({ name, value }),
        response: { ...answers({ schema: data(Attribute), also: ['missing'] }), '201': data(Attribute) } as Record<
          string,
          TSchema
        >,
      },
    },
    async (request, reply) => {
      const { attribute, isNew } = await setAttribute(callerOf(request), request.params.id, request.body)
      reply.code(isNew ? 201 : 200)
      return { data: attribute }
    },
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
