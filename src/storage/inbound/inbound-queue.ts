import type { Queries, Shop, SystemQueries } from '#database/database.ts'
import { ATTEMPT, type Claim, claimDue, LEASE, nextDueAt, type Queue } from '../claims.ts'
import { findStoresDue } from '../due-stores.ts'

/** What others sent, stored as it came until it is applied; claimed like deliveries (migrations/0012, 0014). */

/** What is this worker's to apply until its lease ends. */
export interface ClaimedInbound {
  id: string
  /** Source: the id of an account at a channel, or of a connection. */
  sourceId: string
  /** Size of the payload, in bytes. */
  size: number
  lease: string
  /** How often it was tried, this time included. */
  attempts: number
  createdAt: Date
}

interface QueueTable {
  table: 'channel_inbound' | 'shop_webhook_inbox'
  /** The column that says where a payload came in. */
  source: string
  /** Condition of the rows that belong to this queue, where the table has several. */
  where?: string
  /** Columns: of payloads that have these in common always the earliest is applied first. Absent: no payload waits for another. */
  lane?: string[]
}

export type InboundQueue = ReturnType<typeof inboundQueue>

/** The queue in a table. */
export function inboundQueue({ table, source, where, lane }: QueueTable) {
  const rows: Queue = {
    table,
    time: 'due_at',
    where: where ? `due_at is not null and ${where}` : 'due_at is not null',
    assigns: [LEASE, ATTEMPT],
    returns: `q.id, q.${source} as source_id, octet_length(q.payload) as size, q.lease, q.attempts, q.created_at`,
    ...(lane && { lanes: { columns: lane, order: 'id' } }),
  }
  return {
    findShops: (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
      findStoresDue(system, rows, now, limit),

    /** Claims payloads of a store (`claimDue`), of each lane only the earliest. */
    claim: (shop: Queries, claim: Claim): Promise<ClaimedInbound[]> => claimDue(shop, rows, claim),

    /** When the store's next payload is due, or a lease ends. */
    nextAt: (shop: Queries): Promise<Date | undefined> => nextDueAt(shop, rows),

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

    /**
     * Removes what was applied, so that the lane's next payload may be applied. Returns whether the lease was still the
     * caller's.
     */
    async remove(shop: Queries, { id, lease }: ClaimedInbound): Promise<boolean> {
      const rows = await shop.query(`delete from ${table} where shop_id = $1 and id = $2 and lease = $3 returning 1`, [
        id,
        lease,
      ])
      return rows.length > 0
    },

    /** Makes what is left of a payload due again. Returns whether the lease was still the caller's. */
    async replacePayload(
      shop: Queries,
      { id, lease, attempts }: ClaimedInbound,
      payload: Buffer,
      dueAt: Date,
    ): Promise<boolean> {
      const rows = await shop.query(
        `update ${table} set payload = $4::bytea, due_at = $5, lease = null, attempts = $6
         where shop_id = $1 and id = $2 and lease = $3 returning 1`,
        [id, lease, payload, dueAt, attempts],
      )
      return rows.length > 0
    },

    /** Makes a payload due again, or never (null): then it is kept for a while, for an operator to look at. */
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
