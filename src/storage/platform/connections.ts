import type { Queries, SystemQueries } from '#database/database.ts'
import { type Claim, claimDue, LEASE, nextDueAt, type Queue } from '../claims.ts'

/** Connections to the shops that stores sell in (migrations/0014). */

export const CONNECTION_KINDS = ['custom', 'vendure', 'woocommerce', 'shopify'] as const
export type ConnectionKind = (typeof CONNECTION_KINDS)[number]
export type ConnectionState = 'connected' | 'broken' | 'disconnected'

/** A token of a platform whose tokens expire, and what gets the next one. */
interface Tokens {
  access: string
  until: string
  refresh?: string
}

/** What a connection is proven with. Stored encrypted, and never in a list or a log. */
export interface ConnectionCredentials {
  /** What the shop signs its webhooks with. It outlives an uninstalling: privacy requests come after that. */
  signingSecret: string
  /** Address and key of the shop's API, with the key's secret if it has one. Deleted when the app is uninstalled. */
  api?: { url: string; key: string; secret?: string; tokens?: Tokens }
  /** Client id of an app at Shopify, whose secret is the signing secret: it may be installed again. */
  clientId?: string
  /** What the shop's answer is known by, while it is still to let us in. */
  ticket?: { hash: string; until: string; url: string }
}

export interface ConnectionRow {
  id: string
  kind: ConnectionKind
  shopDomain: string | null
  state: ConnectionState
  lastError: string | null
  createdAt: Date
}

const COLUMNS = 'id, kind, shop_domain, state, last_error, created_at'

/** Place for which a connection's credentials are encrypted. */
export const placeOfConnection = (shopId: string, id: string) => `connections/${shopId}/${id}`

export function listConnections(shop: Queries): Promise<ConnectionRow[]> {
  return shop.query<ConnectionRow>(`select ${COLUMNS} from shop_connections where shop_id = $1 order by created_at, id`)
}

export async function findConnection(
  shop: Queries,
  id: string,
  lock: '' | 'for update' = '',
): Promise<ConnectionRow | undefined> {
  const [row] = await shop.query<ConnectionRow>(
    `select ${COLUMNS} from shop_connections where shop_id = $1 and id = $2 ${lock}`,
    [id],
  )
  return row
}

/** The store's connection to a shop with a name, ended ones too. */
export async function findConnectionByDomain(
  tx: Queries,
  kind: ConnectionKind,
  shopDomain: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await tx.query<ConnectionRow>(
    `select ${COLUMNS} from shop_connections where shop_id = $1 and kind = $2 and shop_domain = $3
     order by created_at limit 1 for update`,
    [kind, shopDomain],
  )
  return row
}

/** Null for a connection that was removed. */
export async function readConnectionCredentials(shop: Queries, id: string): Promise<ConnectionCredentials | null> {
  const [row] = await shop.query<{ secret: string | null }>(
    'select secret from shop_connections where shop_id = $1 and id = $2',
    [id],
  )
  if (!row?.secret) return null
  return JSON.parse(shop.secrets.open(row.secret, placeOfConnection(shop.shopId, id))) as ConnectionCredentials
}

/** Stores a connection, or makes one again that was known: same id, new credentials, no error, and all is read again. */
export async function saveConnection(
  tx: Queries,
  connection: Pick<ConnectionRow, 'id' | 'kind' | 'shopDomain'>,
  credentials: ConnectionCredentials,
  now: Date,
): Promise<ConnectionRow> {
  const { id, kind, shopDomain } = connection
  const secret = tx.secrets.seal(JSON.stringify(credentials), placeOfConnection(tx.shopId, id))
  await tx.query('delete from sync_cursors where shop_id = $1 and connection_id = $2', [id])
  const [row] = await tx.query<ConnectionRow>(
    `insert into shop_connections (shop_id, id, kind, shop_domain, secret, state, next_sync_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'connected', $6, $7, $7)
     on conflict (shop_id, id) do update set secret = excluded.secret, state = excluded.state, last_error = null,
       next_sync_at = excluded.next_sync_at, lease = null, updated_at = excluded.updated_at
     returning ${COLUMNS}`,
    [id, kind, shopDomain, secret, credentials.api ? now : null, now],
  )
  return row as ConnectionRow
}

/** Stores other credentials of a connection whose row is locked. */
export async function replaceCredentials(tx: Queries, id: string, credentials: ConnectionCredentials): Promise<void> {
  const secret = tx.secrets.seal(JSON.stringify(credentials), placeOfConnection(tx.shopId, id))
  await tx.query('update shop_connections set secret = $3 where shop_id = $1 and id = $2', [id, secret])
}

/** Ends a connection for good: nothing is believed in its name any more. */
export async function endConnection(tx: Queries, id: string, now: Date): Promise<void> {
  await stop(tx, id, null, now)
}

