import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AddressBook } from '#channels/address.ts'
import type { Keyring } from '#core/access.ts'
import { apiKeyInvalid, notFound, ParleyError } from '#core/errors.ts'
import { requireStorePlan } from '#core/stores.ts'
import {
  changeSubscription,
  findBySecret,
  listStoreSubscriptions,
  subscribe,
  unknownSubscription,
  unsubscribe,
} from '#core/subscriptions.ts'
import type { Database } from '#storage/database.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { presentSubscription } from '#surfaces/http/present-subscription.ts'
import type { CountRequest } from './guard.ts'
import { callerOf } from './routes.ts'

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

/**
 * The older subscription endpoints (spec 4.5; contract, section 6): made with App ID and API key on Pro or Plus, then
 * read, changed and deleted with the subscription's own secret. New integrations use /chat/webhooks.
 */
export function legacyWebhookSurface(app: App, options: LegacyOptions): Promise<void> {
  const { database, keyring, addresses, countRequest } = options

  /** The store that App ID and API key name together. */
  async function asStore(request: FastifyRequest): Promise<void> {
    const appId = requireHeader(request, 'x-webhook-app-id')
    const key = await keyring.resolveTogether(appId, requireHeader(request, 'x-webhook-secret'))
    if (!key) throw apiKeyInvalid()
    request.caller = { shop: database.shop(key.shopId), actor: { kind: 'api_key', keyId: key.keyId } }
  }

  /** The subscription that the secret belongs to. */
  async function asSubscription(request: FastifyRequest): Promise<void> {
    const found = await findBySecret(database, requireHeader(request, 'x-webhook-secret'))
    if (!found) throw new ParleyError('INVALID_API_KEY', 'X-Webhook-Secret is not the secret of a subscription.')
    request.caller = { shop: database.shop(found.shopId), actor: { kind: 'subscription', subscriptionId: found.id } }
    request.ownSubscriptionId = found.id
  }

  return mount(app, '/webhook', (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const key = request.method === 'POST' ? await keyring.resolve(header(request, 'x-webhook-secret')) : null
      await countRequest(request, reply, key?.keyId ?? null)
    })

    scope.post(
      '/subscriptions',
      {
        onRequest: asStore,
        schema: {
          body: Type.Object({
            url: Type.String(),
            events: Type.Array(Type.String()),
            metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
          }),
        },
      },
      async (request, reply) => {
        const caller = callerOf(request)
        await requireStorePlan(caller, 'pro', 'The legacy subscription endpoint')
        const { subscription } = await subscribe(caller, request.body, addresses)
        return reply.code(201).send({ data: presentSubscription(caller.shop.shopId, subscription) })
      },
    )

    for (const path of ['/subscriptions', '/subscriptions/:id']) {
      scope.get(path, { onRequest: asSubscription }, async (request) => {
        const { shop } = callerOf(request)
        const id = ownId(request, () => notFound('Subscription'))
        const own = (await listStoreSubscriptions(callerOf(request))).find((subscription) => subscription.id === id)
        if (!own) throw notFound('Subscription')
        return { data: presentSubscription(shop.shopId, own) }
      })

      scope.put(
        path,
        {
          onRequest: asSubscription,
          schema: {
            body: Type.Object({
              isActive: Type.Optional(Type.Boolean()),
              events: Type.Optional(Type.Array(Type.String())),
            }),
          },
        },
        async (request) => {
          const caller = callerOf(request)
          const changed = await changeSubscription(caller, ownId(request, unknownSubscription), request.body)
          return { data: presentSubscription(caller.shop.shopId, changed) }
        },
      )

      scope.delete(path, { onRequest: asSubscription }, async (request) => {
        const id = ownId(request, unknownSubscription)
        await unsubscribe(callerOf(request), id)
        return { data: { id } }
      })
    }
  })
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
