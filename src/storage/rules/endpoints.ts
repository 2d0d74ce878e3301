import type { Queries } from '#database/database.ts'

/** An address of the store's own that rules call (migrations/0077). */
export interface RuleEndpoint {
  id: string
  title: string
  url: string
  /** What calls are signed with. */
  secret: string
  /** Whether internal notes are sent. */
  includesNotes: boolean
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, title, url, secret, includes_notes, created_at, updated_at'

/** Place of an endpoint's secret in the encryption. */
export const placeOfEndpointSecret = (shopId: string, id: string) => `rule_endpoints/${shopId}/${id}`

/** All of a store's, oldest first: their number is limited. */
export async function listRuleEndpoints(shop: Queries): Promise<RuleEndpoint[]> {
  const rows = await shop.query<RuleEndpoint>(
    `select ${COLUMNS} from rule_endpoints where shop_id = $1 order by created_at, id`,
  )
  return rows.map((row) => ({
    ...row,
    secret: shop.secrets.open(row.secret, placeOfEndpointSecret(shop.shopId, row.id)),
  }))
}

export async function findRuleEndpoint(shop: Queries, id: string): Promise<RuleEndpoint | undefined> {
  return (await listRuleEndpoints(shop)).find((endpoint) => endpoint.id === id)
}

/** Inserts an endpoint, or changes the one with the same id. */
export async function saveRuleEndpoint(tx: Queries, endpoint: RuleEndpoint): Promise<void> {
  const { id, title, url, secret, includesNotes, createdAt, updatedAt } = endpoint
  await tx.query(
    `insert into rule_endpoints (shop_id, id, title, url, secret, includes_notes, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (shop_id, id) do update set title = excluded.title, url = excluded.url, secret = excluded.secret,
       includes_notes = excluded.includes_notes, updated_at = excluded.updated_at`,
    [
      id,
      title,
      url,
      tx.secrets.seal(secret, placeOfEndpointSecret(tx.shopId, id)),
      includesNotes,
      createdAt,
      updatedAt,
    ],
  )
}

/** Deletes an endpoint with its calls. Returns whether the store had it. */
export async function deleteRuleEndpoint(tx: Queries, id: string): Promise<boolean> {
  return (await tx.query('delete from rule_endpoints where shop_id = $1 and id = $2 returning id', [id])).length > 0
}
