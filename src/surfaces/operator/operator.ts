import { Type } from 'typebox'
import { createKey, deleteKey, type Keyring, listKeys } from '#core/access.ts'
import { operatorCaller } from '#core/caller.ts'
import { ParleyError } from '#core/errors.ts'
import { createIdentitySecret, listSecrets, removeIdentitySecret } from '#core/identity.ts'
import { importRecords } from '#core/import/import.ts'
import { migrateLegacy } from '#core/legacy.ts'
import { PLANS } from '#core/plans.ts'
import { redact, requestData } from '#core/privacy.ts'
import { makeSampleData, SAMPLE_DATA_MAX } from '#core/sample-data/sample-data.ts'
import {
  changeStore,
  createStore,
  installStore,
  listAllStores,
  requireStore,
  type Store,
  uninstallStore,
} from '#core/stores.ts'
import type { Database } from '#storage/database.ts'
import { hasOperatorToken } from '#surfaces/health.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { presentContact } from '#surfaces/http/present-contact.ts'

import { operatorWebhookRoutes } from './webhooks.ts'

export interface OperatorOptions {
  database: Database
  keyring: Keyring
  token: string
}

const StorePath = Type.Object({ shopId: Type.String() })
const text = (maxLength: number) => Type.String({ maxLength })
const plan = Type.Unsafe<(typeof PLANS)[number]>({ type: 'string', enum: PLANS })
const count = (maximum: number) => Type.Integer({ minimum: 0, maximum })

