import type { FastifyRequest } from 'fastify'
import { ParleyError } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import type { UploadQuotas } from '#core/files/upload-quotas.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { App } from '#surfaces/http/app.ts'
import { uploadRoute } from '#surfaces/http/incoming/uploads.ts'
import { memberOf } from './kit/guard.ts'

/** Files that a member sends in a quarter of an hour. */
const FILES_MAX = 100

/** Files that members send. What no message takes is swept. */
export async function fileRoutes(
  app: App,
  { files, quotas, signInCounter }: { files: FileStore; quotas: UploadQuotas; signInCounter: RateCounter },
): Promise<void> {
  const admit = async (request: FastifyRequest) => {
    const { caller, memberId } = memberOf(request)
    const [sent = 0] = await signInCounter.hit([`files:${caller.shop.shopId}:${memberId}`])
    if (sent > FILES_MAX) throw new ParleyError('RATE_LIMITED', 'Too many files; wait a quarter of an hour.')
    return { caller, visitorId: null, memberId, network: null }
  }
  await uploadRoute(app, { files, quotas, admit })
  // Archives of articles, which no message takes.
  await uploadRoute(app, { files, quotas, admit, path: '/article-imports/files', access: 'admin', takesAll: true })
}
