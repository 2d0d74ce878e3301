import type { Queries } from '#database/database.ts'

type DeliveryStatus = 'delivered' | 'retrying' | 'dropped' | 'failed'

/** Values by header name. */
export type CustomHeaders = Record<string, string>

export interface SubscriptionRow {
  id: string
  url: string
  events: string[]
  isActive: boolean
  secret: string
  metadata: object
  /** Custom headers of its deliveries. */
  headers: CustomHeaders
  lastDeliveryAt: Date | null
  lastDeliveryStatus: DeliveryStatus | null
  lastDeliveryError: string | null
  createdAt: Date
  updatedAt: Date
}

/** As it is stored: secret and headers are encrypted. */
type StoredRow = Omit<SubscriptionRow, 'headers'> & { headers: string | null }

const COLUMNS = `id, url, events, is_active, secret, metadata, headers, last_delivery_at, last_delivery_status,
  last_delivery_error, created_at, updated_at`

/** Place for which a subscription's secret is encrypted. */
export const secretPlace = (shopId: string, id: string) => `webhook_subscriptions/${shopId}/${id}`

/** What a delivery of a subscription is signed with and carries, from its stored form. */
export function openDelivery(
  tx: Queries,
  id: string,
  { secret, headers }: Pick<StoredRow, 'secret' | 'headers'>,
): Pick<SubscriptionRow, 'secret' | 'headers'> {
  return { secret: tx.secrets.open(secret, secretPlace(tx.shopId, id)), headers: openHeaders(tx, id, headers) }
}

function openHeaders({ shopId, secrets }: Queries, id: string, stored: string | null): CustomHeaders {
  return stored === null ? {} : JSON.parse(secrets.open(stored, headersPlace(shopId, id)))
}

/** Place for which a subscription's custom headers are encrypted. */
export const headersPlace = (shopId: string, id: string) => `webhook_subscriptions.headers/${shopId}/${id}`

/** The row with its secret and headers in plaintext. */
function opened(tx: Queries, row: StoredRow): SubscriptionRow {
  return { ...row, ...openDelivery(tx, row.id, row) }
}

export async function listSubscriptions(shop: Queries): Promise<SubscriptionRow[]> {
  const rows = await shop.query<StoredRow>(
    `select ${COLUMNS} from webhook_subscriptions where shop_id = $1 order by created_at, id`,
  )
  return rows.map((row) => opened(shop, row))
}

/** A subscription whose deliveries fail, or that was disabled for it. */
export interface TroubledSubscription extends Pick<SubscriptionRow, 'id' | 'url' | 'isActive' | 'lastDeliveryError'> {
  failingSince: Date | null
  disabledAt: Date | null
}

/** Subscriptions that failures disabled, and active ones with a delivery that has failed `attempts` times. */
export function listTroubledSubscriptions(shop: Queries, attempts: number): Promise<TroubledSubscription[]> {
  return shop.query<TroubledSubscription>(
    `select id, url, is_active, last_delivery_error, failing_since, disabled_at from webhook_subscriptions
     where shop_id = $1 and case when is_active then failing_attempts >= $2 else disabled_at is not null end
     order by created_at, id`,
    [attempts],
  )
}

export async function findSubscription(
  shop: Queries,
  id: string,
  lock: '' | 'for no key update' = '',
): Promise<SubscriptionRow | undefined> {
  const [row] = await shop.query<StoredRow>(
    `select ${COLUMNS} from webhook_subscriptions where shop_id = $1 and id = $2 ${lock}`,
    [id],
  )
  return row && opened(shop, row)
}

export async function findSubscriptionByUrl(tx: Queries, urlHash: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.query<StoredRow>(
    `select ${COLUMNS} from webhook_subscriptions where shop_id = $1 and url_hash = $2 for no key update`,
    [urlHash],
  )
  return row && opened(tx, row)
}

export async function insertSubscription(
  tx: Queries,
  subscription: {
    id: string
    url: string
    urlHash: string
    events: string[]
    secret: string
    metadata: object
    now: Date
  },
): Promise<SubscriptionRow> {
  const { id, url, urlHash, events, secret, metadata, now } = subscription
  const [row] = await tx.query<StoredRow>(
    `insert into webhook_subscriptions (shop_id, id, url, url_hash, events, secret, metadata, activated_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8) returning ${COLUMNS}`,
    [id, url, urlHash, events, tx.secrets.seal(secret, secretPlace(tx.shopId, id)), metadata, now],
  )
  return opened(tx, row as StoredRow)
}

export async function updateSubscription(
  tx: Queries,
  id: string,
  change: Pick<SubscriptionRow, 'events' | 'metadata' | 'headers' | 'isActive'> & { now: Date; isActivation: boolean },
): Promise<SubscriptionRow> {
  const { events, metadata, headers, isActive, now, isActivation } = change
  const hasHeaders = Object.keys(headers).length > 0
  const sealed = hasHeaders ? tx.secrets.seal(JSON.stringify(headers), headersPlace(tx.shopId, id)) : null
  const [row] = await tx.query<StoredRow>(
    `update webhook_subscriptions set events = $3, metadata = $4, is_active = $5, updated_at = $6,
       activated_at = case when $7 then $6 else activated_at end, headers = $8,
       disabled_at = case when not $7 then disabled_at end, failing_since = case when not $7 then failing_since end,
       failing_attempts = case when $7 then 0 else failing_attempts end
     where shop_id = $1 and id = $2 returning ${COLUMNS}`,
    [id, events, metadata, isActive, now, isActivation, sealed],
  )
  return opened(tx, row as StoredRow)
}

/** Deletes a subscription with its deliveries; returns its secret, or nothing when there is no such one. */
export async function deleteSubscription(
  tx: Queries,
  id: string,
): Promise<{ url: string; secret: string } | undefined> {
  const [row] = await tx.query<{ url: string; secret: string }>(
    'delete from webhook_subscriptions where shop_id = $1 and id = $2 returning url, secret',
    [id],
  )
  return row && { ...row, secret: tx.secrets.open(row.secret, secretPlace(tx.shopId, id)) }
}

/** An inactive subscription's queue waits. */
export async function holdDeliveries(tx: Queries, subscriptionId: string): Promise<void> {
  await tx.query(
    "update webhook_deliveries set status = 'held' where shop_id = $1 and subscription_id = $2 and status = 'pending'",
    [subscriptionId],
  )
}

/** Resumes deliveries created after `since`; cancels older ones. */
export async function resumeDeliveries(tx: Queries, subscriptionId: string, since: Date, now: Date): Promise<void> {
  await tx.query(
    `update webhook_deliveries set status = case when created_at > $3 then 'pending' else 'cancelled' end,
       finished_at = case when created_at > $3 then null else $4::timestamptz end
     where shop_id = $1 and subscription_id = $2 and status = 'held'`,
    [subscriptionId, since, now],
  )
}
