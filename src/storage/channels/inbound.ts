import type { Queries } from '#database/database.ts'
import { inboundQueue } from '#storage/inbound/inbound-queue.ts'

/** What providers sent, until it is read (migrations/0012). Of one sender always the earliest is read first. */

export interface NewInbound {
  id: string
  accountId: string
  /** Whom it is from: of one sender always the earliest is read first. */
  sender: string
  fingerprint: string
  payload: Buffer
  /** The payload is the files of a message that is written already (channels/late-files.ts). */
  isFiles?: boolean
}

const table = { table: 'channel_inbound', source: 'account_id' } as const

export const channelInbound = inboundQueue({ ...table, where: 'not is_files', lane: ['account_id', 'sender'] })

/** Files that are fetched later, in a queue of their own: a provider that does not give them delays no messages. */
export const lateFileQueue = inboundQueue({ ...table, where: 'is_files' })

/** Stores what a provider sent. What came before, and is not read yet, is left out. */
export async function insertInbound(tx: Queries, rows: NewInbound[], now: Date): Promise<void> {
  if (rows.length === 0) return
  for (const isFiles of new Set(rows.map((row) => row.isFiles))) tx.announce?.(isFiles ? 'late_files' : 'inbound')
  const values = rows.map(
    (_, i) =>
      `($1, $${i * 6 + 3}, $${i * 6 + 4}, $${i * 6 + 5}, $${i * 6 + 6}, $${i * 6 + 7}::bytea, $${i * 6 + 8}::boolean, $2::timestamptz, $2::timestamptz)`,
  )
  await tx.query(
    `insert into channel_inbound (shop_id, id, account_id, sender, fingerprint, payload, is_files, due_at, created_at)
     values ${values.join(', ')} on conflict (shop_id, account_id, fingerprint) do nothing`,
    [
      now,
      ...rows.flatMap((row) => [row.id, row.accountId, row.sender, row.fingerprint, row.payload, row.isFiles ?? false]),
    ],
  )
}
