import { currentTime } from '#base/clock.ts'
import { ShopUnavailable } from '#connectors/shop-unavailable.ts'
import { type AppKeys, askForTokens, type Grant, isFresh, type Tokens } from '#connectors/shopify/tokens.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Shop } from '#database/database.ts'
import { findConnection, readConnectionCredentials, replaceCredentials } from '#storage/platform/connections.ts'

interface Keys {
  api: { url: string; key: string; secret?: string }
  fetchAllowed: typeof fetch
  /** The token that is known was not taken. */
  isRefused: boolean
}

/** Holds what shops with expiring tokens are asked with: one asks for the next token at a time, of this process. */
export class TokenKeeper {
  readonly #asking = new Map<string, Promise<string>>()

  tokenOf(shop: Shop, connection: ShopConnection, keys: Keys): Promise<string> {
    const under = this.#asking.get(connection.id)
    if (under) return under
    const asking = this.#find(shop, connection, keys).finally(() => this.#asking.delete(connection.id))
    this.#asking.set(connection.id, asking)
    return asking
  }

  async #find(shop: Shop, { id }: ShopConnection, { api, fetchAllowed, isRefused }: Keys): Promise<string> {
    const { api: known } = (await readConnectionCredentials(shop, id)) ?? {}
    if (!isRefused && isFresh(known?.tokens, currentTime())) return known.tokens.access
    const app: AppKeys = { url: api.url, key: api.key, secret: api.secret ?? '' }
    const tokens = await renew(app, known?.tokens, fetchAllowed)
    await shop.transaction(async (tx) => {
      await findConnection(tx, id, 'for update')
      const credentials = await readConnectionCredentials(tx, id)
      // Uninstalled, or connected by another app meanwhile.
      if (credentials?.api?.key !== app.key) return
      await replaceCredentials(tx, id, { ...credentials, api: { ...credentials.api, tokens } })
    })
    return tokens.access
  }
}

/** By the refresh token, and where that has ended by the app's own credentials. */
async function renew(app: AppKeys, known: Tokens | undefined, fetchAllowed: typeof fetch): Promise<Tokens> {
  const ask = (grant: Grant) => askForTokens(app, grant, fetchAllowed, currentTime())
  if (!known?.refresh) return ask('app')
  try {
    return await ask({ refresh: known.refresh })
  } catch (error) {
    if (!(error instanceof ShopUnavailable) || !error.isFinal) throw error
    return ask('app').catch(() => {
      throw error
    })
  }
}
