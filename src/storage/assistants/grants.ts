import type { Queries } from '#database/database.ts'
import { nullable, type RowOf, table, text, time } from '#database/table-schema.ts'

const GRANT = table({
  id: text(),
  clientId: text(),
  clientName: text(),
  redirectUri: text(),
  memberId: text(),
  createdAt: time(),
  codeHash: text(),
  codeChallenge: text(),
  codeExpiresAt: time(),
  connectedAt: nullable(time()),
  familyHash: nullable(text()),
  refreshHash: nullable(text()),
  accessHash: nullable(text()),
  accessExpiresAt: nullable(time()),
  lastUsedAt: nullable(time()),
  expiresAt: time(),
})
/** One consent of an admin, with the hashes of what came of it. */
export type GrantRow = RowOf<typeof GRANT>

/** What is written when a grant gets new tokens. */
export type NewTokens = Pick<
  GrantRow,
  'connectedAt' | 'familyHash' | 'refreshHash' | 'accessHash' | 'accessExpiresAt' | 'expiresAt'
>

/** Requires that the member who allowed it is still an active admin, and the store is installed. */
const IN_FORCE = `exists (
  select from members m where m.shop_id = $1 and m.id = g.member_id and m.role = 'admin' and m.active)
  and exists (select from shops s where s.shop_id = $1 and s.uninstalled_at is null)`

export async function insertGrant(
  tx: Queries,
  grant: Pick<
    GrantRow,
    | 'id'
    | 'clientId'
    | 'clientName'
    | 'redirectUri'
    | 'memberId'
    | 'createdAt'
    | 'codeHash'
    | 'codeChallenge'
    | 'codeExpiresAt'
    | 'expiresAt'
  >,
): Promise<void> {
  const { sql, values } = GRANT.insert(grant)
  await tx.query(`insert into assistant_grants ${sql}`, values)
}

/** The grant of a code or of a family of refresh tokens, held: of two who come with one token the second waits. */
export async function lockGrant(
  tx: Queries,
  by: 'code_hash' | 'family_hash',
  hash: string,
): Promise<(GrantRow & { isInForce: boolean }) | undefined> {
  const [row] = await tx.query<GrantRow & { isInForce: boolean }>(
    `select ${GRANT.list()}, ${IN_FORCE} as is_in_force from assistant_grants g
     where g.shop_id = $1 and g.${by} = $2 for update of g`,
    [hash],
  )
  return row
}

export async function updateTokens(tx: Queries, id: string, tokens: NewTokens): Promise<void> {
  const { sql, values } = GRANT.assign(tokens, 3)
  await tx.query(`update assistant_grants set ${sql} where shop_id = $1 and id = $2`, [id, ...values])
}

/** The grant whose access token this is, while both last. */
export async function findByAccess(
  shop: Queries,
  accessHash: string,
  now: Date,
): Promise<Pick<GrantRow, 'id' | 'lastUsedAt'> | undefined> {
  const [row] = await shop.query<Pick<GrantRow, 'id' | 'lastUsedAt'>>(
    `select g.id, g.last_used_at from assistant_grants g
     where g.shop_id = $1 and g.access_hash = $2 and g.access_expires_at > $3 and g.expires_at > $3 and ${IN_FORCE}`,
    [accessHash, now],
  )
  return row
}

export async function touchGrant(shop: Queries, id: string, now: Date): Promise<void> {
  await shop.query('update assistant_grants set last_used_at = $3 where shop_id = $1 and id = $2', [id, now])
}

/** Grants whose code was exchanged and that have not ended, the latest first. */
export function listGrants(
  shop: Queries,
  now: Date,
  limit: number,
): Promise<
  Pick<GrantRow, 'id' | 'clientId' | 'clientName' | 'redirectUri' | 'memberId' | 'createdAt' | 'lastUsedAt'>[]
> {
  return shop.query(
    `select g.id, g.client_id, g.client_name, g.redirect_uri, g.member_id, g.created_at, g.last_used_at
     from assistant_grants g
     where g.shop_id = $1 and g.connected_at is not null and g.expires_at > $2 and ${IN_FORCE}
     order by g.created_at desc, g.id desc limit $3`,
    [now, limit],
  )
}

/** How many grants there are that have not ended, those included whose code is still to be exchanged. */
export async function countGrants(shop: Queries, now: Date): Promise<number> {
  const [row] = await shop.query<{ count: number }>(
    'select count(*)::int as count from assistant_grants where shop_id = $1 and expires_at > $2',
    [now],
  )
  return row?.count ?? 0
}

type Ended = Pick<GrantRow, 'id' | 'clientId' | 'clientName'>

/** Ends the grants that a column names, with all of their tokens; returns which. */
export function deleteGrants(tx: Queries, by: 'id' | 'member_id' | 'access_hash', value: string): Promise<Ended[]> {
  return tx.query<Ended>(
    `delete from assistant_grants where shop_id = $1 and ${by} = $2 returning id, client_id, client_name`,
    [value],
  )
}

/** Ends every grant of the store. */
export function deleteAllGrants(tx: Queries): Promise<Ended[]> {
  return tx.query<Ended>('delete from assistant_grants where shop_id = $1 returning id, client_id, client_name')
}
