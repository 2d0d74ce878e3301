import { Type } from 'typebox'
import { recordAudit } from '#core/audit-log.ts'
import { invalidParams } from '#core/errors.ts'
import { nonBlankText } from '#core/non-blank-text.ts'
import { requireStore } from '#core/stores/stores.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { readAsStream, requireType, type StreamedBody } from '#surfaces/http/incoming/streams.ts'
import { MovedStore, operation, StorePath } from './answers.ts'
import type { Operator } from './parts.ts'

const tags = ['Operator: data']
const ZSTD = 'application/zstd'

/** One store as a file: out of a service, and into one (spec C16.11). */
export function storeMoveRoutes(app: App, { database, files, dataDir }: Operator): void {
  app.get(
    '/stores/:shopId/export',
    {
      schema: {
        ...operation({
          operationId: 'exportStore',
          summary: 'Download one store',
          description:
            'One file with all records and files of the store, taken while the service runs; for `POST /operator/stores/import`. It holds secrets and hashes of passwords and keys, unless it is anonymous.',
          tags,
          answer: Type.Unsafe({ type: 'string', contentMediaType: ZSTD }),
        }),
        answerType: ZSTD,
        params: StorePath,
        querystring: Type.Object({
          anonymous: Type.Optional(
            Type.Boolean({
              description:
                'Replaces names, addresses, phone numbers, IP addresses and texts; leaves out files and credentials. Default false.',
            }),
          ),
        }),
      } as object,
    },
    async (request, reply) => {
      const { anonymous: isAnonymous = false } = request.query as { anonymous?: boolean }
      const { shop, actor } = callerOf(request)
      const store = await requireStore(database, shop.shopId)
      await recordAudit(shop, actor, 'store.exported', null, { isAnonymous })
      const { exportStore } = await import('#core/store-move/export.ts') // which most services never do
      return reply.type(ZSTD).send(exportStore({ database, files: files.bytes, store, isAnonymous }))
    },
  )

  app.register(async (importing) => {
    readAsStream(importing)
    importing.post<{ Querystring: { name?: string }; Body: StreamedBody }>(
      '/stores/import',
      {
        config: { readsBody: true },
        schema: {
          ...operation({
            operationId: 'importStore',
            summary: 'Import an exported store',
            description:
              'The body is a file of `GET /operator/stores/{shopId}/export`. The store keeps its ids; where its shopId is taken it is refused, unless `name` makes a copy of it with a new shopId and App ID, without API keys. A file that is cut, changed or newer is refused and leaves nothing. Channels and shops arrive disconnected.',
            tags,
            status: 201,
            answer: data(MovedStore),
            ofService: true,
          }),
          bodyType: ZSTD,
          querystring: Type.Object({
            name: Type.Optional(nonBlankText({ maxLength: 200, description: 'Makes a copy with this name.' })),
          }),
        } as object,
      },
      async (request, reply) => {
        await requireType(request, ZSTD)
        if (!request.body) throw invalidParams('Send the exported file as the body.')
        const { importStore } = await import('#core/store-move/import.ts')
        const target = { database, files: files.bytes, dataDir }
        const { store, rows, uploads } = await importStore(target, request.body, request.query.name)
        const { shopId, appId, name, plan } = store
        request.log.info({ shopId, rows, uploads }, 'store imported')
        return reply.code(201).send({ data: { shopId, appId, name, plan, rows, files: uploads } })
      },
    )
  })
}
