import { Type } from 'typebox'
import { isShown } from '#core/files/file-types.ts'
import { VISITOR_FILES_PER_MINUTE } from '#core/limits.ts'
import { checkWaitingFiles } from '#core/visitors/files.ts'
import { requireUnblocked } from '#core/visitors/visitors.ts'
import type { App } from '#surfaces/http/app.ts'
import { uploadRoute } from '#surfaces/http/incoming/uploads.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './parts.ts'

/** Files: sent as they are, and given out so that nothing in them can run. */
export async function fileRoutes(app: App, { files, limits, quotas }: Storefront, guard: VisitorGuard): Promise<void> {
  await uploadRoute(app, {
    files,
    quotas,
    onRequest: guard,
    async admit(request) {
      const { shop, visitor } = visitorOf(request)
      await limits.takeAddress(request.ip, 'file')
      await limits.take(`file:${visitor.id}`, VISITOR_FILES_PER_MINUTE, 'Too many files.')
      await requireUnblocked(shop, visitor)
      await checkWaitingFiles(shop, visitor.id)
      return { caller: { shop }, visitorId: visitor.id, memberId: null, address: limits.addressOf(request.ip) }
    },
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
      onRequest: (request) => limits.takeAddress(request.ip, 'download'),
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
