import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import {
  changeSubscription,
  listStoreSubscriptions,
  subscribe,
  unknownSubscription,
  unsubscribe,
} from '#core/webhooks/subscriptions.ts'
import type { AddressBook } from '#outbound/address.ts'
import { answers, data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { presentSubscription } from '#surfaces/http/present.ts'
import { Deleted, EventName, Subscription } from '#surfaces/http/records.ts'
import { body } from '#surfaces/http/schema.ts'

export const tags = ['Webhooks']
export const SubscriptionPath = Type.Object({ id: Type.String({ description: 'The subscription’s id.' }) })
const events = Type.Array(EventName, { minItems: 1, description: 'At least one; repeats are dropped.' })

/** Refuses an unknown id before the body: 400, as the spec says, not 404. */
export const requireSubscriptionPath = async (caller: Caller, { id }: Record<string, string>) => {
  if (!(await listStoreSubscriptions(caller)).some((subscription) => subscription.id === id))
    throw unknownSubscription()
}

/** Spec 4.5. */
export function webhookRoutes(app: App, addresses: AddressBook): void {
  app.post(
    '/webhooks',
    {
      schema: {
        operationId: 'subscribe',
        summary: 'Create a webhook subscription',
        description:
          'Subscribing a known url again keeps its id and secret, replaces its events and activates it. At most ten a store.',
        tags,
        body: body({
          url: Type.String({ description: 'https, at a public address, up to 2,048 characters.' }),
          events,
          metadata: Type.Optional(
            Type.Object(
              {},
              {
                additionalProperties: true,
                description: 'Your own data, up to 2,048 bytes as JSON; never sent with events.',
              },
            ),
          ),
        }),
        response: answers({ status: 201, schema: data(Subscription) }),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { subscription } = await subscribe(caller, request.body, addresses)
      return reply.code(201).send({ data: presentSubscription(caller.shop.shopId, subscription) })
    },
  )

  app.get(
    '/webhooks',
    {
      schema: {
        operationId: 'listSubscriptions',
        summary: 'List webhook subscriptions, with their secrets',
        description: 'Includes inactive ones. Each with its last attempt, if there was one.',
        tags,
        response: answers({ schema: data(Type.Array(Subscription)) }),
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const subscriptions = await listStoreSubscriptions(caller)
      return { data: subscriptions.map((subscription) => presentSubscription(caller.shop.shopId, subscription)) }
    },
  )

  app.put(
    '/webhooks/:id',
    {
      config: { requirePath: requireSubscriptionPath },
      schema: {
        operationId: 'changeSubscription',
        summary: 'Change events, pause or resume',
        description: 'Resuming (isActive true on an inactive one) needs the Pro or Plus plan.',
        tags,
        params: SubscriptionPath,
        body: body({ isActive: Type.Optional(Type.Boolean()), events: Type.Optional(events) }),
        response: answers({ schema: data(Subscription) }),
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const subscription = await changeSubscription(caller, request.params.id, request.body)
      return { data: presentSubscription(caller.shop.shopId, subscription) }
    },
  )

  app.delete(
    '/webhooks/:id',
    {
      schema: {
        operationId: 'unsubscribe',
        summary: 'Delete a webhook subscription, with its queue',
        description: 'Permanently deletes it: nothing more is sent. An unknown id is 400.',
        tags,
        params: SubscriptionPath,
        response: answers({ schema: data(Deleted) }),
      },
    },
    async (request) => {
      await unsubscribe(callerOf(request), request.params.id)
      return { data: { id: request.params.id } }
    },
  )
}
