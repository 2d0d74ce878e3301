import { Type } from 'typebox'
import { invalidParams } from '#core/errors.ts'
import { isShown } from '#core/file-types.ts'
import { VISITOR_FILES_PER_MINUTE } from '#core/limits.ts'
import { checkWaitingFiles } from '#core/visitor-files.ts'
import type { App } from '#surfaces/http/app.ts'
import { type createVisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './storefront.ts'

/** How long a file may take to arrive: nobody holds a connection and a half file for ever. */
const UPLOAD_MS = 5 * 60_000

type Guard = ReturnType<typeof createVisitorGuard>

/** Files: sent as they are, and given out so that nothing in them can run. */
export async function fileRoutes(app: App, { files, limits }: Storefront, guard: Guard): Promise<void> {
  await app.register(async (scope: App) => {
    // The body is written to disk as it arrives, whatever its type says; what it is, its bytes tell.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Querystring: { name?: string }; Body: AsyncIterable<Buffer> | undefined }>(
      '/files',
      {
        schema: { querystring: Type.Object({ name: Type.Optional(Type.String({ maxLength: 500 })) }) },
        bodyLimit: Number.MAX_SAFE_INTEGER, // the store of files counts for itself
        onRequest: guard,
      },
      async (request, reply) => {
        const { shop, visitor } = visitorOf(request)
        await limits.takeAddress(request.ip, 'file')
        await limits.take(`file:${visitor.id}`, VISITOR_FILES_PER_MINUTE, 'Too many files.')
        await checkWaitingFiles(shop, visitor.id)
        if (!request.body) throw invalidParams('Send the file as the body.')
        const late = setTimeout(() => request.raw.destroy(), UPLOAD_MS)
        const file = await files
          .take(
            { shop },
            { name: request.query.name ?? 'file', body: request.body, visitorId: visitor.id, memberId: null },
          )
          .finally(() => clearTimeout(late))
        return reply.code(201).send({ data: file })
      },
    )
  })

  app.get(
    '/files/:shopId/:fileId/:secret/:name',
    {
      schema: {
        params: Type.Object({
          shopId: Type.String(),
          fileId: Type.String(),
          secret: Type.String(),
          name: Type.String(),
        }),
      },
    },
    async (request, reply) => {
      const { shopId, fileId, secret } = request.params
      const { upload, body } = await files.read(shopId, fileId, secret)
      const place = isShown(upload.type) ? 'inline' : 'attachment'
      return reply
        .header('content-length', String(upload.size))
        .header('content-disposition', `${place}; filename*=UTF-8''${encodeName(upload.name)}`)
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'private, max-age=31536000, immutable')
        .type(/^text\//.test(upload.type) ? `${upload.type}; charset=utf-8` : upload.type)
        .send(body)
    },
  )
}

/** As RFC 8187 has it. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}
