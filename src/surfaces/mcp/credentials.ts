import type { FastifyRequest } from 'fastify'
import type { Keyring } from '#core/access.ts'
import type { Caller } from '#core/caller.ts'
import { findShopByAppId } from '#core/stores.ts'
import type { Database } from '#storage/database.ts'
import { INVALID_REQUEST, RpcError } from './rpc.ts'

/** App IDs remembered at once. */
const REMEMBERED_MAX = 20_000

/** Who asks: an App ID and a key of one and the same store (spec 5.3). Throws what is answered with 401. */
export function createCredentialCheck(
  database: Database,
  keyring: Keyring,
): (request: FastifyRequest) => Promise<Caller> {
  const shops = new Map<string, string>() // an App ID belongs to its store for good

  async function shopOf(appId: string): Promise<string | undefined> {
    const remembered = shops.get(appId)
    if (remembered) return remembered
    const shopId = await findShopByAppId(database, appId)
    if (shops.size >= REMEMBERED_MAX) shops.clear()
    if (shopId) shops.set(appId, shopId)
    return shopId
  }

  return async ({ headers }) => {
    const appId = headers['x-app-id']
    const key = /^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
    if (typeof appId !== 'string' || appId === '') {
      throw refuse('UNAUTHENTICATED', 'App ID missing: send it in the X-App-Id header.')
    }
    if (!key) throw refuse('UNAUTHENTICATED', 'API key missing: send it as Authorization: Bearer.')
    const known = await keyring.resolve(key)
    // One answer for an unknown key, an unknown App ID and two that do not belong together.
    if (!known || !/^[\w-]{1,64}$/.test(appId) || (await shopOf(appId)) !== known.shopId) {
      throw refuse('INVALID_API_KEY', 'API key unknown or revoked, or not of the store with this App ID.')
    }
    return { shop: database.shop(known.shopId), actor: { kind: 'assistant', keyId: known.keyId } }
  }
}

const refuse = (code: 'UNAUTHENTICATED' | 'INVALID_API_KEY', message: string) =>
  new RpcError(INVALID_REQUEST, message, 401, { code })
