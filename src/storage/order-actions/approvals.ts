import type { Queries, SystemQueries } from '#database/database.ts'
import type { OrderActionRow } from './order-actions.ts'

/** Order actions that the AI agent prepared, and what was decided about them (migrations/0073). */

/** Money, as decimal text. */
interface Amount {
  amount: string
  currencyCode: string
}

/** As the shop has it. Empty texts: nothing. */
type Address = Record<
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'address1'
  | 'address2'
  | 'city'
  | 'zip'
  | 'province'
  | 'countryCode'
  | 'phone',
  string
>

/** Items of one kind that are sent back, or could be. */
interface Item {
  id: string
  title: string
  quantity: number
}

export interface ApprovalRow {
  /** Also the id of the action with the order. */
  id: string
  conversationId: string
  /** The order's number without a leading #. */
  orderId: string
  emailKey: string
  kind: OrderActionRow['kind']
  /** What the shop is asked for. */
  request: {
    amount?: string
    currencyCode?: string
    left?: string
    refunds?: boolean
    address?: Address
    items?: Item[]
  }
  /** The order when the action was prepared; `address` is null where the order has none, `returnable` absent before returns. */
  before: { total: Amount; left: Amount; address: Address | null; returnable?: Item[] }
  reason: string
  language: string
  state: 'waiting' | 'approved' | 'declined' | 'outdated'
  /** Why it cannot be approved any more; null: it can, or was decided. */
  outdatedBy: 'resolved' | 'order_changed' | 'switched_off' | null
  memberId: string | null
  createdAt: Date
  decidedAt: Date | null
  /** What became of the action with the order; null where none was begun. */
  outcome: OrderActionRow['state'] | null
  detail: string | null
}

const COLUMNS = `a.id, a.conversation_id, a.order_id, a.email_key, a.kind, a.request, a.before, a.reason, a.language, a.state,
  a.outdated_by, a.member_id, a.created_at, a.decided_at, o.state as outcome, o.detail`
const FROM = 'from order_approvals a left join order_actions o on o.shop_id = $1 and o.id = a.id'

export type NewApproval = Omit<ApprovalRow, 'state' | 'outdatedBy' | 'memberId' | 'decidedAt' | 'outcome' | 'detail'>

/** Stores one that waits; false where another one waits for the same order. `dueAt`: the settings allow it without approval. */
export async function insertApproval(tx: Queries, approval: NewApproval, dueAt: Date | null): Promise<boolean> {
  const { id, conversationId, orderId, emailKey, kind, request, before, reason, language, createdAt } = approval
  const rows = await tx.query(
    `insert into order_approvals (shop_id, id, conversation_id, order_id, email_key, kind, request, before, reason, language,
       state, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7::json, $8::json, $9, $10, 'waiting', $11, $12)
     on conflict do nothing returning 1`,
    [...[id, conversationId, orderId, emailKey, kind, request, before, reason, language], ...[dueAt, createdAt]],
  )
  return rows.length > 0
}

export async function findApproval(shop: Queries, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await shop.query<ApprovalRow>(`select ${COLUMNS} ${FROM} where a.shop_id = $1 and a.id = $2::uuid`, [
    id,
  ])
  return row
}

/** Approvals of a conversation, the newest first. */
export function listApprovals(shop: Queries, conversationId: string, limit: number): Promise<ApprovalRow[]> {
  return shop.query(
    `select ${COLUMNS} ${FROM} where a.shop_id = $1 and a.conversation_id = $2 order by a.created_at desc, a.id desc limit $3`,
    [conversationId, limit],
  )
}

/** Whether an action with the order waits to be decided. */
export async function isApprovalWaiting(shop: Queries, orderId: string): Promise<boolean> {
  const rows = await shop.query(
    "select 1 from order_approvals where shop_id = $1 and order_id = $2 and state = 'waiting'",
    [orderId],
  )
  return rows.length > 0
}

/** Decides one that waits; false where it was decided before. Call it under the conversation's lock. */
export async function endApproval(
  tx: Queries,
  id: string,
  { state, memberId = null, outdatedBy = null, at }: EndedApproval,
): Promise<boolean> {
  const rows = await tx.query(
    `update order_approvals set state = $3, member_id = $4, outdated_by = $5, decided_at = $6, due_at = null
     where shop_id = $1 and id = $2::uuid and state = 'waiting' returning 1`,
    [id, state, memberId, outdatedBy, at],
  )
  return rows.length > 0
}

interface EndedApproval {
  state: Exclude<ApprovalRow['state'], 'waiting'>
  memberId?: string | null
  outdatedBy?: ApprovalRow['outdatedBy']
  at: Date
}

/** Ends all that wait in a conversation that is resolved. */
export async function endApprovalsOf(tx: Queries, conversationId: string, at: Date): Promise<void> {
  await tx.query(
    `update order_approvals set state = 'outdated', outdated_by = 'resolved', decided_at = $3, due_at = null
     where shop_id = $1 and conversation_id = $2 and state = 'waiting'`,
    [conversationId, at],
  )
}

/** Whether another one, or a run of an own action, waits for a member in the conversation. */
export async function hasOtherWaiting(tx: Queries, conversationId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from order_approvals where shop_id = $1 and conversation_id = $2 and id <> $3::uuid and state = 'waiting'
       and due_at is null
     union all
     select 1 from custom_action_runs where shop_id = $1 and conversation_id = $2 and id <> $3::uuid and state = 'waiting'
       and due_at is null limit 1`,
    [conversationId, id],
  )
  return rows.length > 0
}

/** Remembers the message that told the customer: it answers nothing that they wrote meanwhile. */
export async function markTold(tx: Queries, id: string, position: string): Promise<void> {
  await tx.query('update order_approvals set told_position = $3 where shop_id = $1 and id = $2::uuid', [id, position])
}

/** Approvals of a store that the service is to carry out now. */
export function listDueApprovals(shop: Queries, now: Date, limit: number): Promise<ApprovalRow[]> {
  return shop.query(`select ${COLUMNS} ${FROM} where a.shop_id = $1 and a.due_at <= $2 order by a.due_at limit $3`, [
    now,
    limit,
  ])
}

/** Returns the stores with due approvals, the longest due first. */
export async function findShopsWithDueApprovals(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    'select shop_id from order_approvals where due_at <= $1 group by shop_id order by min(due_at) limit $2',
    [now, limit],
  )
  return rows.map(({ shopId }) => shopId)
}
