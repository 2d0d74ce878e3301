import type { Param, Queries } from '#database/database.ts'

/**
 * Which conversations a member may see (docs/decisions/0141-conversation-access.md). The rule stands here alone, in two
 * forms: for one row that was read already, and as SQL for lists.
 */

/** What a store lets members see, admins aside: all, those of their teams with the unassigned ones, or those of their teams. */
export const ACCESS_CHOICES = ['all', 'teams_and_unassigned', 'teams'] as const
export type ConversationAccessChoice = (typeof ACCESS_CHOICES)[number]

/** A member whose store does not let them see all conversations. */
interface LimitedAccess {
  memberId: string
  teamIds: string[]
  /** Whether conversations that have neither an assignee nor a team are seen as well. */
  seesUnassigned: boolean
}

/** Null: all conversations. */
export type ConversationAccess = LimitedAccess | null

/** Whether a member may see a conversation. */
export function maySee(
  access: ConversationAccess,
  { memberId, teamId }: { memberId: string | null; teamId: string | null },
): boolean {
  if (access === null || memberId === access.memberId) return true
  if (teamId !== null) return access.teamIds.includes(teamId)
  return access.seesUnassigned && memberId === null
}

/** Returns the rule as conditions on `conversations`, or on a table of another name; none where all are seen. */
export function accessConditions(
  access: ConversationAccess,
  $: (value: Param) => string,
  table = 'conversations',
): string[] {
  if (access === null) return []
  const unassigned = access.seesUnassigned ? ` or (${table}.team_id is null and ${table}.member_id is null)` : ''
  return [
    `(${table}.member_id = ${$(access.memberId)} or ${table}.team_id = any(${$(access.teamIds)}::text[])${unassigned})`,
  ]
}

/** Returns these conditions for a statement that has `params` and other conditions; empty where all are seen. */
export function andMaySee(access: ConversationAccess, params: Param[], table = 'conversations'): string {
  const conditions = accessConditions(access, (value) => `$${params.push(value) + 1}`, table)
  return conditions.map((condition) => ` and ${condition}`).join('')
}

/** Columns that `accessOf` reads, of a member `m` and the store `o`. Teams are looked up where members are limited. */
export const ACCESS_COLUMNS = `o.conversation_access, case when o.conversation_access <> 'all' and m.role <> 'admin' then array(
  select t.id from teams t where t.shop_id = $1 and m.id = any (t.member_ids)) end as limited_to_team_ids`

export interface AccessColumns {
  conversationAccess: ConversationAccessChoice
  /** Null where the member sees all. */
  limitedToTeamIds: string[] | null
}

export function accessOf(
  memberId: string,
  { conversationAccess, limitedToTeamIds }: AccessColumns,
): ConversationAccess {
  if (limitedToTeamIds === null) return null
  return { memberId, teamIds: limitedToTeamIds, seesUnassigned: conversationAccess === 'teams_and_unassigned' }
}

/** What members may see now, by their ids. */
export async function findAccess(
  shop: Queries,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, ConversationAccess>> {
  const rows = await shop.query<AccessColumns & { id: string }>(
    `select m.id, ${ACCESS_COLUMNS} from members m join shops o on o.shop_id = $1
     where m.shop_id = $1 and m.id = any($2::text[])`,
    [memberIds],
  )
  return new Map(rows.map(({ id, ...columns }) => [id, accessOf(id, columns)]))
}

/** What the store has chosen. */
export async function findAccessChoice(shop: Queries): Promise<ConversationAccessChoice> {
  const [row] = await shop.query<Pick<AccessColumns, 'conversationAccess'>>(
    'select conversation_access from shops where shop_id = $1',
  )
  return row?.conversationAccess ?? 'all'
}

export async function saveAccessChoice(tx: Queries, choice: ConversationAccessChoice): Promise<void> {
  tx.signal({ kind: 'access' })
  await tx.query('update shops set conversation_access = $2 where shop_id = $1', [choice])
}
