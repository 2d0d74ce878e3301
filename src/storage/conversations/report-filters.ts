import type { Param } from '#database/database.ts'

/** What the figures of a report count: conversations that began in a span, and more about them. */
export interface ReportFilters {
  beganFrom?: Date
  beganTo?: Date
  /** The hour of the week in which it began, as 1-14 (Monday, from 14:00), by the clocks of `timeZone`. */
  beganHour?: string
  timeZone?: string
  /** Requires that it was open then, as the backlog counts it. */
  openAt?: Date
  /** Start of the period in which it was last resolved. */
  resolvedFrom?: Date
  resolvedTo?: Date
  /** Whether its customer rated it, and with what: 1 to 5. */
  isRated?: boolean
  rating?: number
  /** Whether a member replied, and who did first. */
  isReplied?: boolean
  firstReplyBy?: string
  /** Whether the AI agent took part. */
  hasChatBot?: boolean
  /** The AI agent found it to be about this. */
  topic?: string
  /** A reply-time target of this kind was missed in it. */
  missedTarget?: 'first_reply' | 'next_reply' | 'resolve'
}

/** Whether a list is of a span of time. */
export const isOfSpan = ({ beganFrom, beganTo }: ReportFilters) => beganFrom !== undefined && beganTo !== undefined

/** What a list is read from: all conversations, or first those that were open at a time, or resolved in a span, by their indexes. */
export function sourceOf({ openAt, resolvedFrom, resolvedTo }: ReportFilters, $: (value: Param) => string): string {
  const listed = "shop_id = $1 and datastore = 'postgresql' and not is_playground"
  if (openAt !== undefined) {
    const at = `${$(openAt)}::timestamptz`
    return `(select * from conversations where ${listed} and created_at < ${at} and status = 'open'
      union all
      select * from conversations where ${listed} and created_at < ${at} and resolved_at >= ${at} and status = 'resolved'
    ) conversations`
  }
  if (resolvedFrom === undefined || resolvedTo === undefined) return 'conversations'
  return `(select * from conversations where ${listed} and resolved_at >= ${$(resolvedFrom)}::timestamptz
    and resolved_at < ${$(resolvedTo)}::timestamptz and status = 'resolved' offset 0) conversations`
}

/**
 * All that began in a span, by the index: rare filters cost what the span has and not what the store has. `offset 0` keeps
 * the planner from turning that round. What filters need is inside the index, except for members, teams and marks; who
 * replied, and the AI agent, are asked of the index itself, which then looks at nothing else of what does not fit.
 */
export function spanSource(filters: ReportFilters, $: (value: Param) => string): string {
  const { beganFrom, beganTo } = filters
  const where = [
    `created_at >= ${$(beganFrom as Date)}::timestamptz`,
    `created_at < ${$(beganTo as Date)}::timestamptz`,
  ]
  where.push("shop_id = $1 and datastore = 'postgresql' and not is_playground", ...conditionsInIndex(filters, $))
  return `(select * from conversations where ${where.join(' and ')} offset 0) conversations`
}

/** The filters that `conversations_created` answers by itself. */
function conditionsInIndex(
  { hasChatBot, isReplied, firstReplyBy }: ReportFilters,
  $: (value: Param) => string,
): string[] {
  const where: string[] = []
  if (hasChatBot !== undefined) where.push(hasChatBot ? 'has_chat_bot' : 'not has_chat_bot')
  if (isReplied !== undefined) where.push(`first_reply_by is ${isReplied ? 'not ' : ''}null`)
  if (firstReplyBy !== undefined) where.push(`first_reply_by = ${$(firstReplyBy)}`)
  return where
}

/** The filters as SQL, on `conversations`. */
export function reportConditions(filters: ReportFilters, $: (value: Param) => string): string[] {
  const where: string[] = []
  if (filters.beganFrom !== undefined) where.push(`created_at >= ${$(filters.beganFrom)}::timestamptz`)
  if (filters.beganTo !== undefined) where.push(`created_at < ${$(filters.beganTo)}::timestamptz`)
  if (filters.beganHour !== undefined && filters.timeZone !== undefined) {
    where.push(`to_char(created_at at time zone ${$(filters.timeZone)}, 'ID-HH24') = ${$(filters.beganHour)}`)
  }
  where.push(...conditionsInIndex(filters, $))
  if (filters.isRated !== undefined) {
    where.push(`${filters.isRated ? '' : 'not '}exists (select 1 from conversation_attributes a where a.shop_id = $1
      and a.conversation_id = conversations.id and a.name = 'Rating' and a.value in ('1', '2', '3', '4', '5'))`)
  }
  if (filters.rating !== undefined) {
    where.push(`id in (select a.conversation_id from conversation_attributes a where a.shop_id = $1 and a.name = 'Rating'
      and a.value in ('1', '2', '3', '4', '5') and a.value = ${$(String(filters.rating))})`)
  }
  if (filters.topic !== undefined) {
    where.push(`exists (select 1 from ai_decisions d
      where d.shop_id = $1 and d.conversation_id = conversations.id and d.topic = ${$(filters.topic)})`)
  }
  if (filters.missedTarget !== undefined) {
    where.push(`exists (select 1 from target_results r where r.shop_id = $1 and r.conversation_id = conversations.id
      and r.kind = ${$(filters.missedTarget)} and r.ended_at > r.due_at)`)
  }
  return where
}
