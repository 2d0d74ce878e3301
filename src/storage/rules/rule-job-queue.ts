import type { Queries } from '#database/database.ts'

/** What rules still have to look at (migrations/0016). */

export interface RuleWork {
  id: string
  conversationId: string
  kind: 'created' | 'message' | 'tag' | 'missed' | 'resolved'
  /** The customer's message; null for what is not about one. */
  position: string | null
  /** Tags that were added. */
  tags: string[]
  happenedAt: Date
}

/** Something that happened, in its own transaction. */
export async function insertRuleWork(tx: Queries, work: RuleWork): Promise<void> {
  tx.announce?.('rule_jobs')
  await tx.query(
    `insert into rule_jobs (shop_id, conversation_id, id, kind, position, tags, happened_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [work.conversationId, work.id, work.kind, work.position, work.tags, work.happenedAt],
  )
}

/** A reply-time target is missed then: one row a conversation, the newest time counts. */
export async function scheduleMissedTargetCheck(
  tx: Queries,
  { conversationId, dueAt }: { conversationId: string; dueAt: Date },
): Promise<void> {
  await tx.query(
    `insert into rule_jobs (shop_id, conversation_id, id, kind, happened_at, due_at) values ($1, $2, 'missed', 'missed', $3, $3)
     on conflict (shop_id, conversation_id, id) do update
       set happened_at = excluded.happened_at, due_at = excluded.due_at, attempts = 0`,
    [conversationId, dueAt],
  )
}

/**
 * A silence begins. Where the conversation has a row that is due as soon, or sooner, that will do, and nothing is written:
 * who looks at it then finds when the silence really began.
 */
export async function startInactivityTimer(
  tx: Queries,
  { conversationId, since, dueAt }: { conversationId: string; since: Date; dueAt: Date },
): Promise<void> {
  await tx.query(
    `insert into rule_inactivity_timers (shop_id, conversation_id, since, waited_minutes, due_at)
     select $1, $2, $3::timestamptz, 0, $4::timestamptz where not exists (
       select 1 from rule_inactivity_timers where shop_id = $1 and conversation_id = $2 and due_at <= $4::timestamptz)
     on conflict (shop_id, conversation_id) do update
       set since = excluded.since, waited_minutes = 0, due_at = excluded.due_at, attempts = 0`,
    [conversationId, since, dueAt],
  )
}
