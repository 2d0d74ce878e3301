import { hash } from 'node:crypto'
import type { Shop } from '#database/database.ts'
import { insertInbound, type NewInbound } from '#storage/channels/inbound.ts'

/** Rows that one statement stores. */
const BATCH = 500

/** Stores what a provider sent, as it sent it, until the carrier reads it. What came before and still waits is kept once. */
export async function storeInbound(shop: Shop, rows: Omit<NewInbound, 'fingerprint'>[], now: Date): Promise<void> {
  const marked = rows.map((row) => ({ ...row, fingerprint: hash('sha256', row.payload, 'hex') }))
  // One statement cannot name the same row twice.
  const distinct = [...new Map(marked.map((row) => [row.fingerprint, row])).values()]
  const batches = Array.from({ length: Math.ceil(distinct.length / BATCH) }, (_, i) =>
    distinct.slice(i * BATCH, (i + 1) * BATCH),
  )
  await shop.transaction((tx) => tx.last(() => Promise.all(batches.map((batch) => insertInbound(tx, batch, now)))))
}
