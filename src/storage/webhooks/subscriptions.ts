import type { Queries } from '#database/database.ts'

type DeliveryStatus = 'delivered' | 'retrying' | 'dropped' | 'failed'

export interface SubscriptionRow {
  id: string
  url: string
  events: string[]
  isActive: boolean
  secret: string
  metadata: object
  lastDeliveryAt: Date | null
  lastDeliveryStatus: DeliveryStatus | null
  lastDeliveryError: string | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `id, url, events, is_active, secret, metadata, last_delivery_at, last_delivery_status,
  last_delivery_error, created_at, updated_at`

/** Place for which a subscription's secret is encrypted. */
export const secretPlace = (shopId: string, id: string) => `webhook_subscriptions/${shopId}/${id}`

/** The row with its secret in plaintext. */
function opened<Row extends SubscriptionRow | undefined>({ shopId, secrets }: Queries, row: Row): Row {
  return row && { ...row, secret: secrets.open(row.secret, secretPlace(shopId, row.id)) }
}

export async function listSubscriptions(shop: Queries): Promise<SubscriptionRow[]> {
  const rows = await shop.query<SubscriptionRow>(
    `select ${COLUMNS} from webhook_subscriptions where shop_id = $1 order by created_at, id`,
  )
  return rows.map((row) => opened(shop, row))
}

export async function findSubscription(
  shop: Queries,
  id: string,
  lock: '' | 'for no key update' = '',
): Promise<SubscriptionRow | undefined> {
  const [row] = await shop.query<SubscriptionRow>(
    `select ${COLUMNS} from webhook_subscriptions where shop_id = $1 and id = $2 ${lock}`,
    [id],
  )
  return opened(shop, row)
}

export async function findSubscriptionByUrl(tx: Queries, urlHash: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.query<SubscriptionRow>(
    `select ${COLUMNS} from webhook_subscriptions where shop_id = $1 and url_hash = $2 for no key update`,
    [urlHash],
  )
  return opened(tx, row)
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
  const [row] = await tx.query<SubscriptionRow>(
    `insert into webhook_subscriptions (shop_id, id, url, url_hash, events, secret, metadata, activated_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8) returning ${COLUMNS}`,
    [id, url, urlHash, events, tx.secrets.seal(secret, secretPlace(tx.shopId, id)), metadata, now],
  )
  return opened(tx, row as SubscriptionRow)
}

export async function updateSubscription(
  tx: Queries,
  id: string,
  change: { events: string[]; metadata: object; isActive: boolean; now: Date; isActivation: boolean },
): Promise<SubscriptionRow> {
  const [row] = await tx.query<SubscriptionRow>(
    `update webhook_subscriptions set events = $3, metadata = $4, is_active = $5, updated_at = $6,
       activated_at = case when $7 then $6 else activated_at end
     where shop_id = $1 and id = $2 returning ${COLUMNS}`,
    [id, change.events, change.metadata, change.isActive, change.now, change.isActivation],
  )
  return opened(tx, row as SubscriptionRow)
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