/** The app is uninstalled: no shop is read or listened to. What proves privacy requests is kept: those come after it. */
export async function suspendConnections(tx: Queries, now: Date): Promise<void> {
  for (const { id } of await listConnections(tx)) {
    const credentials = await readConnectionCredentials(tx, id)
    if (!credentials) continue
    const { signingSecret, clientId } = credentials
    await stop(tx, id, { signingSecret, ...(clientId !== undefined && { clientId }) }, now)
  }
}

/** The app is installed again: shops that tell by themselves are listened to, others need their key again. */
export async function resumeConnections(tx: Queries, now: Date): Promise<void> {
  await tx.query(
    `update shop_connections set state = case when kind = 'custom' then 'connected' else 'broken' end,
       last_error = case when kind = 'custom' then null else $3::text end, updated_at = $2
     where shop_id = $1 and state = 'disconnected' and secret is not null`,
    [now, 'Uninstalling wiped the key of the shop’s API: connect the shop again.'],
  )
}

async function stop(tx: Queries, id: string, kept: ConnectionCredentials | null, now: Date): Promise<void> {
  const secret = kept && tx.secrets.seal(JSON.stringify(kept), placeOfConnection(tx.shopId, id))
  await tx.query(
    `update shop_connections set state = 'disconnected', secret = $3, last_error = null, next_sync_at = null, lease = null,
       updated_at = $4 where shop_id = $1 and id = $2`,
    [id, secret, now],
  )
  await tx.query('delete from sync_cursors where shop_id = $1 and connection_id = $2', [id])
}

/** A connection works again, or not; with why, for people. */
export async function setConnectionState(
  tx: Queries,
  id: string,
  state: ConnectionState,
  lastError: string | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `update shop_connections set state = $3, last_error = $4, updated_at = $5 where shop_id = $1 and id = $2`,
    [id, state, lastError, now],
  )
}

/** What was wrong with what the shop told last, for people; null: nothing. Ended connections stay as they are. */
export async function noteConnectionError(shop: Queries, id: string, error: string | null): Promise<void> {
  await shop.query(
    `update shop_connections set last_error = $3 where shop_id = $1 and id = $2 and state = 'connected'
       and last_error is distinct from $3`,
    [id, error],
  )
}

/** Why a shop could not be read now, for people. One that never could be is broken; others may answer again soon. */
export async function noteConnectionFailure(shop: Queries, id: string, error: string): Promise<void> {
  await shop.query(
    `update shop_connections set last_error = $3, state = case when exists (
         select 1 from sync_cursors where shop_id = $1 and connection_id = $2) then state else 'broken' end
     where shop_id = $1 and id = $2 and state <> 'disconnected'`,
    [id, error],
  )
}

/** Errors may repeat what a shop sent of somebody. */
export async function clearConnectionErrors(tx: Queries): Promise<void> {
  await tx.query(`update shop_connections set last_error = null where shop_id = $1 and state = 'connected'`)
}

/** Deletes all but the newest `kept` ended connections. */
export async function forgetEndedConnections(tx: Queries, kept: number): Promise<void> {
  await tx.query(
    `delete from shop_connections where shop_id = $1 and secret is null and id in (
       select id from shop_connections where shop_id = $1 and secret is null order by updated_at desc, id offset $2)`,
    [kept],
  )
}

/** Stores with shops that are to be read, the longest due first. */
export async function findShopsToPull(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    `select shop_id from shop_connections where next_sync_at is not null and next_sync_at <= $1
     group by shop_id order by min(next_sync_at) limit $2`,
    [now, limit],
  )
  return rows.map(({ shopId }) => shopId)
}

const PULLS: Queue = {
  table: 'shop_connections',
  time: 'next_sync_at',
  where: 'next_sync_at is not null',
  assigns: [LEASE],
  returns: 'q.id, q.kind, q.shop_domain, q.state, q.last_error, q.created_at, q.lease',
}

/** Claims connections of a store whose shops are to be read (`claimDue`). */
export const claimPulls = (shop: Queries, claim: Claim): Promise<(ConnectionRow & { lease: string })[]> =>
  claimDue(shop, PULLS, claim)

/** When the shop is read next; false where somebody else reads it now, or nobody any more. */
export async function setNextPull(
  shop: Queries,
  { id, lease }: { id: string; lease: string },
  next: { nextSyncAt: Date; lease: string | null },
): Promise<boolean> {
  const rows = await shop.query(
    'update shop_connections set next_sync_at = $4, lease = $5 where shop_id = $1 and id = $2 and lease = $3 returning 1',
    [id, lease, next.nextSyncAt, next.lease],
  )
  return rows.length > 0
}

/** When the store's next shop is to be read, or a lease ends. */
export const nextPullAt = (shop: Queries): Promise<Date | undefined> => nextDueAt(shop, PULLS)
