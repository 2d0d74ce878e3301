import { hash } from 'node:crypto'
import { newId } from '#base/ids.ts'
import { authorIn } from '#channels/email/author.ts'
import { type MailHead, packMail } from '#channels/email/payload.ts'
import type { Shop, Transaction } from '#database/database.ts'
import { insertInbound, type NewInbound } from '#storage/channels/inbound.ts'

/** Rows that one statement stores. */
const BATCH = 500

/** Stores what a provider sent, as it sent it, until the carrier reads it. What came before and still waits is kept once. */
export async function storeInbound(shop: Shop, rows: Omit<NewInbound, 'fingerprint'>[], now: Date): Promise<void> {
  await shop.transaction((tx) => storeInboundIn(tx, rows, now))
}

/** Stores it within a transaction of the caller's. */
export async function storeInboundIn(
  tx: Transaction,
  rows: Omit<NewInbound, 'fingerprint'>[],
  now: Date,
): Promise<void> {
  const marked = rows.map((row) => ({ ...row, fingerprint: hash('sha256', row.payload, 'hex') }))
  // One statement cannot name the same row twice; the first keeps its place.
  const seen = new Set<string>()
  const distinct = marked.filter(({ fingerprint }) => !seen.has(fingerprint) && seen.add(fingerprint))
  for (let i = 0; i < distinct.length; i += BATCH) await insertInbound(tx, distinct.slice(i, i + BATCH), now)
}

/** A mail as a row: mails of one author are read one after another. */
export function mailRow(accountId: string, head: MailHead, raw: Uint8Array): Omit<NewInbound, 'fingerprint'> {
  return { id: newId(), accountId, sender: authorIn(raw), payload: packMail(head, raw) }
}
