import { Type } from 'typebox'
import {
  DELIVERY_STATUSES,
  getDelivery,
  getEndpointHealth,
  listSubscriptionDeliveries,
  redeliver,
  redeliverFailed,
  sendTestEvent,
} from '#core/webhooks/deliveries.ts'
import { listenToEvents } from '#core/webhooks/listen.ts'
import { listStoreSubscriptions } from '#core/webhooks/subscriptions.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { PageQuery, pageOf, paging } from '#surfaces/http/paging.ts'
import { presentSubscription } from '#surfaces/http/present.ts'
import { body, oneOf, text } from '#surfaces/http/schema.ts'
import {
  Delivery,
  DeliveryDetail,
  DeliveryPath,
  Health,
  Heard,
  operation,
  page,
  Queued,
  StorePath,
  SubscriptionPath,
  Webhook,
} from './answers.ts'
import { ofDelivery, ofSubscription } from './paths.ts'

const DELIVERIES_PAGE = { default: 50, max: 100 }
const tags = ['Operator: webhooks']

/**
 * A store's webhooks for operators: the delivery log, redelivery, a test event and each endpoint's
 * health. Secrets are left out: the store itself reads them at /chat/webhooks.
 */
export function operatorWebhookRoutes(app: App): void {
  app.get(
    '/stores/:shopId/webhooks',
    {
      schema: {
        ...operation({
          operationId: 'listStoreWebhooks',
          summary: 'List a store’s webhook subscriptions',
          description: 'Without their secrets, which the store reads at /chat/webhooks.',
          tags,
          answer: data(Type.Array(Webhook)),
        }),
        params: StorePath,
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const subscriptions = await listStoreSubscriptions(caller)
      return {
        data: subscriptions.map((subscription) => {
          const { secret, ...shown } = presentSubscription(caller.shop.shopId, subscription)
          return shown
        }),
      }
    },
  )

  app.get(
    '/stores/:shopId/webhooks/:id/health',
    {
      config: ofSubscription,
      schema: {
        ...operation({
          operationId: 'getWebhookHealth',
          summary: 'Get an endpoint’s delivery statistics',
          description: 'Attempts of the last 24 hours, and pending deliveries.',
          tags,
          answer: data(Health),
        }),
        params: SubscriptionPath,
      },
    },
    async (request) => ({
      data: await getEndpointHealth(callerOf(request), request.params.id),
    }),
  )

  app.post(
    '/stores/:shopId/webhooks/:id/test',
    {
      config: ofSubscription,
      schema: {
        ...operation({
          operationId: 'sendTestEvent',
          summary: 'Send a test event',
          description: 'Sends an event of a subscribed type to this subscription only, which must be active.',
          tags,
          status: 201,
          answer: data(DeliveryDetail),
        }),
        params: SubscriptionPath,
      },
    },
    async (request, reply) => {
      const delivery = await sendTestEvent(callerOf(request), request.params.id)
      return reply.code(201).send({ data: delivery })
    },
  )

  app.get(
    '/stores/:shopId/webhooks/:id/deliveries',
    {
      config: ofSubscription,
      schema: {
        ...operation({
          operationId: 'listDeliveries',
          summary: 'List a subscription’s deliveries',
          description: 'Newest first; 50 per page, up to 100.',
          tags,
          answer: page(Delivery),
        }),
        params: SubscriptionPath,
        querystring: Type.Object({
          status: Type.Optional(oneOf(DELIVERY_STATUSES)),
          ...PageQuery,
        }),
      },
    },
    async (request) => {
      const { status } = request.query
      const { deliveries, nextCursor } = await listSubscriptionDeliveries(callerOf(request), request.params.id, {
        ...pageOf(request.query, DELIVERIES_PAGE),
        ...(status ? { status } : {}),
      })
      return { data: deliveries, paging: paging(nextCursor) }
    },
  )

  app.post(
    '/stores/:shopId/webhooks/:id/redeliver',
    {
      config: ofSubscription,
      schema: {
        ...operation({
          operationId: 'redeliverFailed',
          summary: 'Send all failed deliveries again',
          description:
            'Those that have failed since a moment, those that the endpoint rejected with a 4xx too; each as the same event and delivery, with seven fresh attempts. The subscription must be active.',
          tags,
          answer: data(Queued),
        }),
        params: SubscriptionPath,
        body: body({ since: Type.String({ format: 'date-time', description: 'When the first of them failed.' }) }),
      },
    },
    async (request) => ({
      data: { queued: await redeliverFailed(callerOf(request), request.params.id, request.body.since) },
    }),
  )

  app.post(
    '/stores/:shopId/events/listen',
    {
      schema: {
        ...operation({
          operationId: 'listenToEvents',
          summary: 'Follow a store’s events without a subscription',
          description:
            'For a minute after each call the store’s events are kept; no subscription is made. Up to 100 events from `since` on, by `occurredAt`, then `eventId`. An event is there within 5 seconds of its `occurredAt`: ask every second with a `since` 10 seconds before the last event, and drop those that you have.',
          tags,
          answer: data(Heard),
        }),
        params: StorePath,
        body: body({
          since: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive; now, if left out.' })),
          cursor: Type.Optional(text(1_024)),
        }),
      },
    },
    async (request) => ({ data: await listenToEvents(callerOf(request), request.body) }),
  )

  app.get(
    '/stores/:shopId/deliveries/:deliveryId',
    {
      config: ofDelivery,
      schema: {
        ...operation({
          operationId: 'getDelivery',
          summary: 'Get one delivery',
          description: 'With its body and each attempt.',
          tags,
          answer: data(DeliveryDetail),
        }),
        params: DeliveryPath,
      },
    },
    async (request) => ({
      data: await getDelivery(callerOf(request), request.params.deliveryId),
    }),
  )

  app.post(
    '/stores/:shopId/deliveries/:deliveryId/redeliver',
    {
      config: ofDelivery,
      schema: {
        ...operation({
          operationId: 'redeliver',
          summary: 'Send an event again',
          description:
            'As the same event and delivery, with seven fresh attempts. Its subscription must be active, and its body still kept.',
          tags,
          answer: data(DeliveryDetail),
        }),
        params: DeliveryPath,
      },
    },
    async (request) => ({
      data: await redeliver(callerOf(request), request.params.deliveryId),
    }),
  )
}
