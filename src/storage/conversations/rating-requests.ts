import type { Queries } from '#database/database.ts'

/** Ratings that a template asks for (migrations/0041). */

export async function saveRatingRequest(tx: Queries, conversationId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into rating_requests (shop_id, conversation_id, asked_at) values ($1, $2, $3)
     on conflict (shop_id, conversation_id) do update set asked_at = excluded.asked_at`,
    [conversationId, now],
  )
}

/** Whether the customer was asked since a time; the request is answered with it. */
export async function takeRatingRequest(tx: Queries, conversationId: string, since: Date): Promise<boolean> {
  const rows = await tx.query(
    'delete from rating_requests where shop_id = $1 and conversation_id = $2 and asked_at >= $3 returning 1',
    [conversationId, since],
  )
  return rows.length > 0
}

/** A contact's resolved conversation on an account whose customer was asked since a time, the newest first. */
export async function findRatingRequest(
  tx: Queries,
  { accountId, contactId, since }: { accountId: string; contactId: string; since: Date },
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select c.id from conversations c
     join channel_threads t on t.shop_id = c.shop_id and t.conversation_id = c.id and t.account_id = $2
     join rating_requests r on r.shop_id = c.shop_id and r.conversation_id = c.id and r.asked_at >= $4
     where c.shop_id = $1 and c.contact_id = $3 and c.status = 'resolved' and c.merged_into is null
     order by r.asked_at desc, c.id limit 1`,
    [accountId, contactId, since],
  )
  return row?.id
}
