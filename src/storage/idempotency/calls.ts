import type { Queries } from '#database/database.ts'

/** A call with an Idempotency-Key, as it is stored: hashes only, and the answer encrypted. */
export interface CallHashes {
  /** SHA-256 of the path or tool, and the key. */
  keyHash: string
  /** SHA-256 of the body or the arguments. */
  requestHash: string
}

export interface StoredCall {
  requestHash: string
  /** Both are null while the call runs. */
  status: number | null
  answer: string | null
}

/** Place for which the answer of a call is encrypted. */
export const placeOfAnswer = (shopId: string, keyHash: string) => `idempotent_calls/${shopId}/${keyHash}`

/**
 * Claims a key: true where the call is to be carried out now. A transaction that has claimed the key makes this one wait
 * for its end. `expiredBefore`: keys from before then are forgotten. `leaseUntil`: when another call may take over one
 * that is not carried out in a transaction.
 */
export async function claimKey(
  tx: Queries,
  call: CallHashes & { now: Date; expiredBefore: Date; leaseUntil: Date | null },
): Promise<boolean> {
  const { keyHash, requestHash, now, expiredBefore, leaseUntil } = call
  const rows = await tx.query(
    `insert into idempotent_calls as c (shop_id, key_hash, request_hash, created_at, lease_until) values ($1, $2, $3, $4, $6)
     on conflict (shop_id, key_hash) do update set request_hash = excluded.request_hash, status = null, answer = null,
       conversation_id = null, created_at = excluded.created_at, lease_until = excluded.lease_until
     where c.created_at < $5 or (c.status is null and c.lease_until < $4)
     returning 1`,
    [keyHash, requestHash, now, expiredBefore, leaseUntil],
  )
  return rows.length > 0
}

export async function findCall(tx: Queries, keyHash: string): Promise<StoredCall | undefined> {
  const [row] = await tx.query<StoredCall>(
    'select request_hash, status, answer from idempotent_calls where shop_id = $1 and key_hash = $2',
    [keyHash],
  )
  return row
}

/** Stores the answer of a call that this process has claimed. */
export async function storeAnswer(
  tx: Queries,
  keyHash: string,
  { status, answer, conversationId }: { status: number; answer: string; conversationId: string | null },
): Promise<void> {
  await tx.query(
    `update idempotent_calls set status = $3, answer = $4, conversation_id = $5, lease_until = null
     where shop_id = $1 and key_hash = $2`,
    [keyHash, status, answer, conversationId],
  )
}

/** Keeps another call from taking over one that still runs. */
export async function renewCall(tx: Queries, keyHash: string, leaseUntil: Date): Promise<void> {
  await tx.query(
    'update idempotent_calls set lease_until = $3 where shop_id = $1 and key_hash = $2 and status is null',
    [keyHash, leaseUntil],
  )
}

/** Forgets a call that was not carried out: the same one may be tried again. */
export async function forgetCall(tx: Queries, keyHash: string): Promise<void> {
  await tx.query('delete from idempotent_calls where shop_id = $1 and key_hash = $2 and status is null', [keyHash])
}

/** Deletes answers about conversations whose customer is erased. */
export async function deleteCallsOn(tx: Queries, conversationIds: string[]): Promise<void> {
  await tx.query('delete from idempotent_calls where shop_id = $1 and conversation_id = any($2::text[])', [
    conversationIds,
  ])
}
