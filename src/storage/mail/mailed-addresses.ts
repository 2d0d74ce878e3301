import type { Queries } from '#database/database.ts'

/** Which addresses that only a visitor gave got mail, and whether they answered (migrations/0013). */

/** What a shopper gets by mail: replies that they missed, or a copy of a conversation. */
export type MailKind = 'missed' | 'copy'

/** What an address is stored by: nothing here names anybody. */
export interface MailedAddress {
  addressHash: string
  now: Date
}

/**
 * Notes a mail of a kind to an address; false, and nothing is noted, where one went there after `unansweredSince` that
 * nobody has answered.
 */
export async function noteMailTo(
  tx: Queries,
  { addressHash, now }: MailedAddress,
  { kind, mailId, unansweredSince }: { kind: MailKind; mailId: string; unansweredSince: Date },
): Promise<boolean> {
  const [id, at] = [`${kind}_id`, `${kind}_at`]
  const rows = await tx.query(
    `insert into mailed_addresses as a (shop_id, address, ${id}, ${at}, used_at) values ($1, $2, $3, $4, $4)
     on conflict (shop_id, address) do update set ${id} = excluded.${id}, ${at} = excluded.${at}, used_at = excluded.used_at
       where a.answered_at is not null or a.${at} is null or a.${at} < $5
     returning 1`,
    [addressHash, mailId, now, unansweredSince],
  )
  return rows.length > 0
}

/** Records mail from an address: any mail if the sender is verified, otherwise an answer to one of our mails to it. */
export async function noteAnswerFrom(
  tx: Queries,
  { addressHash, now }: MailedAddress,
  { isVerified, answers }: { isVerified: boolean; answers: readonly string[] },
): Promise<void> {
  await tx.query(
    `update mailed_addresses set answered_at = $3, used_at = $3
     where shop_id = $1 and address = $2 and ($4::boolean or missed_id = any($5::text[]) or copy_id = any($5::text[]))`,
    [addressHash, now, isVerified, [...answers]],
  )
}

export async function forgetMailedAddress(tx: Queries, addressHash: string): Promise<void> {
  await tx.query('delete from mailed_addresses where shop_id = $1 and address = $2', [addressHash])
}
