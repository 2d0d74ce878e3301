import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { editAttribute, removeAttribute, requireAttribute, setAttribute } from '#core/conversations/attributes.ts'
import {
  addChecklistNote,
  editChecklistNote,
  removeChecklistNote,
  requireChecklistNote,
} from '#core/conversations/checklist-notes.ts'
import { addTags, listStoreTags, makeTag, removeTag } from '#core/conversations/tags.ts'
import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX, NOTE_TEXT_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, text } from './kit/routes.ts'

const config = ofConversation
const params = ConversationPath
const NotePath = Type.Object({ ...params.properties, noteId: Type.String() })
const AttributePath = Type.Object({ ...params.properties, attributeId: Type.String() })
const noteConfig = {
  requirePath: (caller: Caller, path: Record<string, string>) =>
    requireChecklistNote(caller, path.id as string, path.noteId as string),
}
const attributeConfig = {
  requirePath: (caller: Caller, path: Record<string, string>) =>
    requireAttribute(caller, path.id as string, path.attributeId as string),
}

/** Tags, checklist notes and attributes. */
export function annotationRoutes(app: App): void {
  app.get('/tags', async (request) => ({ data: await listStoreTags(memberOf(request).caller) }))

  app.post('/tags', { schema: { body: body({ name: Type.String() }) } }, async (request, reply) =>
    reply.code(201).send({ data: await makeTag(memberOf(request).caller, request.body.name) }),
  )

  app.post(
    '/conversations/:id/tags',
    { config, schema: { params, body: body({ tags: Type.Array(Type.String()) }) } },
    async (request) => ({ data: await addTags(memberOf(request).caller, request.params.id, request.body.tags) }),
  )

  app.delete(
    '/conversations/:id/tags/:tag',
    { config, schema: { params: Type.Object({ ...params.properties, tag: Type.String() }) } },
    async (request) => ({ data: await removeTag(memberOf(request).caller, request.params.id, request.params.tag) }),
  )

  const note = body({ text: text(NOTE_TEXT_MAX) })
  app.post('/conversations/:id/notes', { config, schema: { params, body: note } }, async (request, reply) => {
    const added = await addChecklistNote(memberOf(request).caller, request.params.id, request.body.text)
    return reply.code(201).send({ data: added })
  })

  app.put(
    '/conversations/:id/notes/:noteId',
    { config: noteConfig, schema: { params: NotePath, body: note } },
    async (request) => {
      const { id, noteId } = request.params
      return { data: await editChecklistNote(memberOf(request).caller, id, noteId, request.body.text) }
    },
  )

  app.delete(
    '/conversations/:id/notes/:noteId',
    { config: noteConfig, schema: { params: NotePath } },
    async (request) => {
      const { id, noteId } = request.params
      await removeChecklistNote(memberOf(request).caller, id, noteId)
      return { data: { id: noteId } }
    },
  )

  const name = text(ATTRIBUTE_NAME_MAX)
  const value = text(ATTRIBUTE_VALUE_MAX)
  app.post(
    '/conversations/:id/attributes',
    { config, schema: { params, body: body({ name, value }) } },
    async (request, reply) => {
      const { attribute, isNew } = await setAttribute(memberOf(request).caller, request.params.id, request.body)
      return reply.code(isNew ? 201 : 200).send({ data: attribute })
    },
  )

  app.put(
    '/conversations/:id/attributes/:attributeId',
    {
      config: attributeConfig,
      schema: { params: AttributePath, body: body({ name: Type.Optional(name), value: Type.Optional(value) }) },
    },
    async (request) => {
      const { id, attributeId } = request.params
      return { data: await editAttribute(memberOf(request).caller, id, attributeId, request.body) }
    },
  )

  app.delete(
    '/conversations/:id/attributes/:attributeId',
    { config: attributeConfig, schema: { params: AttributePath } },
    async (request) => {
      const { id, attributeId } = request.params
      await removeAttribute(memberOf(request).caller, id, attributeId)
      return { data: { id: attributeId } }
    },
  )
}
