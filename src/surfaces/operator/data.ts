import type { FastifyError, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { writeBackup } from '#core/backup/write.ts'
import { migrateLegacy } from '#core/conversations/legacy.ts'
import { ParleyError } from '#core/errors.ts'
import { ImportInterrupted, importRecords } from '#core/import/import.ts'
import { SAMPLE_DATA_MAX } from '#core/limits.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { frameworkRefusal, isDatabaseAway, logUnexpected } from '#surfaces/http/errors.ts'
import { readAsStream, requireType, type StreamedBody } from '#surfaces/http/incoming/streams.ts'
import { body, text } from '#surfaces/http/schema.ts'
import { Counts, Imported, Migrated, operation, StorePath } from './answers.ts'
import type { Operator } from './parts.ts'

const tags = ['Operator: data']
const NDJSON = 'application/x-ndjson'
const count = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description })

/** Records in bulk: imports, sample data, the move out of the older datastore, backups. */
export function dataRoutes(app: App, { database, files }: Operator): void {
  app.register(async (importing) => {
    readAsStream(importing) // lines are judged one by one
    importing.post<{ Params: { shopId: string }; Body: StreamedBody }>(
      '/stores/:shopId/import',
      {
        config: { readsBody: true },
        schema: {
          ...operation({
            operationId: 'importRecords',
            summary: 'Import records, one JSON object per line',
            description:
              'Lines `{"kind": …, "data": {…}}` of up to 8 MiB, in a body of any size that may be packed. Each line stands or falls alone; one whose id exists replaces that record. No events are made.',
            tags,
            answer: data(Imported),
          }),
          bodyType: NDJSON,
          params: StorePath,
        } as object,
      },
      async (request) => {
        const caller = callerOf(request)
        await requireType(request, NDJSON)
        return { data: await importRecords(caller, request.body ?? none()).catch(interrupted(request)) }
      },
    )
  })

  app.post(
    '/stores/:shopId/sample-data',
    {
      schema: {
        ...operation({
          operationId: 'makeSampleData',
          summary: 'Generate sample data',
          description: 'The same seed generates the same data and replaces the previous sample data.',
          tags,
          answer: data(Counts),
        }),
        params: StorePath,
        body: body({
          contacts: Type.Optional(count(SAMPLE_DATA_MAX.contacts, 'Default 50.')),
          conversations: Type.Optional(count(SAMPLE_DATA_MAX.conversations, 'Default 100.')),
          messagesPerConversation: Type.Optional(
            count(SAMPLE_DATA_MAX.messagesPerConversation, 'On average; default 8.'),
          ),
          seed: Type.Optional(Type.Union([Type.Integer(), text(100)])),
        }),
      },
    },
    async (request) => {
      const { makeSampleData } = await import('#core/sample-data/sample-data.ts') // which most services never make
      return { data: await makeSampleData(callerOf(request), request.body) }
    },
  )

  app.post(
    '/stores/:shopId/migrate-legacy',
    {
      schema: {
        ...operation({
          operationId: 'migrateLegacy',
          summary: 'Migrate conversations from the legacy datastore',
          description: 'Returns when all conversations are migrated. Safe to interrupt and repeat.',
          tags,
          answer: data(Migrated),
        }),
        params: StorePath,
      },
    },
    async (request) => ({ data: { migrated: await migrateLegacy(callerOf(request)) } }),
  )

  app.get(
    '/backup',
    {
      schema: {
        ...operation({
          operationId: 'downloadBackup',
          summary: 'Download a backup of all stores',
          description:
            'One file with all records and uploads, taken while the service runs; for `npm run parley restore`.',
          tags,
          answer: Type.Unsafe({ type: 'string', contentMediaType: 'application/zstd' }),
          ofService: true,
        }),
        answerType: 'application/zstd',
      } as object,
    },
    async (_request, reply) =>
      reply.type('application/zstd').send(writeBackup((work) => database.snapshot(work), files.bytes)),
  )
}

async function* none(): AsyncGenerator<Buffer> {}

/** An import that was cut off answers what it has stored, also where the reason is one that clients are told nothing of. */
function interrupted(request: FastifyRequest): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ImportInterrupted)) throw error
    const { message, cause, result } = error
    const refusal = frameworkRefusal(cause as FastifyError)?.error
    if (refusal) throw new ParleyError(refusal.code, `${refusal.message} ${message}`)
    request.log.warn({ imported: result.imported, reason: (cause as Error).message }, 'import interrupted')
    if (isDatabaseAway(cause)) throw new ParleyError('UNAVAILABLE', `The database cannot be reached. ${message}`)
    logUnexpected(request, cause)
    throw new ParleyError('INTERNAL', message)
  }
}
