import type { Queries } from '#database/database.ts'

/** Signatures below mails (migrations/0034): of members and of mailboxes. */

export type SignatureKind = 'member' | 'mailbox'

export async function findSignature(shop: Queries, kind: SignatureKind, ownerId: string): Promise<string | null> {
  const [row] = await shop.query<{ text: string }>(
    'select text from email_signatures where shop_id = $1 and kind = $2 and owner_id = $3',
    [kind, ownerId],
  )
  return row?.text ?? null
}

/** Signatures of the store's mailboxes, by the account's id. */
export async function listMailboxSignatures(shop: Queries): Promise<Map<string, string>> {
  const rows = await shop.query<{ ownerId: string; text: string }>(
    "select owner_id, text from email_signatures where shop_id = $1 and kind = 'mailbox'",
  )
  return new Map(rows.map(({ ownerId, text }) => [ownerId, text]))
}

export async function saveSignature(
  shop: Queries,
  { kind, ownerId, text }: { kind: SignatureKind; ownerId: string; text: string },
  now: Date,
): Promise<void> {
  await shop.query(
    `insert into email_signatures (shop_id, kind, owner_id, text, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (shop_id, kind, owner_id) do update set text = excluded.text, updated_at = excluded.updated_at`,
    [kind, ownerId, text, now],
  )
}

export async function deleteSignature(shop: Queries, kind: SignatureKind, ownerId: string): Promise<void> {
  await shop.query('delete from email_signatures where shop_id = $1 and kind = $2 and owner_id = $3', [kind, ownerId])
}
