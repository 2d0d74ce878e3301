import type { Queries } from '#database/database.ts'

/** A rule as it is kept; core/rules/rule.ts says what its parts hold. */
export interface RuleRow {
  id: string
  name: string
  isOn: boolean
  position: number
  trigger: object
  match: 'all' | 'any'
  conditions: object[]
  actions: object[]
  stopProcessing: boolean
  /** Member who got the last conversation of a rule that assigns in turn. */
  lastMemberId: string | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS =
  'id, name, is_on, position, trigger, match, conditions, actions, stop_processing, last_member_id, created_at, updated_at'

/** A store's rules in their order. */
export function listRules(shop: Queries, limit: number, which: 'all' | 'on' = 'all'): Promise<RuleRow[]> {
  return shop.query<RuleRow>(
    `select ${COLUMNS} from rules where shop_id = $1 ${which === 'on' ? 'and is_on' : ''}
     order by position, id limit $2`,
    [limit],
  )
}

/** Inserts a rule, or changes the one with the same id; whose turn it was last stays. */
export async function saveRule(tx: Queries, rule: Omit<RuleRow, 'lastMemberId'>): Promise<void> {
  await tx.query(
    `insert into rules (shop_id, id, name, is_on, position, trigger, match, conditions, actions, stop_processing, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (shop_id, id) do update set name = excluded.name, is_on = excluded.is_on, position = excluded.position,
       trigger = excluded.trigger, match = excluded.match, conditions = excluded.conditions, actions = excluded.actions,
       stop_processing = excluded.stop_processing, updated_at = excluded.updated_at`,
    [
      rule.id,
      rule.name,
      rule.isOn,
      rule.position,
      rule.trigger,
      rule.match,
      rule.conditions,
      rule.actions,
      rule.stopProcessing,
      rule.createdAt,
      rule.updatedAt,
    ],
  )
}

/** Gives rules their places: that of each in the list. */
export async function placeRules(tx: Queries, ids: string[]): Promise<void> {
  await tx.query(
    `update rules r set position = o.position from unnest($2::text[]) with ordinality as o (id, position)
     where r.shop_id = $1 and r.id = o.id and r.position <> o.position`,
    [ids],
  )
}

/** Keeps who was the last in turn. */
export async function saveTurn(tx: Queries, id: string, memberId: string): Promise<void> {
  await tx.query('update rules set last_member_id = $3 where shop_id = $1 and id = $2', [id, memberId])
}

/** Deletes a rule. What it did is kept no longer than that of others, and shown nowhere. */
export async function deleteRule(tx: Queries, id: string): Promise<void> {
  await tx.query('delete from rules where shop_id = $1 and id = $2', [id])
}
