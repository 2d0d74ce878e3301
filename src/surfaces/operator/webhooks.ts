import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import {
  DELIVERY_STATUSES,
  getDelivery,
  getEndpointHealth,
  listSubscriptionDeliveries,
  redeliver,
  sendTestEvent,
} from '#core/deliveries.ts'
import { listStoreSubscriptions } from '#core/subscriptions.ts'
import type { App } from '#surfaces/http/app.ts'
import { presentSubscription } from '#surfaces/http/present-subscription.ts'

const StorePath = Type.Object({ shopId: Type.String() })
const SubscriptionPath = Type.Object({ shopId: Type.String(), id: Type.String() })
const DeliveryPath = Type.Object({ shopId: Type.String(), deliveryId: Type.String() })

/**
 * A store's webhooks for whoever looks after them: the delivery log, redelivery, a test event and each endpoint's
 * health. Secrets are left out: the store itself reads them at /chat/webhooks.
 */
export function operatorWebhookRoutes(scope: App, callerFor: (shopId: string) => Promise<Caller>): void {
  scope.get('/stores/:shopId/webhooks', { schema: { params: StorePath } }, async (request) => {
    const caller = await callerFor(request.params.shopId)
    const subscriptions = await listStoreSubscriptions(caller)
    return {
      data: subscriptions.map((subscription) => {
        const { secret, ...shown } = presentSubscription(caller.shop.shopId, subscription)
        return shown
      }),
    }
  })

  scope.get('/stores/:shopId/webhooks/:id/health', { schema: { params: SubscriptionPath } }, async (request) => ({
    data: await getEndpointHealth(await callerFor(request.params.shopId), request.params.id),
  }))

  scope.post('/stores/:shopId/webhooks/:id/test', { schema: { params: SubscriptionPath } }, async (request, reply) => {
    const delivery = await sendTestEvent(await callerFor(request.params.shopId), request.params.id)
    return reply.code(201).send({ data: delivery })
  })

  scope.get(
    '/stores/:shopId/webhooks/:id/deliveries',
    {
      schema: {
        params: SubscriptionPath,
        querystring: Type.Object({
          status: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: DELIVERY_STATUSES })),
          limit: Type.Optional(Type.Integer({ minimum: 1 })),
          cursor: Type.Optional(Type.String()),
        }),
      },
    },
    async (request) => {
      const { limit = 50, cursor = null, status } = request.query
      const { deliveries, nextCursor } = await listSubscriptionDeliveries(
        await callerFor(request.params.shopId),
        request.params.id,
        { limit: Math.min(limit, 100), cursor, ...(status ? { status } : {}) },
      )
      return { data: deliveries, paging: { nextCursor, hasMore: nextCursor !== null } }
    },
  )

  scope.get('/stores/:shopId/deliveries/:deliveryId', { schema: { params: DeliveryPath } }, async (request) => ({
    data: await getDelivery(await callerFor(request.params.shopId), request.params.deliveryId),
  }))

  scope.post(
    '/stores/:shopId/deliveries/:deliveryId/redeliver',
    { schema: { params: DeliveryPath } },
    async (request) => ({
      data: await redeliver(await callerFor(request.params.shopId), request.params.deliveryId),
    }),
  )
}
