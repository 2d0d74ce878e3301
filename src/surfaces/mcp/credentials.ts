import type { FastifyRequest } from 'fastify'
import type { Keyring } from '#core/access.ts'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#storage/database.ts'
import { INVALID_REQUEST, RpcError } from './rpc.ts'

/** Who asks: an App ID and a key of one and the same store (spec 5.3). Throws what is answered with 401. */
export function createCredentialCheck(
  database: Database,
  keyring: Keyring,
): (request: FastifyRequest) => Promise<Caller> {
  return async ({ headers }) => {
    const appId = headers['x-app-id']
    const key = /^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
    if (typeof appId !== 'string' || appId === '') {
      throw refuse('UNAUTHENTICATED', 'App ID missing: send it in the X-App-Id header.')
    }
    if (!key) throw refuse('UNAUTHENTICATED', 'API key missing: send it as Authorization: Bearer.')
    // One answer for an unknown key, an unknown App ID and two that do not belong together.
    const known = /^[\w-]{1,64}$/.test(appId) ? await keyring.resolveTogether(appId, key) : null
    if (!known) {
      throw refuse('INVALID_API_KEY', 'API key unknown or revoked, or not of the store with this App ID.')
    }
    return { shop: database.shop(known.shopId), actor: { kind: 'assistant', keyId: known.keyId } }
  }
}

const refuse = (code: 'UNAUTHENTICATED' | 'INVALID_API_KEY', message: string) =>
  new RpcError(INVALID_REQUEST, message, 401, { code })
