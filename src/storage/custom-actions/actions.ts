import type { Queries } from '#database/database.ts'

/** HTTP actions of a store's own (migrations/0070). */

export interface ActionParameter {
  name: string
  type: 'string' | 'number' | 'boolean'
  /** What it means, for the model and for members. */
  description: string
  required: boolean
}

export interface CustomAction {
  id: string
  name: string
  /** When to use it. */
  description: string
  method: 'GET' | 'POST'
  /** Placeholders may stand in its path and its query. */
  url: string
  auth: 'none' | 'bearer' | 'basic' | 'header'
  /** The user name of basic, the header's name of header; empty otherwise. */
  authName: string
  /** The token, the password or the header's value; null for none. */
  secret: string | null
  parameters: ActionParameter[]
  /** JSON with placeholders; empty: all parameters as one object. */
  bodyTemplate: string
  /** The customer's answer, with placeholders. */
  answerTemplate: string
  risk: 'read' | 'write' | 'approval'
  isEnabled: boolean
  /** An admin allowed an action of risk approval without it. */
  skipsApproval: boolean
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `id, name, description, method, url, auth, auth_name, secret, parameters, body_template, answer_template, risk,
  is_enabled, skips_approval, created_at, updated_at`

/** Place of an action's secret in the encryption. */
export const placeOfActionSecret = (shopId: string, id: string) => `custom_actions/${shopId}/${id}`

/** All of a store's, oldest first: their number is limited. */
export async function listCustomActions(shop: Queries): Promise<CustomAction[]> {
  const rows = await shop.query<CustomAction>(
    `select ${COLUMNS} from custom_actions where shop_id = $1 order by created_at, id`,
  )
  return rows.map((row) => open(shop, row))
}

export async function findCustomAction(shop: Queries, id: string): Promise<CustomAction | undefined> {
  const [row] = await shop.query<CustomAction>(`select ${COLUMNS} from custom_actions where shop_id = $1 and id = $2`, [
    id,
  ])
  return row && open(shop, row)
}

const open = (shop: Queries, row: CustomAction): CustomAction => ({
  ...row,
  secret: row.secret === null ? null : shop.secrets.open(row.secret, placeOfActionSecret(shop.shopId, row.id)),
})

/** Inserts an action, or changes the one with the same id. */
export async function saveCustomAction(tx: Queries, action: CustomAction): Promise<void> {
  const { id, name, description, method, url, auth, authName, secret, parameters, bodyTemplate } = action
  const { answerTemplate, risk, isEnabled, skipsApproval, createdAt, updatedAt } = action
  await tx.query(
    `insert into custom_actions (shop_id, id, name, description, method, url, auth, auth_name, secret, parameters,
       body_template, answer_template, risk, is_enabled, skips_approval, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::json, $11, $12, $13, $14, $15, $16, $17)
     on conflict (shop_id, id) do update set name = excluded.name, description = excluded.description,
       method = excluded.method, url = excluded.url, auth = excluded.auth, auth_name = excluded.auth_name,
       secret = excluded.secret, parameters = excluded.parameters, body_template = excluded.body_template,
       answer_template = excluded.answer_template, risk = excluded.risk, is_enabled = excluded.is_enabled,
       skips_approval = excluded.skips_approval, updated_at = excluded.updated_at`,
    [
      ...[id, name, description, method, url, auth, authName],
      secret === null ? null : tx.secrets.seal(secret, placeOfActionSecret(tx.shopId, id)),
      ...[parameters, bodyTemplate, answerTemplate, risk, isEnabled, skipsApproval, createdAt, updatedAt],
    ],
  )
}

/** Deletes an action; its runs stay until they are too old. Returns whether the store had it. */
export async function deleteCustomAction(tx: Queries, id: string): Promise<boolean> {
  return (await tx.query('delete from custom_actions where shop_id = $1 and id = $2 returning id', [id])).length > 0
}
