import type { Queries, SystemQueries } from '#database/database.ts'
import { findStoresDue } from '../due-stores.ts'
import { type CustomHeaders, openDelivery } from './subscriptions.ts'

/** A delivery that this dispatcher holds until its lease ends, with all that an attempt needs. */
export interface ClaimedDelivery {
  id: string
  subscriptionId: string
  eventId: string
  attempts: number
  /** Attempts before it was sent again by hand; the schedule starts again after them. */
  earlierAttempts: number
  occurredAt: Date
  url: string
  secret: string
  /** Custom headers of the subscription. */
  headers: CustomHeaders
  type: string
  /** The exact bytes to sign and send. */
  body: string
}

/** Stores with something due, longest due first. (What waits for an inactive subscription is held, not pending.) */
export function findDueShops(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const where = "status = 'pending' and (leased_until is null or leased_until <= $1)"
  return findStoresDue(
    system,
    { table: 'webhook_deliveries', time: 'next_at', lane: 'subscription_id', where },
    now,
    limit,
  )
}

export interface DeliveryClaim {
  now: Date
  leaseEnd: Date
  lease: string
  /** How many of each subscription; those not named get `room`. */
  rooms: Record<string, number>
  room: number
}

/**
 * Takes due deliveries of one store, oldest first within each subscription. Two dispatchers never take the same one.
 * Not `claimDue`: that changes the row's time, which is in an index, and has one limit for the store. Here each subscription
 * has its own, and no index may hold what a claim changes (docs/decisions/0087-lease-deliveries-in-place.md).
 */
export async function claimDeliveries(shop: Queries, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  const claimed = await shop.walk<Omit<ClaimedDelivery, 'headers'> & { headers: string | null }>(
    `with claimed as (
       update webhook_deliveries w set leased_until = $2, lease = $3
       where w.shop_id = $1 and w.ctid = any (array(
         select due.ctid from webhook_subscriptions s
         cross join lateral (
           select d.ctid from webhook_deliveries d
           where d.shop_id = $1 and d.subscription_id = s.id and d.status = 'pending' and d.next_at <= $4
             and (d.leased_until is null or d.leased_until <= $4)
           order by d.next_at, d.id limit coalesce(($5::jsonb ->> s.id)::int, $6::int)
           for update skip locked) due
         where s.shop_id = $1 and s.is_active))
       returning w.id, w.subscription_id, w.event_id, w.attempts, w.earlier_attempts)
     select c.id, c.subscription_id, c.event_id, c.attempts, c.earlier_attempts, s.url, s.secret, s.headers,
       e.type, e.body, e.occurred_at
     from claimed c
     join webhook_subscriptions s on s.shop_id = $1 and s.id = c.subscription_id
     cross join lateral (
       select e.id, e.type, e.body, e.occurred_at from events e
       where e.shop_id = $1 and e.id >= c.event_id order by e.id limit 1) e
     where e.id = c.event_id
     order by c.event_id`,
    [claim.leaseEnd, claim.lease, claim.now, claim.rooms, claim.room],
  )
  const opened = new Map<string, Pick<ClaimedDelivery, 'secret' | 'headers'>>() // many deliveries of few subscriptions
  return claimed.map((delivery) => {
    const { subscriptionId: id, secret, headers } = delivery
    const plain = opened.get(id) ?? openDelivery(shop, id, { secret, headers })
    opened.set(id, plain)
    return { ...delivery, ...plain }
  })
}

/**
 * Selects those of `webhook_deliveries w` whose ids are `$3`, for a statement that walks: by the primary key, one after the
 * other. Citus takes no addresses of rows where a statement has several parts.
 */
const isNamed = ({ isSharded }: Queries) =>
  isSharded
    ? 'w.id = any($3::uuid[])'
    : `w.ctid = any (array(
         select d.ctid from unnest($3::uuid[]) as u (id) join lateral (
           select o.ctid, o.id from webhook_deliveries o where o.shop_id = $1 and o.id >= u.id order by o.id limit 1) d on d.id = u.id))`

/** What an attempt came to. */
export interface AttemptResult {
  id: string
  subscriptionId: string
  lease: string
  attempt: number
  startedAt: Date
  durationMs: number
  responseStatus: number | null
  error: string | null
  /** What becomes of the delivery: done in one of three ways, or due again at `nextAt`. */
  status: 'pending' | 'delivered' | 'dropped' | 'failed'
  nextAt: Date | null
  /** Disables the subscription: what becomes of the rest of its queue. */
  disable: 'held' | 'cancelled' | null
}

/**
 * Records finished attempts of one store: the deliveries, the log, and what the subscriptions show of their last one.
 * A result whose lease was lost, or whose delivery is gone, leaves no trace. (The results stand in
 * groups: the planner takes two lists, one within the other, for long, and joins by hash, not each with each.)
 */
