import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { apiKeyInvalid, notFound, ParleyError } from '#core/errors.ts'
import type { Keyring } from '#core/stores/api-key-cache.ts'
import { requireStorePlan } from '#core/stores/stores.ts'
import {
  changeSubscription,
  findBySecret,
  listStoreSubscriptions,
  subscribe,
  unknownSubscription,
  unsubscribe,
} from '#core/webhooks/subscriptions.ts'
import type { Database } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import { answers, data } from '#surfaces/http/answers.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { presentSubscription } from '#surfaces/http/present.ts'
import { Deleted, EventName, Subscription } from '#surfaces/http/records.ts'
import { body } from '#surfaces/http/schema.ts'
import type { CountRequest } from './guard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The subscription whose secret a legacy request carries. */
    ownSubscriptionId?: string
  }
}

export interface LegacyOptions {
  database: Database
  keyring: Keyring
  addresses: AddressBook
  countRequest: CountRequest
}

const tags = ['Webhooks, older endpoints']
const events = Type.Array(EventName)
const ofSecret = { tags, security: [{ WebhookSecret: [] }] }
/** The secret names the subscription; a path may name it too, by its own id. */
const PATHS = [
  { path: '/subscriptions', by: '', schema: ofSecret },
  { path: '/subscriptions/:id', by: 'ById', schema: { ...ofSecret, params: Type.Object({ id: Type.String() }) } },
]
const named = (by: string) => (by ? ', named by its own id' : '')

/**
 * The older subscription endpoints (spec 4.5.7, 4.5.8, C6.19): made with App ID and API key on Pro or Plus, then
 * read, changed and deleted with the subscription's own secret. New integrations use /chat/webhooks.
 */
export function legacyWebhookSurface(app: App, options: LegacyOptions): Promise<void> {
  const { database, keyring, addresses, countRequest } = options

  /** The store that App ID and API key name together. */
  async function asStore(request: FastifyRequest): Promise<void> {
    const appId = requireHeader(request, 'x-webhook-app-id')
    const key = await keyring.resolveTogether(appId, requireHeader(request, 'x-webhook-secret'), request.ip)
    if (!key) throw apiKeyInvalid()
    request.caller = { shop: database.shop(key.shopId), actor: { kind: 'api_key', keyId: key.keyId } }
  }

  /** The subscription that the secret belongs to. */
  async function asSubscription(request: FastifyRequest): Promise<void> {
    const found = await findBySecret(database, requireHeader(request, 'x-webhook-secret'))
    if (!found) throw new ParleyError('INVALID_API_KEY', 'Unknown X-Webhook-Secret.')
    request.caller = { shop: database.shop(found.shopId), actor: { kind: 'subscription', subscriptionId: found.id } }
    request.ownSubscriptionId = found.id
  }

  const routes = (scope: App) => {
    scope.addHook('onRequest', async (request, reply) => {
      await countRequest(request, reply, request.method === 'POST' ? header(request, 'x-webhook-secret') : null)
    })

    scope.post(
      '/subscriptions',
      {
        onRequest: asStore,
        schema: {
          operationId: 'subscribeLegacy',
          summary: 'Create a webhook subscription',
          description: 'Needs the Pro or Plus plan. Otherwise as POST /chat/webhooks, which new integrations use.',
          tags,
          security: [{ WebhookAppId: [], WebhookSecret: [] }],
          body: body({
            url: Type.String({ description: 'https, at a public address.' }),
            events,
            metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
          }),
          response: answers({ status: 201, schema: data(Subscription) }),
        },
      },
      async (request, reply) => {
        const caller = callerOf(request)
        await requireStorePlan(caller, 'pro', 'The legacy subscription endpoint')
        const { subscription } = await subscribe(caller, request.body, addresses)
        return reply.code(201).send({ data: presentSubscription(caller.shop.shopId, subscription) })
      },
    )

    for (const { path, by, schema } of PATHS) {
      scope.get(
        path,
        {
          onRequest: asSubscription,
          schema: {
            ...schema,
            operationId: `getLegacySubscription${by}`,
            summary: 'Get the subscription that this secret belongs to',
            description: `Found by the secret in the request${named(by)}.`,
            response: answers({ schema: data(Subscription), also: ['missing'] }),
          },
        },
        async (request) => {
          const { shop } = callerOf(request)
          const id = ownId(request, () => notFound('Subscription'))
          const own = (await listStoreSubscriptions(callerOf(request))).find((subscription) => subscription.id === id)
          if (!own) throw notFound('Subscription')
          return { data: presentSubscription(shop.shopId, own) }
        },
      )

      scope.put(
        path,
        {
          onRequest: asSubscription,
          schema: {
            ...schema,
            operationId: `changeLegacySubscription${by}`,
            summary: 'Change the subscription that this secret belongs to',
            description: `Its events, or whether it is active${named(by)}. Resuming needs the Pro or Plus plan.`,
            body: body({ isActive: Type.Optional(Type.Boolean()), events: Type.Optional(events) }),
            response: answers({ schema: data(Subscription) }),
          },
        },
        async (request) => {
          const caller = callerOf(request)
          const changed = await changeSubscription(caller, ownId(request, unknownSubscription), request.body)
          return { data: presentSubscription(caller.shop.shopId, changed) }
        },
      )

      scope.delete(
        path,
        {
          onRequest: asSubscription,
          schema: {
            ...schema,
            operationId: `unsubscribeLegacy${by}`,
            summary: 'Delete the subscription that this secret belongs to',
            description: `Permanently, with its queued deliveries${named(by)}.`,
            response: answers({ schema: data(Deleted) }),
          },
        },
        async (request) => {
          const id = ownId(request, unknownSubscription)
          await unsubscribe(callerOf(request), id)
          return { data: { id } }
        },
      )
    }
  }
  return mount(app, '/webhook', routes)
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function requireHeader(request: FastifyRequest, name: string): string {
  const value = header(request, name)
  if (!value) throw new ParleyError('UNAUTHENTICATED', `Send the header ${name}.`)
  return value
}

/** The subscription of the secret; an id in the path must be its own. */
function ownId(request: FastifyRequest, refusal: () => Error): string {
  const { id } = request.params as { id?: string }
  if (id !== undefined && id !== request.ownSubscriptionId) throw refusal()
  return request.ownSubscriptionId as string
}
