import type { Queries, SystemQueries } from '#database/database.ts'

/** What providers sent, until it is read; claimed like deliveries (migrations/0041). */

export interface NewInbound {
  id: string
  accountId: string
  /** Whom it is from: of one sender always the earliest is read first. */
  sender: string
  fingerprint: string
  payload: Buffer
}

/** What is this worker's to read until its lease ends. */
export interface ClaimedInbound {
  id: string
  accountId: string
  /** Of the payload, in bytes. */
  size: number
  lease: string
  /** How often it was tried, this time included. */
  attempts: number
  createdAt: Date
}

/** Stores what a provider sent. What came before, and is not read yet, is left out. */
export async function insertInbound(tx: Queries, rows: NewInbound[], now: Date): Promise<void> {
  if (rows.length === 0) return
  tx.announce?.('inbound')
  const values = rows.map(
    (_, i) =>
      `($1, $${i * 5 + 3}, $${i * 5 + 4}, $${i * 5 + 5}, $${i * 5 + 6}, $${i * 5 + 7}::bytea, $2::timestamptz, $2::timestamptz)`,
  )
  await tx.query(
    `insert into channel_inbound (shop_id, id, account_id, sender, fingerprint, payload, due_at, created_at)
     values ${values.join(', ')} on conflict (shop_id, account_id, fingerprint) do nothing`,
    [now, ...rows.flatMap((row) => [row.id, row.accountId, row.sender, row.fingerprint, row.payload])],
  )
}

export async function findShopsWithInbound(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    `select shop_id from channel_inbound where due_at is not null and due_at <= $1
     group by shop_id order by min(due_at) limit $2`,
    [now, limit],
  )
  return rows.map((row) => row.shopId)
}

/** Rows that one claim looks at: of a long queue, each claim looks at its beginning only. */
const LOOKED_AT = 200

/** Takes up to `limit` payloads of a store that are due, of each sender only the earliest. */
export function claimInbound(
  shop: Queries,
  claim: { now: Date; lease: string; leaseEnd: Date; limit: number },
): Promise<ClaimedInbound[]> {
  return shop.query<ClaimedInbound>(
    `update channel_inbound i set lease = $3, due_at = $4, attempts = i.attempts + 1
     from (
       select w.id from channel_inbound w
       where w.shop_id = $1 and w.id in (
           select d.id from channel_inbound d where d.shop_id = $1 and d.due_at is not null and d.due_at <= $2
           order by d.due_at limit ${LOOKED_AT})
         and not exists (
           select 1 from channel_inbound e where e.shop_id = $1 and e.account_id = w.account_id and e.sender = w.sender
             and e.due_at is not null and e.id < w.id)
       order by w.due_at, w.id limit $5 for update skip locked) due
     where i.shop_id = $1 and i.id = due.id
     returning i.id, i.account_id, octet_length(i.payload) as size, i.lease, i.attempts, i.created_at`,
    [claim.now, claim.lease, claim.leaseEnd, claim.limit],
  )
}

export async function nextInboundAt(shop: Queries): Promise<Date | undefined> {
  const [row] = await shop.query<{ dueAt: Date }>(
    'select due_at from channel_inbound where shop_id = $1 and due_at is not null order by due_at limit 1',
  )
  return row?.dueAt
}

/** What a provider sent; undefined where somebody else has read it by now. */
export async function readPayload(shop: Queries, { id, lease }: ClaimedInbound): Promise<Buffer | undefined> {
  const [row] = await shop.query<{ payload: Buffer }>(
    'select payload from channel_inbound where shop_id = $1 and id = $2 and lease = $3',
    [id, lease],
  )
  return row?.payload
}

/** What was read goes, and the sender's next payload may be read. */
export async function deleteInbound(shop: Queries, { id, lease }: ClaimedInbound): Promise<void> {
  await shop.query('delete from channel_inbound where shop_id = $1 and id = $2 and lease = $3', [id, lease])
}

/** Makes a payload due again, or never (null): then it is kept for a while, for whoever looks into it. */
export async function postponeInbound(
  shop: Queries,
  { id, lease }: ClaimedInbound,
  { dueAt, attempts, error }: { dueAt: Date | null; attempts: number; error: string | null },
): Promise<void> {
  await shop.query(
    `update channel_inbound set due_at = $4, lease = null, attempts = $5, error = $6
     where shop_id = $1 and id = $2 and lease = $3`,
    [id, lease, dueAt, attempts, error],
  )
}

/** Payloads that wait, and those that could not be read, of all stores. */
export async function countInbound(system: SystemQueries): Promise<{ waiting: number; unreadable: number }> {
  const [row] = await system.query<{ waiting: number; unreadable: number }>(
    `select count(due_at)::int as waiting, (count(*) - count(due_at))::int as unreadable from channel_inbound`,
  )
  return row ?? { waiting: 0, unreadable: 0 }
}
