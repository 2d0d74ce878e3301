import { type ConversationChange, openChange } from '#core/conversations/conversation-transaction.ts'
import type { RuleEvent } from '#core/rules/conditions.ts'
import { type ActiveRule, choosesMembers, decide, membersOf } from '#core/rules/decide.ts'
import { awaitedSide } from '#core/rules/enqueue-rule-jobs.ts'
import { readActiveRules } from '#core/rules/rules-cache.ts'
import type { Shop, Transaction } from '#database/database.ts'
import { takeTurn } from '#storage/locks.ts'
import { readCase, type WhichMessage } from '#storage/rule-runs/rule-context.ts'
import { awaitSilence, type Silence, takeSilence, takeWork } from '#storage/rule-runs/rule-jobs.ts'
import { type RuleWork, scheduleMissedTargetCheck } from '#storage/rules/rule-job-queue.ts'
import { carryOut } from './apply-rule-actions.ts'
import { type LanguageOf, readSegments, stateOf, teamOf, teamsById } from './load-rule-context.ts'
import { notifyMissedTarget } from './notify-missed-target.ts'

const MINUTE_MS = 60_000

/**
 * Lets the store's rules have their turn about something that happened: decided, done and struck off the list in one
 * transaction, so that a crash neither loses nor doubles it. The conversation is locked first, as by every writer.
 */
export function doWork(shop: Shop, work: RuleWork, languageOf: LanguageOf): Promise<void> {
  const kinds = work.kind === 'created' ? (['created', 'message'] as const) : ([work.kind] as const)
  return shop.transaction(async (tx) => {
    const rules = await readInTurn(tx)
    const change = await openChange(tx, work.conversationId)
    if (!(await takeWork(tx, work))) return
    if (work.kind === 'missed') {
      const { dueAt } = change.conversation
      if (dueAt === null) return
      // Moved meanwhile, by new targets or opening hours.
      if (dueAt > change.now) return scheduleMissedTargetCheck(tx, { conversationId: work.conversationId, dueAt })
      await notifyMissedTarget(change)
    }
    const which = work.position === null ? 'newest' : { position: work.position }
    if (rules.length > 0)
      await run(change, rules, { happening: { kinds, tags: work.tags }, which, at: work.happenedAt, languageOf })
    await change.save('last')
  })
}

/** Runs the rules for a conversation without messages for a while. Each rule runs once in each silence. */
export function doSilence(shop: Shop, silence: Silence, languageOf: LanguageOf): Promise<void> {
  return shop.transaction(async (tx) => {
    const rules = await readInTurn(tx)
    const change = await openChange(tx, silence.conversationId)
    if (!(await takeSilence(tx, silence))) return
    const { status, snoozedUntil, lastActive, lastMessage } = change.conversation
    if (status !== 'open') return
    if (snoozedUntil !== null) {
      const dueAt = snoozedUntil > change.now ? snoozedUntil : new Date(change.now.getTime() + MINUTE_MS)
      return awaitSilence(tx, { ...silence, dueAt })
    }
    // Something was said since the row was written: then another silence began.
    const isAnother = lastActive !== null && lastActive > silence.since
    const { since, waitedMinutes: after } = isAnother ? { since: lastActive, waitedMinutes: 0 } : silence
    const side = awaitedSide(lastMessage?.senderType ?? '')
    const minutes = Math.floor((change.now.getTime() - since.getTime()) / MINUTE_MS)
    const happening = { kinds: ['idle'] as const, silence: { waitsFor: side, after, minutes } }
    await run(change, rules, { happening, which: 'newest', at: change.now, languageOf })
    const later = rules.flatMap(({ trigger: { on, minutes: wait = 0, waitsFor: whom } }) =>
      on === 'idle' && whom === side && wait > minutes ? [wait] : [],
    )
    if (later.length > 0) {
      const dueAt = new Date(since.getTime() + Math.min(...later) * MINUTE_MS)
      const next = { conversationId: silence.conversationId, since, waitedMinutes: minutes, dueAt }
      change.addStatement(() => awaitSilence(tx, next))
    }
    await change.save('last')
  })
}

/** The rules as they are now. Where they choose among members, one transaction of the store does so at a time. */
async function readInTurn(tx: Transaction): Promise<ActiveRule[]> {
  const rules = await readActiveRules(tx)
  if (!choosesMembers(rules)) return rules
  await takeTurn(tx, 'rules')
  return readActiveRules(tx)
}

async function run(
  change: ConversationChange,
  rules: ActiveRule[],
  { happening, which, at, languageOf }: { happening: RuleEvent; which: WhichMessage; at: Date; languageOf: LanguageOf },
): Promise<void> {
  const { tx, conversation, settings } = change
  const [found, team, teams, segments] = await Promise.all([
    readCase(tx, conversation.id, which),
    teamOf(tx, membersOf(rules)),
    teamsById(tx, rules),
    readSegments(tx, rules, [conversation.contactId]),
  ])
  if (!found || conversation.isPlayground) return
  const plan = decide(rules, happening, stateOf(found, at, { settings, segments, languageOf }), team, teams)
  if (plan.runs.length > 0) await carryOut(change, plan, happening.kinds[0] ?? 'message')
}