export async function completeDeliveries(tx: Queries, results: AttemptResult[]): Promise<void> {
  // Subscriptions before deliveries, as everybody who changes a subscription does: so writers wait, and never deadlock.
  await tx.query(
    'select id from webhook_subscriptions where shop_id = $1 and id = any($2::text[]) order by id for no key update',
    [[...new Set(results.map((result) => result.subscriptionId))]],
  )
  const groups = Map.groupBy(results, ({ subscriptionId, lease }) => `${subscriptionId} ${lease}`)
  await tx.walk(
    `with r as (
       select r.*, g."subscriptionId", g.lease
       from json_to_recordset($2::json) as g ("subscriptionId" text, lease uuid, results json),
         json_to_recordset(g.results) as r (id uuid, attempt int, "startedAt" timestamptz, "durationMs" int,
           "responseStatus" int, error text, status text, "nextAt" timestamptz)),
     done as (
       update webhook_deliveries w
       set status = case when r.status = 'pending' and w.status = 'held' then 'held' else r.status end,
         attempts = r.attempt, next_at = coalesce(r."nextAt", w.next_at), lease = null, leased_until = null,
         finished_at = case when r.status = 'pending' then null else r."startedAt" end
       from r where w.shop_id = $1 and ${isNamed(tx)} and w.id = r.id and w.lease = r.lease
         and w.status in ('pending', 'held')
       returning w.id),
     log as (
       insert into webhook_attempts (shop_id, delivery_id, attempt, started_at, duration_ms, response_status, error)
       select $1, r.id, r.attempt, r."startedAt", r."durationMs", r."responseStatus", r.error from r join done on done.id = r.id
       on conflict do nothing)
     update webhook_subscriptions s
     set last_delivery_at = l."startedAt", last_delivery_error = l.error,
       last_delivery_status = case when l.status = 'pending' then 'retrying' else l.status end,
       failing_since = case when l.status in ('pending', 'failed') then coalesce(s.failing_since, l."startedAt") end,
       failing_attempts =
         case when l.status in ('pending', 'failed') then greatest(s.failing_attempts, l.attempt) else 0 end
     from (
       select distinct on (r."subscriptionId") r.* from r join done on done.id = r.id
       order by r."subscriptionId", r."startedAt" desc) l
     where s.shop_id = $1 and s.id = l."subscriptionId"
       and (s.last_delivery_at is null or s.last_delivery_at <= l."startedAt")`,
    [[...groups.values()].map(grouped), results.map((result) => result.id)],
  )
}

/** Results of one subscription under one lease, as `completeDeliveries` reads them. */
function grouped(results: AttemptResult[]): object {
  const { subscriptionId, lease } = results[0] as AttemptResult
  return {
    subscriptionId,
    lease,
    results: results.map(({ id, attempt, startedAt, durationMs, responseStatus, error, status, nextAt }) => ({
      id,
      attempt,
      startedAt,
      durationMs,
      responseStatus,
      error,
      status,
      nextAt,
    })),
  }
}

/** Gives back what was claimed and not sent. */
export async function releaseDeliveries(shop: Queries, lease: string, ids: string[]): Promise<void> {
  await shop.walk(
    `update webhook_deliveries w set lease = null, leased_until = null
     where w.shop_id = $1 and w.lease = $2 and ${isNamed(shop)}`,
    [lease, ids],
  )
}

/** Stops a subscription that failed or is gone, unless it was activated after the attempt began. Its queue waits, or is cancelled. Returns where it sent to; undefined where it is active still. */
export async function disableSubscription(
  tx: Queries,
  id: string,
  attempt: { startedAt: Date; queue: 'held' | 'cancelled'; now: Date },
): Promise<{ url: string } | undefined> {
  const [disabled] = await tx.query<{ url: string }>(
    `update webhook_subscriptions set is_active = false, updated_at = $4, disabled_at = $4
     where shop_id = $1 and id = $2 and is_active and activated_at <= $3 returning url`,
    [id, attempt.startedAt, attempt.now],
  )
  if (!disabled) return undefined
  await tx.query(
    `update webhook_deliveries set status = $3, finished_at = case when $3 = 'cancelled' then $4::timestamptz end
     where shop_id = $1 and subscription_id = $2 and status = 'pending'`,
    [id, attempt.queue, attempt.now],
  )
  return disabled
}

/** How many deliveries wait, and for how long the oldest due one has. Over all stores, for the metrics. */
export async function measureQueue(system: SystemQueries, now: Date): Promise<{ depth: number; oldestDueMs: number }> {
  const [row] = await system.query<{ depth: string; oldest: Date | null }>(
    `select count(*) as depth, min(next_at) filter (where lease is null and next_at <= $1) as oldest
     from webhook_deliveries where status = 'pending'`,
    [now],
  )
  return { depth: Number(row?.depth ?? 0), oldestDueMs: row?.oldest ? now.getTime() - row.oldest.getTime() : 0 }
}
