import type { FastifyRequest, preHandlerHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { Network } from '#base/network.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import type { UploadQuotas } from '#core/files/upload-quotas.ts'
import type { App } from '../app.ts'
import { readAsStream, type StreamedBody } from './streams.ts'

/** Sender of a file: a visitor, or a member. */
interface Sender {
  caller: Pick<Caller, 'shop'>
  visitorId: string | null
  memberId: string | null
  /** The network whose bytes the file counts as; null where limits of addresses are off. */
  network: Network | null
}

interface UploadFields {
  files: FileStore
  quotas: UploadQuotas
  /** Tells who sends; refuses who may not. */
  admit: (request: FastifyRequest) => Promise<Sender>
  onRequest?: (request: FastifyRequest) => Promise<void>
  /** Default /files. */
  path?: string
  /** Role that a member needs. */
  access?: 'admin'
  /** Any kind of file is taken that cannot run. */
  takesAll?: boolean
}

/**
 * `POST /files?name=…` with the file as its body, whatever its type says; 201 with the file, whose id goes along with a
 * message. INVALID_PARAMS for none, an empty one or one that is too large; RATE_LIMITED beyond the quotas.
 */
export async function uploadRoute(app: App, fields: UploadFields): Promise<void> {
  const { files, quotas, admit, onRequest, path = '/files', access, takesAll = false } = fields
  await app.register(async (scope: App) => {
    // The body is written to disk as it arrives; what it is, its bytes tell.
    readAsStream(scope)
    scope.post<{ Querystring: { name?: string }; Body: StreamedBody }>(
      path,
      {
        config: { readsBody: true, ...(access && { access }) },
        schema: { querystring: Type.Object({ name: Type.Optional(Type.String({ maxLength: 500 })) }) },
        bodyLimit: Number.MAX_SAFE_INTEGER, // the store of files counts for itself
        onRequest: (onRequest ?? []) as preHandlerHookHandler,
      },
      async (request, reply) => {
        const { caller, visitorId, memberId, network } = await admit(request)
        const { body } = request
        if (!body) throw invalidParams('Send the file as the body.')
        const { name = 'file' } = request.query
        const uploader = { shopId: caller.shop.shopId, network, person: String(visitorId ?? memberId) }
        const file = await quotas.spend(uploader, Number(request.headers['content-length'] ?? 0), () =>
          files.take(caller, { name, body, visitorId, memberId }, { isIncoming: takesAll }),
        )
        return reply.code(201).send({ data: file })
      },
    )
  })
}
