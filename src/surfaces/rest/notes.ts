import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import {
  addChecklistNote,
  editChecklistNote,
  removeChecklistNote,
  requireChecklistNote,
} from '#core/conversations/checklist-notes.ts'
import { NOTE_TEXT_MAX } from '#core/limits.ts'
import { answers, data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { ofConversation } from '#surfaces/http/check-path-before-body.ts'
import { answerOnce, IdempotencyHeaders } from '#surfaces/http/idempotency-key.ts'
import { Deleted, Note } from '#surfaces/http/records.ts'
import { body } from '#surfaces/http/schema.ts'
import { ConversationPath } from './schemas.ts'

const tags = ['Notes']
const params = Type.Object({ ...ConversationPath.properties, noteId: Type.String() })
const text = Type.String({ maxLength: NOTE_TEXT_MAX, description: 'Characters are Unicode code points.' })

/** Spec 4.3, checklist notes. */
export function noteRoutes(app: App): void {
  app.post(
    '/conversations/:id/notes',
    {
      config: ofConversation,
      schema: {
        operationId: 'addNote',
        summary: 'Add a checklist note',
        description: 'Each call adds another, unless it repeats one with its Idempotency-Key.',
        tags,
        params: ConversationPath,
        headers: IdempotencyHeaders,
        body: body({ text }),
        response: answers({ status: 201, schema: data(Note), also: ['missing'] }),
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (caller) => {
        const note = await addChecklistNote(caller, request.params.id, request.body.text)
        return { status: 201, body: reply.code(201).serialize({ data: note }) as string }
      }),
  )

  app.put(
    '/conversations/:id/notes/:noteId',
    {
      config: {
        requirePath: (caller: Caller, path) => requireChecklistNote(caller, path.id as string, path.noteId as string),
      },
      schema: {
        operationId: 'editNote',
        summary: 'Change a checklist note',
        description: 'Sets isUpdated.',
        tags,
        params,
        body: body({ text }),
        response: answers({ schema: data(Note), also: ['missing'] }),
      },
    },
    async (request) => {
      const { id, noteId } = request.params
      return { data: await editChecklistNote(callerOf(request), id, noteId, request.body.text) }
    },
  )

  app.delete(
    '/conversations/:id/notes/:noteId',
    {
      config: {
        requirePath: (caller: Caller, path) => requireChecklistNote(caller, path.id as string, path.noteId as string),
      },
      schema: {
        operationId: 'removeNote',
        summary: 'Delete a checklist note',
        description: 'Permanently deletes it. 404 if it does not exist.',
        tags,
        params,
        response: answers({ schema: data(Deleted), also: ['missing'] }),
      },
    },
    async (request) => {
      const { id, noteId } = request.params
      await removeChecklistNote(callerOf(request), id, noteId)
      return { data: { id: noteId } }
    },
  )
}
