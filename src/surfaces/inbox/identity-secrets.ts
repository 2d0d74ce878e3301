import { Type } from 'typebox'
import { audit } from '#core/audit-log.ts'
import { createIdentitySecret, listSecrets, removeIdentitySecret } from '#core/identity.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './guard.ts'

const config = { access: 'admin' } as const

/** What the shop signs its customers' ids with; each secret is shown once. */
export function identitySecretRoutes(app: App): void {
  app.get('/identity-secrets', { config }, async (request) => ({ data: await listSecrets(memberOf(request).caller) }))

  app.post('/identity-secrets', { config }, async (request, reply) => {
    const signedIn = memberOf(request)
    const { id, secret, createdAt } = await createIdentitySecret(signedIn.caller)
    await audit(signedIn, 'identity_secret.created', id)
    return reply.code(201).send({ data: { id, secret, createdAt } })
  })

  app.delete(
    '/identity-secrets/:secretId',
    { config, schema: { params: Type.Object({ secretId: Type.String() }) } },
    async (request) => {
      const signedIn = memberOf(request)
      await removeIdentitySecret(signedIn.caller, request.params.secretId)
      await audit(signedIn, 'identity_secret.deleted', request.params.secretId)
      return { data: { id: request.params.secretId } }
    },
  )
}
