import { newId } from '#base/ids.ts'
import type { Transaction } from '#database/database.ts'
import { awaitMissed, beginSilence, insertRuleWork } from '#storage/rules/work.ts'
import { type Happening, holds, isAbout } from './conditions.ts'
import type { ActiveRule } from './decide.ts'
import { recallRules } from './known.ts'

/** What an act did that rules may be about. A conversation's first message is one happening, not two. */
export interface Happened {
  isNew?: boolean
  /** The customer's message. */
  message?: { position: string; text: string }
  /** Tags that were put on. */
  tags?: string[]
  /** The newest thing that somebody said, and that the customer sees. */
  said?: { senderType: string }
}

const MINUTE_MS = 60_000

/**
 * Statements that an act adds to its own for the store's rules: what happened is written down where a rule may apply, as far
 * as that can be told without asking the database. What is done about it is decided a moment later (core/rule-runs).
 */
export async function noteForRules(
  tx: Transaction,
  { id: conversationId, channel, customerType }: { id: string; channel: string; customerType: string },
  happened: Happened,
  now: Date,
): Promise<(() => Promise<void>)[]> {
  const rules = await recallRules(tx)
  if (rules.length === 0) return []
  const { isNew = false, message, tags = [], said } = happened
  const statements: (() => Promise<void>)[] = []
  const known = { channel, customerType }
  const add = (kind: 'created' | 'message' | 'tag', happening: Happening, facts: { text?: string }) => {
    if (!rules.some((rule) => isAbout(rule.trigger, happening) && holds(rule, { ...known, ...facts }) !== false)) return
    const position = kind === 'tag' ? null : (message?.position ?? null)
    const work = { id: newId(), conversationId, kind, position, tags: [...(happening.tags ?? [])], happenedAt: now }
    statements.push(() => insertRuleWork(tx, work))
  }
  if (message) {
    const { text } = message
    if (isNew) add('created', { kinds: ['created', 'message'] }, { text })
    else add('message', { kinds: ['message'] }, { text })
  }
  if (tags.length > 0) add('tag', { kinds: ['tag'], tags }, {})
  const minutes = said && shortestWait(rules, said.senderType, known)
  if (minutes !== undefined) {
    const dueAt = new Date(now.getTime() + minutes * MINUTE_MS)
    statements.push(() => beginSilence(tx, { conversationId, since: now, dueAt }))
  }
  return statements
}

/**
 * A statement for what is to be done when a conversation's next reply-time target is missed: members are told, and rules
 * about missed targets have their turn. None where members know already and no such rule may apply.
 */
export async function noteDue(
  tx: Transaction,
  { id: conversationId, channel, customerType }: { id: string; channel: string; customerType: string },
  { dueAt, isTold }: { dueAt: Date; isTold: boolean },
): Promise<(() => Promise<void>) | undefined> {
  const wait = () => awaitMissed(tx, { conversationId, dueAt })
  if (!isTold) return wait
  const rules = await recallRules(tx)
  const known = { channel, customerType }
  const may = rules.some((rule) => rule.trigger.on === 'missed' && holds(rule, known) !== false)
  return may ? wait : undefined
}

/** Whom a silence waits for, by who spoke last. */
export const waitsFor = (senderType: string): 'team' | 'customer' => (senderType === 'customer' ? 'team' : 'customer')

/** After how many minutes of silence the first rule may apply; undefined for none. */
function shortestWait(
  rules: readonly ActiveRule[],
  senderType: string,
  facts: { channel: string; customerType: string },
): number | undefined {
  const waits = rules.flatMap((rule) => {
    const { on, minutes, waitsFor: side } = rule.trigger
    const may = on === 'idle' && side === waitsFor(senderType) && holds(rule, facts) !== false
    return may && minutes !== undefined ? [minutes] : []
  })
  return waits.length > 0 ? Math.min(...waits) : undefined
}
