import { Type } from 'typebox'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { readAsStream, requireType, type StreamedBody } from '#surfaces/http/incoming/streams.ts'
import { oneOf, string } from '#surfaces/http/schema.ts'
import { KnownRecord, operation, SourceImported, StorePath } from './answers.ts'
import type { Operator } from './parts.ts'

const tags = ['Operator: data']
const NDJSON = 'application/x-ndjson'
const OCTETS = 'application/octet-stream'
/** Ids that one call may ask for. */
const IDS_MAX = 200

const source = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'The help desk and the account that the records are from; ids are mapped within it.',
})
const sourceId = Type.String({ minLength: 1, maxLength: 128, description: 'Its id there.' })

/** Records of other help desks (spec C16.15): `parley import-from` calls these. */
export function sourceImportRoutes(app: App, { files }: Operator): void {
  const load = () => import('#core/source-import/source-import.ts') // which most services never do

  app.get(
    '/stores/:shopId/source-records',
    {
      schema: {
        ...operation({
          operationId: 'listSourceRecords',
          summary: 'Which records of another help desk were imported',
          description: `Of up to ${IDS_MAX} ids; those that were not imported are left out.`,
          tags,
          answer: data(Type.Array(KnownRecord)),
        }),
        params: StorePath,
        querystring: Type.Object({
          source,
          kind: oneOf(['member', 'contact', 'conversation', 'message', 'file', 'faq']),
          sourceId: Type.Array(sourceId, { minItems: 1, maxItems: IDS_MAX }),
        }),
      },
    },
    async (request) => {
      const { source, kind, sourceId } = request.query
      return { data: await (await load()).listKnown(callerOf(request), source, kind, sourceId) }
    },
  )

  app.register(async (streaming) => {
    readAsStream(streaming)
    streaming.post<{ Querystring: { source: string }; Body: StreamedBody }>(
      '/stores/:shopId/source-records',
      {
        config: { readsBody: true },
        schema: {
          ...operation({
            operationId: 'importSourceRecords',
            summary: 'Import records of another help desk',
            description:
              'Lines `{"kind": "member" | "contact" | "conversation" | "faq", "sourceId", "version"?, "data"}` of up to 8 MiB; ids in the data are the help desk’s. A record that was imported before stays as it is here, and a conversation gets the messages that are new. No events are made.',
            tags,
            answer: data(SourceImported),
          }),
          bodyType: NDJSON,
          params: StorePath,
          querystring: Type.Object({ source }),
        } as object,
      },
      async (request) => {
        await requireType(request, NDJSON)
        const { importSourceRecords } = await load()
        return { data: await importSourceRecords(callerOf(request), request.query.source, request.body ?? nothing()) }
      },
    )

    streaming.post<{ Querystring: { source: string; sourceId: string; name: string }; Body: StreamedBody }>(
      '/stores/:shopId/source-files',
      {
        config: { readsBody: true },
        schema: {
          ...operation({
            operationId: 'importSourceFile',
            summary: 'Keep a file of another help desk',
            description:
              'The file’s bytes as the body; a message that is imported later names it by its id there. One that is here already is not read.',
            tags,
            status: 201,
            answer: data(Type.Object({ id: string('The file’s id here.') })),
          }),
          bodyType: OCTETS,
          params: StorePath,
          querystring: Type.Object({
            source,
            sourceId,
            name: Type.String({ minLength: 1, maxLength: 255, description: 'Its name, with its extension.' }),
          }),
        } as object,
      },
      async (request, reply) => {
        await requireType(request, OCTETS)
        const { source, sourceId, name } = request.query
        const { importSourceFile } = await load()
        const file = { sourceId, name, body: request.body ?? nothing() }
        return reply.code(201).send({ data: await importSourceFile(callerOf(request), files, source, file) })
      },
    )
  })
}

async function* nothing(): AsyncGenerator<Buffer> {}
