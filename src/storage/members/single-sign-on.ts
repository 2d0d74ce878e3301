import type { Queries } from '#database/database.ts'

/** How a store uses single sign-on (migrations/0050). */

interface AllowedDomain {
  /** In lower case. */
  domain: string
  role: 'admin' | 'member'
}

export interface GroupRule {
  group: string
  role: 'admin' | 'member' | null
  teamId: string | null
}

export interface SingleSignOnRow {
  /** The store's own issuer; null: the operator's. */
  issuer: string | null
  clientId: string | null
  clientSecret: string | null
  name: string | null
  isOnly: boolean
  allowedDomains: AllowedDomain[]
  groupClaim: string
  groups: GroupRule[]
}

const NO_SINGLE_SIGN_ON: SingleSignOnRow = {
  issuer: null,
  clientId: null,
  clientSecret: null,
  name: null,
  isOnly: false,
  allowedDomains: [],
  groupClaim: 'groups',
  groups: [],
}

/** Place for which the client's secret is encrypted. */
export const placeOfClientSecret = (shopId: string) => `single_sign_on/${shopId}`

/** What the store has set; the defaults where it has set nothing. `lock` holds it until the transaction ends. */
export async function findSingleSignOn(shop: Queries, lock = false): Promise<SingleSignOnRow> {
  const [row] = await shop.query<SingleSignOnRow>(
    `select issuer, client_id, client_secret, name, is_only, allowed_domains, group_claim, groups
     from single_sign_on where shop_id = $1 ${lock ? 'for update' : ''}`,
  )
  if (!row) return NO_SINGLE_SIGN_ON
  const { clientSecret } = row
  return { ...row, clientSecret: clientSecret && shop.secrets.open(clientSecret, placeOfClientSecret(shop.shopId)) }
}

/** Whether single sign-on is the store's only way in. */
export async function isSingleSignOnOnly(shop: Queries): Promise<boolean> {
  const [row] = await shop.query('select 1 from single_sign_on where shop_id = $1 and is_only')
  return row !== undefined
}

export async function saveSingleSignOn(tx: Queries, row: SingleSignOnRow, now: Date): Promise<void> {
  const { clientSecret } = row
  await tx.query(
    `insert into single_sign_on (shop_id, issuer, client_id, client_secret, name, is_only, allowed_domains, group_claim, groups, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7::text::json, $8, $9::text::json, $10)
     on conflict (shop_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
       client_secret = excluded.client_secret, name = excluded.name, is_only = excluded.is_only,
       allowed_domains = excluded.allowed_domains, group_claim = excluded.group_claim, groups = excluded.groups,
       updated_at = excluded.updated_at`,
    [
      row.issuer,
      row.clientId,
      clientSecret && tx.secrets.seal(clientSecret, placeOfClientSecret(tx.shopId)),
      row.name,
      row.isOnly,
      JSON.stringify(row.allowedDomains),
      row.groupClaim,
      JSON.stringify(row.groups),
      now,
    ],
  )
}
