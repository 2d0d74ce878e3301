import type { Queries, Shop, SystemQueries } from '#database/database.ts'
import { claimFromLanes, findStoresDue, type LaneClaim } from '../due.ts'

/** What others sent, stored as it came until it is applied; claimed like deliveries (migrations/0041, 0062). */

/** What is this worker's to apply until its lease ends. */
export interface ClaimedInbound {
  id: string
  /** Where it came in: the id of an account at a channel, or of a connection. */
  sourceId: string
  /** Of the payload, in bytes. */
  size: number
  lease: string
  /** How often it was tried, this time included. */
  attempts: number
  createdAt: Date
}

interface QueueTable {
  table: 'channel_inbound' | 'platform_inbound'
  /** The column that says where a payload came in. */
  source: string
  /** Columns: of payloads that have these in common always the earliest is applied first. */
  lane: string[]
}

export type InboundQueue = ReturnType<typeof inboundQueue>

/** The queue in a table. */
export function inboundQueue({ table, source, lane }: QueueTable) {
  const sameLane = lane.map((column) => `e.${column} = l.${column}`).join(' and ')
  const claimAmong = (shop: Queries, claim: LaneClaim, lookedAt: number | null): Promise<ClaimedInbound[]> =>
    shop.walk<ClaimedInbound>(
      `with looked_at as materialized (
         select d.ctid, d.id, ${lane.map((column) => `d.${column}`)} from ${table} d
         where d.shop_id = $1 and d.due_at is not null and d.due_at <= $2
         order by d.due_at limit $6
       ), earliest as materialized (
         select l.ctid from looked_at l where l.id = (
           select e.id from ${table} e where e.shop_id = $1 and ${sameLane} and e.due_at is not null
           order by ${lane.map((column) => `e.${column}`)}, e.id limit 1)
       )
       update ${table} i set lease = $3, due_at = $4, attempts = i.attempts + 1
       where i.shop_id = $1 and i.ctid = any (array(
         select w.ctid from ${table} w
         where w.shop_id = $1 and w.ctid = any (array(select ctid from earliest)) and w.due_at <= $2
         order by w.due_at, w.id limit $5 for update skip locked))
       returning i.id, i.${source} as source_id, octet_length(i.payload) as size, i.lease, i.attempts, i.created_at`,
      [claim.now, claim.lease, claim.leaseEnd, claim.limit, lookedAt],
    )
  return {
    findShops: (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
      findStoresDue(system, { table, time: 'due_at', where: 'due_at is not null' }, now, limit),

    /** Takes up to `limit` payloads of a store that are due, of each lane only the earliest. */
    claim(shop: Queries, claim: LaneClaim): Promise<ClaimedInbound[]> {
      return claimFromLanes((lookedAt) => claimAmong(shop, claim, lookedAt))
    },

    async nextAt(shop: Queries): Promise<Date | undefined> {
      const [row] = await shop.walk<{ dueAt: Date }>(
        `select due_at from ${table} where shop_id = $1 and due_at is not null order by due_at limit 1`,
      )
      return row?.dueAt
    },

    /** What was sent; undefined where somebody else has applied it by now. */
    async readPayload(shop: Shop, { id, lease }: ClaimedInbound): Promise<Buffer | undefined> {
      const [row] = await shop.query<{ payload: Buffer }>(
        `select payload from ${table} where shop_id = $1 and id = $2 and lease = $3`,
        [id, lease],
      )
      return row?.payload
    },

    /** Work that takes long goes on being its worker's. */
    async extend(shop: Queries, { id, lease }: ClaimedInbound, leaseEnd: Date): Promise<void> {
      await shop.query(`update ${table} set due_at = $4 where shop_id = $1 and id = $2 and lease = $3`, [
        id,
        lease,
        leaseEnd,
      ])
    },

    /** What was applied goes, and the lane's next payload may be applied. */
    async remove(shop: Queries, { id, lease }: ClaimedInbound): Promise<void> {
      await shop.query(`delete from ${table} where shop_id = $1 and id = $2 and lease = $3`, [id, lease])
    },

    /** Makes a payload due again, or never (null): then it is kept for a while, for whoever looks into it. */
    async postpone(
      shop: Queries,
      { id, lease, attempts }: ClaimedInbound,
      { dueAt, error }: { dueAt: Date | null; error: string | null },
    ): Promise<void> {
      await shop.query(
        `update ${table} set due_at = $4, lease = null, attempts = $5, error = $6
         where shop_id = $1 and id = $2 and lease = $3`,
        [id, lease, dueAt, attempts, error],
      )
    },

    /** Payloads that wait, and those that could not be applied, of all stores. */
    async count(system: SystemQueries): Promise<{ waiting: number; unreadable: number }> {
      const [row] = await system.query<{ waiting: number; unreadable: number }>(
        `select count(due_at)::int as waiting, (count(*) - count(due_at))::int as unreadable from ${table}`,
      )
      return row ?? { waiting: 0, unreadable: 0 }
    },
  }
}
