import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import {
  DELIVERY_STATUSES,
  getDelivery,
  getEndpointHealth,
  listSubscriptionDeliveries,
  redeliver,
  redeliverFailed,
  sendTestEvent,
} from '#core/webhooks/deliveries.ts'
import { EVENT_TYPES } from '#core/webhooks/events.ts'
import { digestDays } from '#core/webhooks/feed.ts'
import { listWebhookNotices } from '#core/webhooks/notices.ts'
import {
  changeSubscription,
  listStoreSubscriptions,
  type Subscription,
  subscribe,
  unsubscribe,
} from '#core/webhooks/subscriptions.ts'
import type { AddressBook } from '#outbound/address.ts'
import type { App } from '#surfaces/http/app.ts'
import { presentSubscription } from '#surfaces/http/present.ts'
import { EventDigest } from '#surfaces/http/records.ts'
import { oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body, PageQuery, pageOf, paging } from './kit/routes.ts'
import { answerOf, created, Named, pageAnswer } from './schemas/answers.ts'
import { Delivery, DeliveryDetail, Queued, Webhook, WebhookList, WebhookNotice } from './schemas/webhooks.ts'

const config = { access: 'admin' } as const
/** Whether a change sends events that the endpoint did not get before; turning it off does not. */
const letsDataOut = ({ isActive, events }: { isActive?: boolean; events?: string[] }) =>
  isActive === true || events !== undefined
const params = Type.Object({ webhookId: Type.String() })
const DeliveryPath = Type.Object({ deliveryId: Type.String() })
const events = Type.Array(Type.String(), { minItems: 1 })
const PAGE = { default: 20, max: 100 } as const
/** Characters of an id (spec C5). */
const ID_MAX = 128

/** A subscription as admins see it: with its custom headers, which no API shows. */
const present = ({ shop }: Caller, subscription: Subscription) => ({
  ...presentSubscription(shop.shopId, subscription),
  headers: subscription.headers,
})

/** The store's webhooks, with their log, for its admins. */
export function webhookRoutes(app: App, addresses: AddressBook): void {
  app.get('/webhooks', { config, schema: { response: { 200: WebhookList } } }, async (request) => {
    const { caller } = memberOf(request)
    const subscriptions = await listStoreSubscriptions(caller)
    const data = subscriptions.map((one) => present(caller, one))
    return { data, meta: { events: [...EVENT_TYPES] } }
  })

  app.get(
    '/webhook-notices',
    { config, schema: { response: answerOf(Type.Array(WebhookNotice)) } },
    async (request) => ({
      data: await listWebhookNotices(memberOf(request).caller),
    }),
  )

  app.post(
    '/webhooks',
    {
      config: { ...config, needsProof: true },
      schema: { body: body({ url: Type.String(), events }), response: created(Webhook) },
    },
    async (request, reply) => {
      const signedIn = memberOf(request)
      const { subscription } = await subscribe(signedIn.caller, request.body, addresses)
      return reply.code(201).send({ data: present(signedIn.caller, subscription) })
    },
  )

  app.patch(
    '/webhooks/:webhookId',
    {
      config: { ...config, needsProof: letsDataOut },
      schema: {
        params,
        body: body({
          isActive: Type.Optional(Type.Boolean()),
          events: Type.Optional(events),
          headers: Type.Optional(Type.Record(Type.String(), Type.String())),
        }),
        response: answerOf(Webhook),
      },
    },
    async (request) => {
      const signedIn = memberOf(request)
      const subscription = await changeSubscription(signedIn.caller, request.params.webhookId, request.body)
      return { data: present(signedIn.caller, subscription) }
    },
  )

  app.delete('/webhooks/:webhookId', { config, schema: { params, response: answerOf(Named) } }, async (request) => {
    const signedIn = memberOf(request)
    await unsubscribe(signedIn.caller, request.params.webhookId)
    return { data: { id: request.params.webhookId } }
  })

  app.get('/webhooks/:webhookId/health', { config, schema: { params } }, async (request) => ({
    data: await getEndpointHealth(memberOf(request).caller, request.params.webhookId),
  }))

  app.post('/webhooks/:webhookId/test', { config, schema: { params } }, async (request, reply) =>
    reply.code(201).send({ data: await sendTestEvent(memberOf(request).caller, request.params.webhookId) }),
  )

  app.get(
    '/webhooks/:webhookId/deliveries',
    {
      config,
      schema: {
        params,
        querystring: Type.Object({
          status: Type.Optional(oneOf(DELIVERY_STATUSES)),
          about: Type.Optional(Type.String({ maxLength: ID_MAX })),
          ...PageQuery,
        }),
        response: pageAnswer(Delivery),
      },
    },
    async (request) => {
      const { caller } = memberOf(request)
      const { status, about } = request.query
      const { deliveries, nextCursor } = await listSubscriptionDeliveries(caller, request.params.webhookId, {
        ...pageOf(request.query, PAGE),
        ...(status && { status }),
        ...(about && { about }),
      })
      return { data: deliveries, paging: paging(nextCursor) }
    },
  )

  app.post(
    '/webhooks/:webhookId/redeliver',
    {
      config,
      schema: { params, body: body({ since: Type.String({ format: 'date-time' }) }), response: answerOf(Queued) },
    },
    async (request) => {
      const { caller } = memberOf(request)
      return { data: { queued: await redeliverFailed(caller, request.params.webhookId, request.body.since) } }
    },
  )

  app.get(
    '/webhooks/:webhookId/digests',
    { config, schema: { params, response: answerOf(Type.Array(EventDigest)) } },
    async (request) => ({ data: await digestDays(memberOf(request).caller, request.params.webhookId) }),
  )

  app.get(
    '/deliveries/:deliveryId',
    { config, schema: { params: DeliveryPath, response: answerOf(DeliveryDetail) } },
    async (request) => ({
      data: await getDelivery(memberOf(request).caller, request.params.deliveryId),
    }),
  )

  app.post('/deliveries/:deliveryId/redeliver', { config, schema: { params: DeliveryPath } }, async (request) => ({
    data: await redeliver(memberOf(request).caller, request.params.deliveryId),
  }))
}
