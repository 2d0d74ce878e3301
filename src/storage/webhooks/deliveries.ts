import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Param, Queries } from '#database/database.ts'

/** The delivery log: what happened to each event at one subscription. */

export interface DeliveryRow {
  id: string
  subscriptionId: string
  eventId: string
  type: string
  conversationId: string | null
  status: string
  attempts: number
  nextAt: Date
  createdAt: Date
  finishedAt: Date | null
}

export interface AttemptRow {
  attempt: number
  startedAt: Date
  durationMs: number
  responseStatus: number | null
  error: string | null
}

const COLUMNS = `d.id, d.subscription_id, d.event_id, e.type, e.conversation_id, d.status, d.attempts, d.next_at, d.created_at,
  d.finished_at`
const FROM = 'from webhook_deliveries d join events e on e.shop_id = d.shop_id and e.id = d.event_id'
const CURSOR = ['time', 'string'] as const

export function isDeliveryCursor(cursor: string): boolean {
  return decodeCursor(cursor, CURSOR) !== null
}

/** A subscription's deliveries, newest first. */
export async function listDeliveries(
  shop: Queries,
  request: { subscriptionId: string; status?: string; about?: string; limit: number; cursor: string | null },
): Promise<{ deliveries: DeliveryRow[]; nextCursor: string | null }> {
  const params: Param[] = [request.subscriptionId]
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const where = ['d.shop_id = $1', 'd.subscription_id = $2']
  if (request.status) where.push(`d.status = ${$(request.status)}`)
  if (request.about) {
    const id = $(request.about)
    where.push(`(d.event_id = ${id} or e.conversation_id = ${id})`)
  }
  const after = request.cursor === null ? null : decodeCursor(request.cursor, CURSOR)
  if (after) where.push(`(d.created_at, d.id) < (${$(new Date(after[0] as number))}, ${$(after[1] as string)}::uuid)`)
  const rows = await shop.query<DeliveryRow>(
    `select ${COLUMNS} ${FROM} where ${where.join(' and ')} order by d.created_at desc, d.id desc limit ${$(request.limit + 1)}`,
    params,
    'by value',
  )
  const deliveries = rows.slice(0, request.limit)
  const last = deliveries.at(-1)
  const hasMore = rows.length > request.limit && last
  return { deliveries, nextCursor: hasMore ? encodeCursor([last.createdAt.getTime(), last.id]) : null }
}

/** One delivery with the body it sends and its attempts, oldest first. */
export async function findDelivery(
  shop: Queries,
  id: string,
): Promise<(DeliveryRow & { body: string; log: AttemptRow[] }) | undefined> {
  const [[delivery], log] = await Promise.all([
    shop.query<DeliveryRow & { body: string }>(`select ${COLUMNS}, e.body ${FROM} where d.shop_id = $1 and d.id = $2`, [
      id,
    ]),
    shop.query<AttemptRow>(
      `select attempt, started_at, duration_ms, response_status, error from webhook_attempts
       where shop_id = $1 and delivery_id = $2 order by attempt`,
      [id],
    ),
  ])
  return delivery && { ...delivery, log }
}

/** Columns of a delivery that is due at `time`, a parameter, with its whole schedule before it. */
const dueAgain = (time: string) =>
  `status = 'pending', next_at = ${time}, lease = null, leased_until = null, earlier_attempts = attempts, finished_at = null`

/** Makes a delivery due now, with its whole schedule before it. */
export async function requeueDelivery(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.query(`update webhook_deliveries set ${dueAgain('$3')} where shop_id = $1 and id = $2`, [id, now])
}

/** Deliveries that one statement goes through. */
const DELIVERIES_A_STEP = 1_000

/**
 * Makes those of a subscription's deliveries due that have failed or were dropped since `since`, of the next
 * `DELIVERIES_A_STEP` that are older than `before`. Returns how many, and the oldest that it went through; null for none.
 */
export async function requeueFailed(
  tx: Queries,
  subscriptionId: string,
  { since, before, now }: { since: Date; before: { createdAt: Date; id: string } | null; now: Date },
): Promise<{ queued: number; oldest: { createdAt: Date; id: string } | null }> {
  const [row] = await tx.query<{ queued: number; createdAt: Date | null; id: string | null }>(
    `with step as (
       select d.id, d.created_at from webhook_deliveries d
       where d.shop_id = $1 and d.subscription_id = $2 ${before ? 'and (d.created_at, d.id) < ($5::timestamptz, $6::uuid)' : ''}
       order by d.created_at desc, d.id desc limit ${DELIVERIES_A_STEP}),
     queued as (
       update webhook_deliveries d set ${dueAgain('$4')}
       from step, events e where d.shop_id = $1 and d.id = step.id and d.status in ('failed', 'dropped')
         and d.finished_at >= $3 and e.shop_id = $1 and e.id = d.event_id and e.body <> '' returning 1)
     select (select count(*)::int from queued) as queued, o.created_at, o.id
     from (select 1) as one left join lateral (select created_at, id from step order by created_at, id limit 1) as o on true`,
    [subscriptionId, since, now, ...(before ? [before.createdAt, before.id] : [])],
  )
  const { queued = 0, createdAt = null, id = null } = row ?? {}
  return { queued, oldest: createdAt && id ? { createdAt, id } : null }
}

/** An event for one subscription alone. */
export async function insertTestDelivery(
  tx: Queries,
  subscriptionId: string,
  event: { id: string; type: string; occurredAt: Date; body: string; deliveryId: string },
): Promise<void> {
  await tx.query(
    'insert into events (shop_id, id, type, occurred_at, body, is_test) values ($1, $2, $3, $4, $5, true)',
    [event.id, event.type, event.occurredAt, event.body],
  )
  await tx.query(
    `insert into webhook_deliveries (shop_id, id, subscription_id, event_id, next_at, created_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [event.deliveryId, subscriptionId, event.id, event.occurredAt],
  )
  tx.announce?.('events')
}

export interface HealthRow {
  attempts: number
  successes: number
  medianMs: number | null
  p95Ms: number | null
  queued: number
  oldestDueAt: Date | null
}

/** How an endpoint did since `since`, and what waits for it. */
export async function measureEndpoint(shop: Queries, subscriptionId: string, since: Date): Promise<HealthRow> {
  const [row] = await shop.query<HealthRow>(
    `select count(*)::int as attempts,
       count(*) filter (where a.response_status between 200 and 299)::int as successes,
       percentile_cont(0.5) within group (order by a.duration_ms) as median_ms,
       percentile_cont(0.95) within group (order by a.duration_ms) as p95_ms,
       (select count(*)::int from webhook_deliveries q
         where q.shop_id = $1 and q.subscription_id = $2 and q.status in ('pending', 'held')) as queued,
       (select min(q.created_at) from webhook_deliveries q
         where q.shop_id = $1 and q.subscription_id = $2 and q.status in ('pending', 'held')) as oldest_due_at
     from webhook_deliveries d join webhook_attempts a on a.shop_id = $1 and a.delivery_id = d.id
     where d.shop_id = $1 and d.subscription_id = $2 and a.started_at > $3`,
    [subscriptionId, since],
  )
  return row as HealthRow
}
