import { Type } from 'typebox'
import { createKey, deleteKey, listKeys } from '#core/stores/api-keys.ts'
import { createIdentitySecret, listSecrets, removeIdentitySecret } from '#core/visitors/identity-secrets.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { Deleted } from '#surfaces/http/records.ts'
import { body } from '#surfaces/http/schema.ts'
import { Key, KeyPath, NewKey, NewSecret, operation, Secret, SecretPath, StorePath } from './answers.ts'
import { ofKey, ofSecret } from './paths.ts'

const tags = ['Operator: credentials']

/** A store's API keys (spec 5.1), and the secrets that it signs its customers' ids with. */
export function credentialRoutes(app: App): void {
  app.post(
    '/stores/:shopId/keys',
    {
      schema: {
        ...operation({
          operationId: 'createKey',
          summary: 'Create an API key',
          description: 'Needs the Pro or Plus plan; a store has up to five. Nothing ever shows the key again.',
          tags,
          status: 201,
          answer: data(NewKey),
        }),
        params: StorePath,
        body: body({ name: Type.String({ description: 'Up to 50 characters.' }) }),
      },
    },
    async (request, reply) => {
      const key = await createKey(callerOf(request), request.body.name)
      return reply.code(201).send({ data: { id: key.id, name: key.name, key: key.key, createdAt: key.createdAt } })
    },
  )

  app.get(
    '/stores/:shopId/keys',
    {
      schema: {
        ...operation({
          operationId: 'listKeys',
          summary: 'List a store’s API keys',
          description: 'Active keys: IDs, names and last uses, at most a minute late; never the keys.',
          tags,
          answer: data(Type.Array(Key)),
        }),
        params: StorePath,
      },
    },
    async (request) => {
      const keys = await listKeys(callerOf(request))
      return { data: keys.map(({ id, name, lastUsedAt, lastUsedFrom }) => ({ id, name, lastUsedAt, lastUsedFrom })) }
    },
  )

  app.delete(
    '/stores/:shopId/keys/:keyId',
    {
      config: ofKey,
      schema: {
        ...operation({
          operationId: 'deleteKey',
          summary: 'Revoke an API key',
          description: 'Takes effect immediately in the process that answers, and a moment later in others.',
          tags,
          answer: data(Deleted),
        }),
        params: KeyPath,
      },
    },
    async (request) => {
      const { keyId } = request.params
      await deleteKey(callerOf(request), keyId)
      return { data: { id: keyId } }
    },
  )

  app.post(
    '/stores/:shopId/identity-secrets',
    {
      schema: {
        ...operation({
          operationId: 'createIdentitySecret',
          summary: 'Create an identity secret',
          description:
            'A shop signs its customers’ ids with it. Up to two live side by side, for a change without a gap.',
          tags,
          status: 201,
          answer: data(NewSecret),
        }),
        params: StorePath,
      },
    },
    async (request, reply) => reply.code(201).send({ data: await createIdentitySecret(callerOf(request)) }),
  )

  app.get(
    '/stores/:shopId/identity-secrets',
    {
      schema: {
        ...operation({
          operationId: 'listIdentitySecrets',
          summary: 'List a store’s identity secrets',
          description: 'IDs and dates, never the secrets.',
          tags,
          answer: data(Type.Array(Secret)),
        }),
        params: StorePath,
      },
    },
    async (request) => ({ data: await listSecrets(callerOf(request)) }),
  )

  app.delete(
    '/stores/:shopId/identity-secrets/:secretId',
    {
      config: ofSecret,
      schema: {
        ...operation({
          operationId: 'deleteIdentitySecret',
          summary: 'Delete an identity secret',
          description:
            'Signatures made with it are no longer accepted. Visitors who are already identified stay identified until they log out.',
          tags,
          answer: data(Deleted),
        }),
        params: SecretPath,
      },
    },
    async (request) => {
      const { secretId } = request.params
      await removeIdentitySecret(callerOf(request), secretId)
      return { data: { id: secretId } }
    },
  )
}
