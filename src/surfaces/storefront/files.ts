import { Type } from 'typebox'
import { isShown } from '#core/files/file-types.ts'
import { VISITOR_FILES_PER_MINUTE } from '#core/limits.ts'
import { checkWaitingFiles } from '#core/visitors/files.ts'
import { requireUnblocked } from '#core/visitors/visitors.ts'
import type { App } from '#surfaces/http/app.ts'
import { readRange } from '#surfaces/http/incoming/range.ts'
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
      return { caller: { shop }, visitorId: visitor.id, memberId: null, network: limits.networkOf(request.ip) }
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
      const upload = await files.find(shopId, fileId, secret)
      const { size } = upload
      const etag = `"${upload.id}"` // a file never changes
      const { range: asked, 'if-range': unless = etag } = request.headers
      const range = unless === etag ? readRange(asked, size) : null
      reply.header('accept-ranges', 'bytes').header('etag', etag)
      if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
      const body = await files.read(shopId, upload, range ?? undefined)
      if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`)
      const place = isShown(upload.type) ? 'inline' : 'attachment'
      return reply
        .header('content-length', String(range ? range.last - range.first + 1 : size))
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
