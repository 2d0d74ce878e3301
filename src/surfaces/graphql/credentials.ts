import type { FastifyRequest } from 'fastify'
import type { FieldNode } from 'graphql'
import type { Caller } from '#core/caller.ts'
import type { Keyring } from '#core/stores/api-key-cache.ts'
import type { Database } from '#database/database.ts'
import { refusal } from './errors.ts'

/** The store that App ID and key name together (spec 5.2). `node` is the first field that needs them. */
export async function authenticate(
  request: FastifyRequest,
  { database, keyring }: { database: Database; keyring: Keyring },
  node: FieldNode,
): Promise<Caller> {
  const [appId, secret] = [header(request, 'x-api-id'), header(request, 'x-api-secret')]
  if (!appId || !secret) {
    const missing = [!appId && 'x-api-id', !secret && 'x-api-secret'].filter(Boolean).join(' and ')
    throw refusal(200, 'UNAUTHENTICATED', `Credentials missing: send ${missing}.`, node)
  }
  const key = await keyring.resolveTogether(appId, secret, request.ip)
  if (!key) {
    throw refusal(200, 'UNAUTHENTICATED', 'x-api-id and x-api-secret are not an App ID and a key of one store.', node)
  }
  return { shop: database.shop(key.shopId), actor: { kind: 'api_key', keyId: key.keyId } }
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