/** The operator API (contract, section 3): for whoever runs the service. Every answer is `{"data":…}`. */
export function operatorSurface(app: App, { database, keyring, token }: OperatorOptions): Promise<void> {
  /** The caller for the store in the path, or NOT_FOUND. */
  const callerFor = async (shopId: string) => {
    await requireStore(database, shopId)
    return operatorCaller(database, shopId)
  }

  return mount(app, '/operator', (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!hasOperatorToken(request, token)) {
        throw new ParleyError('UNAUTHENTICATED', 'Send the operator token as Authorization: Bearer.')
      }
    })

    scope.post(
      '/stores',
      {
        schema: {
          body: Type.Object({
            name: text(200),
            plan: Type.Optional(plan),
            owner: Type.Optional(
              Type.Object({
                email: text(320),
                password: Type.Optional(Type.String({ minLength: 8, maxLength: 200 })),
                firstName: Type.Optional(text(100)),
                lastName: Type.Optional(text(100)),
              }),
            ),
          }),
        },
      },
      async (request, reply) => {
        const { store, owner } = await createStore(database, request.body)
        const { shopId, appId, name, plan } = store
        return reply.code(201).send({ data: { shopId, appId, name, plan, owner } })
      },
    )

    scope.get(
      '/stores',
      {
        schema: {
          querystring: Type.Object({
            limit: Type.Optional(Type.Integer({ minimum: 1 })),
            cursor: Type.Optional(Type.String()),
          }),
        },
      },
      async (request) => {
        const { limit = 20, cursor = null } = request.query
        const { stores, nextCursor } = await listAllStores(database, { limit: Math.min(limit, 100), cursor })
        return { data: stores.map(presentStore), paging: { nextCursor, hasMore: nextCursor !== null } }
      },
    )

    scope.get('/stores/:shopId', { schema: { params: StorePath } }, async (request) => ({
      data: presentStore(await requireStore(database, request.params.shopId)),
    }))

    scope.patch(
      '/stores/:shopId',
      {
        schema: {
          params: StorePath,
          body: Type.Object({
            name: Type.Optional(text(200)),
            plan: Type.Optional(plan),
            settings: Type.Optional(Type.Object({}, { additionalProperties: true })),
          }),
        },
      },
      async (request) => ({ data: presentStore(await changeStore(database, request.params.shopId, request.body)) }),
    )

    scope.post(
      '/stores/:shopId/keys',
      { schema: { params: StorePath, body: Type.Object({ name: Type.String() }) } },
      async (request, reply) => {
        const key = await createKey(await callerFor(request.params.shopId), request.body.name)
        return reply.code(201).send({ data: { id: key.id, name: key.name, key: key.key, createdAt: key.createdAt } })
      },
    )

    scope.get('/stores/:shopId/keys', { schema: { params: StorePath } }, async (request) => {
      const keys = await listKeys(await callerFor(request.params.shopId))
      return { data: keys.map(({ id, name, createdAt }) => ({ id, name, createdAt })) }
    })

    scope.delete(
      '/stores/:shopId/keys/:keyId',
      { schema: { params: Type.Object({ shopId: Type.String(), keyId: Type.String() }) } },
      async (request) => {
        const { shopId, keyId } = request.params
        await deleteKey(await callerFor(shopId), keyId, keyring)
        return { data: { id: keyId } }
      },
    )

    scope.register(async (importing) => {
      // The body is read as it arrives, whatever its type says; lines are judged one by one.
      importing.removeAllContentTypeParsers()
      importing.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
      importing.post<{ Params: { shopId: string }; Body: AsyncIterable<Buffer> | undefined }>(
        '/stores/:shopId/import',
        async (request) => ({
          data: await importRecords(await callerFor(request.params.shopId), request.body ?? none()),
        }),
      )
    })

    scope.post(
      '/stores/:shopId/sample-data',
      {
        schema: {
          params: StorePath,
          body: Type.Object({
            contacts: Type.Optional(count(SAMPLE_DATA_MAX.contacts)),
            conversations: Type.Optional(count(SAMPLE_DATA_MAX.conversations)),
            messagesPerConversation: Type.Optional(count(SAMPLE_DATA_MAX.messagesPerConversation)),
            seed: Type.Optional(Type.Union([Type.Integer(), text(100)])),
          }),
        },
      },
      async (request) => ({ data: await makeSampleData(await callerFor(request.params.shopId), request.body) }),
    )

    scope.post(
      '/stores/:shopId/privacy/redact',
      {
        schema: {
          params: StorePath,
          body: Type.Object({
            customerUuid: Type.String(),
            orders: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })),
          }),
        },
      },
      async (request) => ({ data: presentContact(await redact(await callerFor(request.params.shopId), request.body)) }),
    )

    scope.post(
      '/stores/:shopId/privacy/data-request',
      { schema: { params: StorePath, body: Type.Object({ customerUuid: Type.String() }) } },
      async (request) => ({
        data: await requestData(await callerFor(request.params.shopId), request.body.customerUuid),
      }),
    )

    scope.post('/stores/:shopId/uninstall', { schema: { params: StorePath } }, async (request) => ({
      data: presentStore(await uninstallStore(database, request.params.shopId)),
    }))

    scope.post('/stores/:shopId/install', { schema: { params: StorePath } }, async (request) => ({
      data: presentStore(await installStore(database, request.params.shopId)),
    }))

    scope.post('/stores/:shopId/identity-secrets', { schema: { params: StorePath } }, async (request, reply) =>
      reply.code(201).send({ data: await createIdentitySecret(await callerFor(request.params.shopId)) }),
    )

    scope.get('/stores/:shopId/identity-secrets', { schema: { params: StorePath } }, async (request) => ({
      data: await listSecrets(await callerFor(request.params.shopId)),
    }))

    scope.delete(
      '/stores/:shopId/identity-secrets/:secretId',
      { schema: { params: Type.Object({ shopId: Type.String(), secretId: Type.String() }) } },
      async (request) => {
        const { shopId, secretId } = request.params
        await removeIdentitySecret(await callerFor(shopId), secretId)
        return { data: { id: secretId } }
      },
    )

    operatorWebhookRoutes(scope, callerFor)

    scope.post('/stores/:shopId/migrate-legacy', { schema: { params: StorePath } }, async (request) => ({
      data: { migrated: await migrateLegacy(await callerFor(request.params.shopId)) },
    }))
  })
}

function presentStore(store: Store) {
  const { shopId, appId, name, plan, ownerId, ownerEmail, settings, installedAt, uninstalledAt } = store
  const owner = ownerId === null ? null : { memberId: ownerId, email: ownerEmail }
  return { shopId, appId, name, plan, owner, settings, installedAt, uninstalledAt }
}

async function* none(): AsyncGenerator<Buffer> {}
