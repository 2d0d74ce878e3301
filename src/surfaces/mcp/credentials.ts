import type { IncomingHttpHeaders } from 'node:http'
import { type AssistantFinder, isAccessToken } from '#core/assistants/assistants.ts'
import type { Caller } from '#core/caller.ts'
import type { Keyring } from '#core/stores/api-key-cache.ts'
import type { Database } from '#database/database.ts'
import { INVALID_REQUEST, RpcError } from './rpc.ts'

/**
 * Finds the caller: an App ID and a key of the same store (spec 5.3). Clients that can send nothing but a bearer key name
 * the App ID in the path (spec C7.2); there an assistant's access token is accepted too, because that is the address
 * it was given for. Throws what is answered with 401.
 */
export function createCredentialCheck(
  database: Database,
  keyring: Keyring,
  assistants: AssistantFinder,
): (headers: IncomingHttpHeaders, inPath: string | undefined, ip: string) => Promise<Caller> {
  /** An access token opens the store of the path it is sent to, and that only if it was granted there. */
  const findAssistant = async (appId: string, token: string, ip: string): Promise<Caller> => {
    const shopId = await keyring.shopOf(appId)
    const shop = shopId === undefined ? null : database.shop(shopId)
    const grantId = shop && (await assistants.find(shop, token, ip))
    if (!grantId) throw refuse('UNAUTHENTICATED', 'Access token unknown, expired or revoked, or not of this address.')
    return { shop, actor: { kind: 'assistant', grantId } }
  }

  return async (headers, inPath, ip) => {
    const header = headers['x-app-id']
    const appId = inPath || header
    const key = /^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
    if (typeof appId !== 'string' || appId === '') {
      throw refuse(
        'UNAUTHENTICATED',
        'App ID missing: send it in the X-App-Id header, or at the end of the path: /mcp/{appId}.',
      )
    }
    if (!key) throw refuse('UNAUTHENTICATED', 'API key missing: send it as Authorization: Bearer.')
    // One answer for an unknown key, an unknown App ID and any that do not belong together.
    const isOne = (header === undefined || header === appId) && isAppId(appId)
    if (inPath && isOne && isAccessToken(key)) return findAssistant(appId, key, ip)
    const known = isOne ? await keyring.resolveTogether(appId, key, ip) : null
    if (known) return { shop: database.shop(known.shopId), actor: { kind: 'assistant', keyId: known.keyId } }
    throw refuse('INVALID_API_KEY', 'API key unknown or revoked, or not of the store with this App ID.')
  }
}

/** Whether a text has the form of an App ID. */
export const isAppId = (text: string) => /^[\w-]{1,64}$/.test(text)

const refuse = (code: 'UNAUTHENTICATED' | 'INVALID_API_KEY', message: string) =>
  new RpcError(INVALID_REQUEST, message, 401, { code })
