import type { Queries } from '#database/database.ts'

export interface AttributeRow {
  id: string
  name: string
  value: string
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, name, value, created_at, updated_at'

export function listAttributes(shop: Queries, conversationId: string): Promise<AttributeRow[]> {
  return shop.query<AttributeRow>(
    `select ${COLUMNS} from conversation_attributes where shop_id = $1 and conversation_id = $2 order by created_at, id`,
    [conversationId],
  )
}

export async function findAttribute(
  shop: Queries,
  conversationId: string,
  id: string,
): Promise<AttributeRow | undefined> {
  const [row] = await shop.query<AttributeRow>(
    `select ${COLUMNS} from conversation_attributes where shop_id = $1 and conversation_id = $2 and id = $3`,
    [conversationId, id],
  )
  return row
}

export async function findAttributeByName(
  shop: Queries,
  conversationId: string,
  name: string,
): Promise<AttributeRow | undefined> {
  const [row] = await shop.query<AttributeRow>(
    `select ${COLUMNS} from conversation_attributes where shop_id = $1 and conversation_id = $2 and name = $3`,
    [conversationId, name],
  )
  return row
}

export async function insertAttribute(
  tx: Queries,
  conversationId: string,
  attribute: { id: string; name: string; value: string; now: Date },
): Promise<AttributeRow> {
  const [row] = await tx.query<AttributeRow>(
    `insert into conversation_attributes (shop_id, conversation_id, id, name, value, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning ${COLUMNS}`,
    [conversationId, attribute.id, attribute.name, attribute.value, attribute.now],
  )
  tx.signal({ kind: 'details', id: conversationId })
  return row as AttributeRow
}

export async function updateAttribute(
  tx: Queries,
  conversationId: string,
  attribute: { id: string; name: string; value: string; now: Date },
): Promise<AttributeRow> {
  const [row] = await tx.query<AttributeRow>(
    `update conversation_attributes set name = $4, value = $5, updated_at = $6
     where shop_id = $1 and conversation_id = $2 and id = $3 returning ${COLUMNS}`,
    [conversationId, attribute.id, attribute.name, attribute.value, attribute.now],
  )
  tx.signal({ kind: 'details', id: conversationId })
  return row as AttributeRow
}

/** Whether there was such an attribute. */
export async function deleteAttribute(tx: Queries, conversationId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from conversation_attributes where shop_id = $1 and conversation_id = $2 and id = $3 returning id',
    [conversationId, id],
  )
  tx.signal({ kind: 'details', id: conversationId })
  return rows.length > 0
}
