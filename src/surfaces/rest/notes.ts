import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations.ts'
import { NOTE_TEXT_MAX } from '#core/limits.ts'
import { addNote, editNote, removeNote, requireNote } from '#core/notes.ts'
import type { App } from '#surfaces/http/app.ts'
import { answers, body, callerOf } from './routes.ts'
import { ConversationPath, Deleted, data, Note } from './schemas.ts'

const tags = ['Notes']
const params = Type.Object({ ...ConversationPath.properties, noteId: Type.String() })
const text = Type.String({ maxLength: NOTE_TEXT_MAX, description: 'Characters are Unicode code points.' })

/** Spec 4.3, checklist notes. */
export function noteRoutes(app: App): void {
  app.post(
    '/conversations/:id/notes',
    {
      config: { requirePath: (caller: Caller, { id }) => requireConversation(caller.shop, id as string) },
      schema: {
        operationId: 'addNote',
        summary: 'Add a checklist note',
        description: 'Not idempotent: each call adds another.',
        tags,
        params: ConversationPath,
        body: body({ text }),
        response: answers({ status: 201, schema: data(Note), also: ['missing'] }),
      },
    },
    async (request, reply) => {
      reply.code(201)
      return { data: await addNote(callerOf(request), request.params.id, request.body.text) }
    },
  )

  app.put(
    '/conversations/:id/notes/:noteId',
    {
      config: { requirePath: (caller: Caller, path) => requireNote(caller, path.id as string, path.noteId as string) },
      schema: {
        operationId: 'editNote',
        summary: 'Change a checklist note',
        tags,
        params,
        body: body({ text }),
        response: answers({ schema: data(Note), also: ['missing'] }),
      },
    },
    async (request) => {
      const { id, noteId } = request.params
      return { data: await editNote(callerOf(request), id, noteId, request.body.text) }
    },
  )

  app.delete(
    '/conversations/:id/notes/:noteId',
    {
      config: { requirePath: (caller: Caller, path) => requireNote(caller, path.id as string, path.noteId as string) },
      schema: {
        operationId: 'removeNote',
        summary: 'Delete a checklist note',
        tags,
        params,
        response: answers({ schema: data(Deleted), also: ['missing'] }),
      },
    },
    async (request) => {
      const { id, noteId } = request.params
      await removeNote(callerOf(request), id, noteId)
      return { data: { id: noteId } }
    },
  )
}
