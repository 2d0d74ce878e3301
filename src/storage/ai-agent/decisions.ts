import type { Param, Queries } from '#database/database.ts'
import { bigint, double, json, nullable, type RowOf, table, text, time } from '#database/table-schema.ts'
import { andMaySee, type ConversationAccess } from '#storage/conversation-access.ts'

/** What the AI agent did about a turn (migrations/0015). */
const DECISION = table({
  id: text(),
  conversationId: text(),
  askedPosition: bigint(),
  messageId: nullable(text()),
  act: text<'answer' | 'ask_back' | 'hand_over'>(),
  reason: nullable(text()),
  language: text(),
  topic: nullable(text()),
  confidence: nullable(double()),
  trace: json<object>(),
  createdAt: time(),
})
export type DecisionRow = RowOf<typeof DECISION>

export async function insertDecision(tx: Queries, decision: DecisionRow): Promise<void> {
  const { sql, values } = DECISION.insert(decision)
  await tx.query(`insert into ai_decisions ${sql}`, values)
}

/** What was decided in a conversation, oldest first: the newest `limit`. */
export async function listDecisions(shop: Queries, conversationId: string, limit: number): Promise<DecisionRow[]> {
  const rows = await shop.query<DecisionRow>(
    `select ${DECISION.list()} from ai_decisions where shop_id = $1 and conversation_id = $2 order by id desc limit $3`,
    [conversationId, limit],
  )
  return rows.reverse()
}

/** A question that the AI agent had no answer to. */
export interface UnansweredRow {
  /** Id of the decision. */
  id: string
  conversationId: string
  text: string
  language: string
  askedAt: Date
}

/** What customers asked since a time and got no answer to, newest first, but for what is settled. The words are the message's own. */
export function listUnanswered(
  shop: Queries,
  access: ConversationAccess,
  since: Date,
  limit: number,
): Promise<UnansweredRow[]> {
  const params: Param[] = [since, limit]
  return shop.query<UnansweredRow>(
    `select d.id, d.conversation_id, m.text, d.language, d.created_at as asked_at
     from ai_decisions d
     join conversations c on c.shop_id = $1 and c.id = d.conversation_id and not c.is_playground and c.status_before_spam is null
     join messages m on m.shop_id = $1 and m.conversation_id = d.conversation_id and m.position = d.asked_position
     where d.shop_id = $1 and d.created_at > $2 and not m.is_deleted and m.text <> ''
       and (d.act = 'ask_back' or d.reason = 'unsure') and d.dismissed_with_id is null${andMaySee(access, params, 'c')}
     order by d.created_at desc, d.id desc limit $3`,
    params,
  )
}

/** Settles questions together with one of them, `id`. */
export async function settleQuestions(shop: Queries, id: string, ids: string[]): Promise<void> {
  await shop.query('update ai_decisions set dismissed_with_id = $2 where shop_id = $1 and id = any($3::text[])', [
    id,
    ids,
  ])
}

/** Takes that back; returns how many were settled with it. */
export async function unsettleQuestions(shop: Queries, access: ConversationAccess, id: string): Promise<number> {
  const params: Param[] = [id]
  const rows = await shop.query(
    `update ai_decisions d set dismissed_with_id = null from conversations c
     where d.shop_id = $1 and d.dismissed_with_id = $2 and c.shop_id = $1 and c.id = d.conversation_id${andMaySee(access, params, 'c')}
     returning d.id`,
    params,
  )
  return rows.length
}

/** Stores a customer's rating of an answer that they got; false if the answer is not theirs. */
export async function rateDecision(
  shop: Queries,
  rating: { messageId: string; contactId: string; isHelpful: boolean },
): Promise<boolean> {
  const rows = await shop.query(
    `update ai_decisions d set is_helpful = $4 from conversations c
     where d.shop_id = $1 and d.message_id = $2 and d.act = 'answer'
       and c.shop_id = $1 and c.id = d.conversation_id and c.contact_id = $3
     returning d.id`,
    [rating.messageId, rating.contactId, rating.isHelpful],
  )
  return rows.length > 0
}

/** Decisions of a span by topic and act, with what customers said of the answers. */
export interface DecisionCount {
  topic: string | null
  act: DecisionRow['act']
  reason: string | null
  count: number
  helpful: number
  unhelpful: number
}

export function countDecisions(
  shop: Queries,
  access: ConversationAccess,
  from: Date,
  to: Date,
): Promise<DecisionCount[]> {
  const params: Param[] = [from, to]
  return shop.query<DecisionCount>(
    `select d.topic, d.act, d.reason, count(*)::int as count,
       (count(*) filter (where d.is_helpful))::int as helpful,
       (count(*) filter (where not d.is_helpful))::int as unhelpful
     from ai_decisions d
     join conversations c on c.shop_id = $1 and c.id = d.conversation_id and not c.is_playground and c.status_before_spam is null
     where d.shop_id = $1 and d.created_at >= $2 and d.created_at < $3${andMaySee(access, params, 'c')}
     group by d.topic, d.act, d.reason order by count(*) desc, d.topic`,
    params,
  )
}
