import { newId } from '#base/ids.ts'
import type { Transaction } from '#database/database.ts'
import { insertRuleWork, scheduleMissedTargetCheck, startInactivityTimer } from '#storage/rules/rule-job-queue.ts'
import { matchesConditions, matchesTrigger, type RuleEvent } from './conditions.ts'
import type { ActiveRule } from './decide.ts'
import { getCachedRules } from './rules-cache.ts'

/** What an act did that rules may be about. A conversation's first message is one happening, not two. */
export interface RuleEvents {
  isNew?: boolean
  /** The customer's message. */
  message?: { id: string; position: string; text: string }
  /** Tags that were put on. */
  tags?: string[]
  /** Whether the conversation was resolved. */
  isResolved?: boolean
  /** The newest thing that somebody said, and that the customer sees. */
  said?: { senderType: string }
}

const MINUTE_MS = 60_000

/**
 * Statements that an act adds to its own for the store's rules: what happened is written down where a rule may apply, as far
 * as that can be told without asking the database. What is done about it is decided a moment later (core/rule-runs).
 */
export async function enqueueRuleJobs(
  tx: Transaction,
  { id: conversationId, channel, customerType }: { id: string; channel: string; customerType: string },
  happened: RuleEvents,
  now: Date,
): Promise<(() => Promise<void>)[]> {
  const rules = await getCachedRules(tx)
  if (rules.length === 0) return []
  const { isNew = false, message, tags = [], said, isResolved = false } = happened
  const statements: (() => Promise<void>)[] = []
  const known = { channel, customerType }
  const add = (kind: 'created' | 'message' | 'tag' | 'resolved', happening: RuleEvent, facts: { text?: string }) => {
    if (
      !rules.some(
        (rule) => matchesTrigger(rule.trigger, happening) && matchesConditions(rule, { ...known, ...facts }) !== false,
      )
    )
      return
    const position = kind === 'tag' || kind === 'resolved' ? null : (message?.position ?? null)
    const work = { id: newId(), conversationId, kind, position, tags: [...(happening.tags ?? [])], happenedAt: now }
    statements.push(() => insertRuleWork(tx, work))
  }
  if (message) {
    const { text } = message
    if (isNew) add('created', { kinds: ['created', 'message'] }, { text })
    else add('message', { kinds: ['message'] }, { text })
  }
  if (tags.length > 0) add('tag', { kinds: ['tag'], tags }, {})
  if (isResolved) add('resolved', { kinds: ['resolved'] }, {})
  const minutes = said && shortestWait(rules, said.senderType, known)
  if (minutes !== undefined) {
    const dueAt = new Date(now.getTime() + minutes * MINUTE_MS)
    statements.push(() => startInactivityTimer(tx, { conversationId, since: now, dueAt }))
  }
  return statements
}

/**
 * A statement for what is to be done when a conversation's next reply-time target is missed: members are told, and rules
 * about missed targets have their turn. None where members know already and no such rule may apply.
 */
export async function scheduleMissedTargetJob(
  tx: Transaction,
  { id: conversationId, channel, customerType }: { id: string; channel: string; customerType: string },
  { dueAt, isTold }: { dueAt: Date; isTold: boolean },
): Promise<(() => Promise<void>) | undefined> {
  const wait = () => scheduleMissedTargetCheck(tx, { conversationId, dueAt })
  if (!isTold) return wait
  const rules = await getCachedRules(tx)
  const known = { channel, customerType }
  const may = rules.some((rule) => rule.trigger.on === 'missed' && matchesConditions(rule, known) !== false)
  return may ? wait : undefined
}

/** Whom a silence waits for, by who spoke last. */
export const awaitedSide = (senderType: string): 'team' | 'customer' =>
  senderType === 'customer' ? 'team' : 'customer'

/** After how many minutes of silence the first rule may apply; undefined for none. */
function shortestWait(
  rules: readonly ActiveRule[],
  senderType: string,
  facts: { channel: string; customerType: string },
): number | undefined {
  const waits = rules.flatMap((rule) => {
    const { on, minutes, waitsFor: side } = rule.trigger
    const may = on === 'idle' && side === awaitedSide(senderType) && matchesConditions(rule, facts) !== false
    return may && minutes !== undefined ? [minutes] : []
  })
  return waits.length > 0 ? Math.min(...waits) : undefined
}
