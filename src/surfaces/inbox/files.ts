import { Type } from 'typebox'
import { invalidParams, ParleyError } from '#core/errors.ts'
import type { FileStore } from '#core/files.ts'
import type { RateCounter } from '#core/rate-counter.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './guard.ts'

/** How long a file may take to arrive, and how many a member sends in a quarter of an hour. */
const UPLOAD_MS = 5 * 60_000
const FILES_MAX = 100

/** Files that members send. The answer's id goes along with a message; what no message takes is swept. */
export async function fileRoutes(
  app: App,
  { files, signInCounter }: { files: FileStore; signInCounter: RateCounter },
): Promise<void> {
  await app.register(async (scope: App) => {
    // The body is written to disk as it arrives, whatever its type says; what it is, its bytes tell.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Querystring: { name?: string }; Body: AsyncIterable<Buffer> | undefined }>(
      '/files',
      {
        schema: { querystring: Type.Object({ name: Type.Optional(Type.String({ maxLength: 500 })) }) },
        bodyLimit: Number.MAX_SAFE_INTEGER, // the store of files counts for itself
      },
      async (request, reply) => {
        const { caller, memberId } = memberOf(request)
        const [sent = 0] = await signInCounter.hit([`files:${caller.shop.shopId}:${memberId}`])
        if (sent > FILES_MAX) throw new ParleyError('RATE_LIMITED', 'Too many files; wait a quarter of an hour.')
        if (!request.body) throw invalidParams('Send the file as the body.')
        const late = setTimeout(() => request.raw.destroy(), UPLOAD_MS)
        const { name = 'file' } = request.query
        const file = await files
          .take(caller, { name, body: request.body, visitorId: null, memberId })
          .finally(() => clearTimeout(late))
        return reply.code(201).send({ data: file })
      },
    )
  })
}
