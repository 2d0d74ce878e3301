import type { Queries } from '#database/database.ts'

/** An address of the store's own that says what it knows of a customer (migrations/0069). */
export interface CustomerCard {
  id: string
  title: string
  url: string
  /** What requests are signed with. */
  secret: string
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, title, url, secret, created_at, updated_at'

/** Place of a card's secret in the encryption. */
export const placeOfCardSecret = (shopId: string, id: string) => `customer_cards/${shopId}/${id}`

const opened = (shop: Queries, row: CustomerCard): CustomerCard => ({
  ...row,
  secret: shop.secrets.open(row.secret, placeOfCardSecret(shop.shopId, row.id)),
})

/** All of a store's, oldest first: their number is limited. */
export async function listCustomerCards(shop: Queries): Promise<CustomerCard[]> {
  const rows = await shop.query<CustomerCard>(
    `select ${COLUMNS} from customer_cards where shop_id = $1 order by created_at, id`,
  )
  return rows.map((row) => opened(shop, row))
}

export async function insertCustomerCard(tx: Queries, card: CustomerCard): Promise<void> {
  const { id, title, url, secret, createdAt, updatedAt } = card
  await tx.query(
    `insert into customer_cards (shop_id, id, title, url, secret, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, title, url, tx.secrets.seal(secret, placeOfCardSecret(tx.shopId, id)), createdAt, updatedAt],
  )
}

/** Returns the changed card; undefined if the store has no such card. */
export async function updateCustomerCard(
  tx: Queries,
  id: string,
  { title, url, updatedAt }: Pick<CustomerCard, 'updatedAt'> & { title?: string | undefined; url?: string | undefined },
): Promise<CustomerCard | undefined> {
  const [row] = await tx.query<CustomerCard>(
    `update customer_cards set title = coalesce($3, title), url = coalesce($4, url), updated_at = $5
     where shop_id = $1 and id = $2 returning ${COLUMNS}`,
    [id, title ?? null, url ?? null, updatedAt],
  )
  return row && opened(tx, row)
}

/** Returns whether the store had such a card. */
export async function deleteCustomerCard(tx: Queries, id: string): Promise<boolean> {
  return (await tx.query('delete from customer_cards where shop_id = $1 and id = $2 returning id', [id])).length > 0
}
