import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { CONNECTIONS_MAX, ENDED_CONNECTIONS_KEPT } from '#core/limits.ts'
import { reinstallStore } from '#core/stores/stores.ts'
import type { Database, Shop } from '#database/database.ts'
import {
  type ConnectionCredentials,
  type ConnectionKind,
  type ConnectionRow,
  endConnection,
  findConnection,
  findConnectionByDomain,
  forgetEndedConnections,
  listConnections,
  readConnectionCredentials,
  saveConnection,
  setConnectionState,
} from '#storage/platform/connections.ts'
import { claimDirectoryEntry, deleteDirectoryEntry, lookUpDirectory } from '#storage/stores/stores.ts'
import { newTicket } from './connect-tokens.ts'
import { type NewConnection, readNewConnection } from './new-connection.ts'

export { CONNECTION_KINDS, type ConnectionKind } from '#storage/platform/connections.ts'
export type { NewConnection } from './new-connection.ts'
export type ShopConnection = ConnectionRow

/** A connection that was just made. */
export type MadeConnection = ShopConnection & {
  /** What the shop signs its webhooks with, shown this once; of shops that are told it by hand. */
  secret: string | null
  /** Names the connection to the shop that is still to let us in; null where nothing is to be done there. */
  ticket: string | null
}

/** Shops that get the secret from people. */
const TOLD_BY_HAND: readonly ConnectionKind[] = ['custom', 'vendure']
const WAITS = 'The shop has not let Parley in yet: open the address that connecting it gave, or name its keys.'

/**
 * Connects a shop (spec C12). One that the store was connected to before, by the same `shopDomain`, keeps its
 * id and gets a new secret; a store whose shop at Shopify had uninstalled the app is installed again. INVALID_PARAMS for keys that mean nothing for the kind, an address or a key that cannot be
 * one, and an eleventh connection.
 */
export async function connectShop(caller: Caller, request: NewConnection): Promise<MadeConnection> {
  const { kind } = request
  const { shopDomain, api, url = '', secret = newToken('shsec_', 24) } = readNewConnection(request)
  const waits = kind !== 'custom' && !api
  // A shop at Shopify may give its app access by itself, or want to be asked.
  const hasTicket = waits || kind === 'shopify'
  const connection = await caller.shop.transaction(async (tx): Promise<MadeConnection> => {
    const known = shopDomain === null ? undefined : await findConnectionByDomain(tx, kind, shopDomain)
    const open = (await listConnections(tx)).filter(({ state }) => state !== 'disconnected')
    if (open.length >= CONNECTIONS_MAX && !open.some(({ id }) => id === known?.id)) {
      throw invalidParams(`A store has at most ${CONNECTIONS_MAX} connections; remove one first.`)
    }
    const id = known?.id ?? newId()
    const { ticket, kept } = newTicket(id, url)
    const credentials: ConnectionCredentials = {
      signingSecret: secret,
      ...(api && { api }),
      ...(hasTicket && { ticket: kept }),
      ...(api && kind === 'shopify' && { clientId: api.key }),
    }
    await claimDirectoryEntry(tx, 'connection', id, id)
    const made = await saveConnection(tx, { id, kind, shopDomain }, credentials, currentTime())
    if (waits) await setConnectionState(tx, id, 'broken', WAITS, currentTime())
    await recordAudit(tx, caller.actor, 'connection.connected', id, { kind, shopDomain })
    if (api) tx.announce?.('pulls')
    return {
      ...made,
      ...(waits && { state: 'broken', lastError: WAITS }),
      secret: TOLD_BY_HAND.includes(kind) ? secret : null,
      ticket: hasTicket ? ticket : null,
    }
  })
  if (kind === 'shopify') await reinstallStore(caller)
  return connection
}

/** Ends what a shop tells us by itself; it need not answer. */
export interface WebhookUnsubscriber {
  unsubscribe(shop: Shop, connection: ShopConnection): Promise<void>
}

/** Removes a connection: the shop is not read, and nothing is believed in its name. Records that it brought stay. */
export async function disconnectShop(caller: Caller, id: string, shops: WebhookUnsubscriber): Promise<void> {
  const known = await findConnection(caller.shop, id)
  // While its credentials are there. What it still tells afterwards is believed no more.
  if (known) await shops.unsubscribe(caller.shop, known).catch(() => {})
  await caller.shop.transaction(async (tx) => {
    const connection = await findConnection(tx, id, 'for update')
    if (!connection) throw notFound('Connection')
    await deleteDirectoryEntry(tx, 'connection', id)
    await endConnection(tx, id, currentTime())
    await forgetEndedConnections(tx, ENDED_CONNECTIONS_KEPT)
    await recordAudit(tx, caller.actor, 'connection.disconnected', id)
  })
}

/** Address of a connection and its shop's signing secret; undefined if nothing is accepted in its name. */
export interface ConnectionPlace {
  shopId: string
  connectionId: string
  secret: string
}

export async function findConnectionPlace(
  database: Database,
  kind: ConnectionKind,
  connectionId: string,
): Promise<ConnectionPlace | undefined> {
  const found = await lookUpDirectory(database.system, 'connection', connectionId)
  if (!found) return undefined
  const shop = database.shop(found.shopId)
  const connection = await findConnection(shop, connectionId)
  const credentials = connection?.kind === kind ? await readConnectionCredentials(shop, connectionId) : null
  return credentials ? { shopId: found.shopId, connectionId, secret: credentials.signingSecret } : undefined
}
