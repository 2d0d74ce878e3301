import { Type } from 'typebox'
import { connectShop, disconnectShop, type WebhookUnsubscriber } from '#core/platform/connections.ts'
import { listStoreConnections } from '#core/platform/progress.ts'
import type { App } from '#surfaces/http/app.ts'
import { NEW_CONNECTION, NewConnection, presentConnection, presentMade } from '#surfaces/http/connections.ts'
import { memberOf } from './kit/guard.ts'
import { body } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { ConnectionList } from './schemas/connections.ts'

const config = { access: 'admin' } as const
const params = Type.Object({ connectionId: Type.String() })

/** The store's connections to its shop, for its admins: to make, to look at, to end. */
export function connectionRoutes(app: App, { baseUrl, shops }: { baseUrl: string; shops: WebhookUnsubscriber }): void {
  const meta = { webhooksUrl: `${baseUrl}/platform` }

  app.get('/connections', { config, schema: { response: { 200: ConnectionList } } }, async (request) => ({
    data: (await listStoreConnections(memberOf(request).caller)).map(presentConnection),
    meta,
  }))

  app.post(
    '/connections',
    {
      config: { ...config, needsProof: true },
      schema: { body: body(NEW_CONNECTION), response: created(NewConnection) },
    },
    async (request, reply) => {
      const made = await connectShop(memberOf(request).caller, request.body)
      return reply.code(201).send({ data: presentMade(made, baseUrl) })
    },
  )

  app.delete(
    '/connections/:connectionId',
    { config, schema: { params, response: answerOf(Named) } },
    async (request) => {
      await disconnectShop(memberOf(request).caller, request.params.connectionId, shops)
      return { data: { id: request.params.connectionId } }
    },
  )
}
