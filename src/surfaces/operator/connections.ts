import { Type } from 'typebox'
import { connectShop, disconnectShop } from '#core/platform/connections.ts'
import { listStoreConnections } from '#core/platform/progress.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import {
  ConnectionWithProgress,
  NEW_CONNECTION,
  NewConnection,
  presentConnection,
  presentMade,
} from '#surfaces/http/connections.ts'
import { body } from '#surfaces/http/schema.ts'
import { operation, StorePath } from './answers.ts'
import type { Operator } from './parts.ts'
import { ofConnection } from './paths.ts'

const tags = ['Operator: shops']
const ConnectionPath = Type.Object({
  ...StorePath.properties,
  id: Type.String({ description: 'The connection’s id.' }),
})

/** A store's connections to the shop that it sells in (spec C12). */
export function operatorConnectionRoutes(app: App, { shops, baseUrl }: Operator): void {
  app.post(
    '/stores/:shopId/connections',
    {
      schema: {
        ...operation({
          operationId: 'connectShop',
          summary: 'Connect a shop',
          description:
            'Any shop (`custom`), which sends what changes to /platform/custom/webhooks, or one whose API is read. One that was connected before by the same `shopDomain` keeps its id and gets a new secret.',
          tags,
          status: 201,
          answer: data(NewConnection),
        }),
        params: StorePath,
        body: body(NEW_CONNECTION),
      },
    },
    async (request, reply) => {
      const made = await connectShop(callerOf(request), request.body)
      return reply.code(201).send({ data: presentMade(made, baseUrl) })
    },
  )

  app.get(
    '/stores/:shopId/connections',
    {
      schema: {
        ...operation({
          operationId: 'listConnections',
          summary: 'List a store’s connections to shops',
          description:
            'Oldest first, with how far the shop is known here; ended ones, whose state is disconnected, too.',
          tags,
          answer: data(Type.Array(ConnectionWithProgress)),
        }),
        params: StorePath,
      },
    },
    async (request) => ({
      data: (await listStoreConnections(callerOf(request))).map(presentConnection),
    }),
  )

  app.delete(
    '/stores/:shopId/connections/:id',
    {
      config: ofConnection,
      schema: {
        ...operation({
          operationId: 'disconnectShop',
          summary: 'Disconnect a shop',
          description:
            'It is not read any more, nothing is believed in its name, its webhooks are removed if it answers, and its credentials are deleted. Records that it brought stay.',
          tags,
          answer: data(Type.Object({ id: Type.String() })),
        }),
        params: ConnectionPath,
      },
    },
    async (request) => {
      await disconnectShop(callerOf(request), request.params.id, shops)
      return { data: { id: request.params.id } }
    },
  )
}
