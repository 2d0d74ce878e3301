import { Type } from 'typebox'
import { createIdentitySecret, listSecrets, removeIdentitySecret } from '#core/visitors/identity-secrets.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { IdentitySecret, NewIdentitySecret } from './schemas/store.ts'

const config = { access: 'admin' } as const

/** What the shop signs its customers' ids with; each secret is shown once. */
export function identitySecretRoutes(app: App): void {
  app.get(
    '/identity-secrets',
    { config, schema: { response: answerOf(Type.Array(IdentitySecret)) } },
    async (request) => ({ data: await listSecrets(memberOf(request).caller) }),
  )

  app.post(
    '/identity-secrets',
    { config: { ...config, needsProof: true }, schema: { response: created(NewIdentitySecret) } },
    async (request, reply) => {
      const signedIn = memberOf(request)
      const { id, secret, createdAt } = await createIdentitySecret(signedIn.caller)
      return reply.code(201).send({ data: { id, secret, createdAt } })
    },
  )

  app.delete(
    '/identity-secrets/:secretId',
    { config, schema: { params: Type.Object({ secretId: Type.String() }), response: answerOf(Named) } },
    async (request) => {
      const signedIn = memberOf(request)
      await removeIdentitySecret(signedIn.caller, request.params.secretId)
      return { data: { id: request.params.secretId } }
    },
  )
}
