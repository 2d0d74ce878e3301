import type { Param } from '#database/database.ts'

/** What the figures of a report count: conversations that began in a span, and more about them. */
export interface ReportFilters {
  beganFrom?: Date
  beganTo?: Date
  /** The hour of the week in which it began, as 1-14 (Monday, from 14:00), by the clocks of `timeZone`. */
  beganHour?: string
  timeZone?: string
  /** It was open then, as the backlog counts it. */
  openAt?: Date
  /** It was resolved last in this span. */
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

const REPLIES = `from messages m where m.shop_id = $1 and m.conversation_id = conversations.id
  and m.sender_type = 'agent' and not m.is_note`

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
 * the planner from turning that round. What filters need is inside the index, except for members, teams and marks.
 */
export function spanSource({ beganFrom, beganTo }: ReportFilters, $: (value: Param) => string): string {
  return `(select * from conversations where shop_id = $1 and created_at >= ${$(beganFrom as Date)}::timestamptz
    and created_at < ${$(beganTo as Date)}::timestamptz and datastore = 'postgresql' and not is_playground offset 0) conversations`
}

/** The filters as SQL, on `conversations`. */
export function reportConditions(filters: ReportFilters, $: (value: Param) => string): string[] {
  const where: string[] = []
  if (filters.beganFrom !== undefined) where.push(`created_at >= ${$(filters.beganFrom)}::timestamptz`)
  if (filters.beganTo !== undefined) where.push(`created_at < ${$(filters.beganTo)}::timestamptz`)
  if (filters.beganHour !== undefined && filters.timeZone !== undefined) {
    where.push(`to_char(created_at at time zone ${$(filters.timeZone)}, 'ID-HH24') = ${$(filters.beganHour)}`)
  }
  if (filters.hasChatBot !== undefined) where.push(filters.hasChatBot ? 'has_chat_bot' : 'not has_chat_bot')
  if (filters.isRated !== undefined) {
    where.push(`${filters.isRated ? '' : 'not '}exists (select 1 from conversation_attributes a where a.shop_id = $1
      and a.conversation_id = conversations.id and a.name = 'Rating' and a.value in ('1', '2', '3', '4', '5'))`)
  }
  if (filters.rating !== undefined) {
    where.push(`id in (select a.conversation_id from conversation_attributes a where a.shop_id = $1 and a.name = 'Rating'
      and a.value in ('1', '2', '3', '4', '5') and a.value = ${$(String(filters.rating))})`)
  }
  // Not `exists`, which may be joined with all messages of the store.
  if (filters.isReplied !== undefined) {
    where.push(`(select 1 ${REPLIES} limit 1) is ${filters.isReplied ? 'not ' : ''}null`)
  }
  if (filters.firstReplyBy !== undefined) {
    where.push(`(select m.member_id ${REPLIES} order by m.position limit 1) = ${$(filters.firstReplyBy)}`)
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
