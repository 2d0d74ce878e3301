import { currentTime } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import type { RuleEvent } from '#core/rules/conditions.ts'
import { decide, membersOf } from '#core/rules/decide.ts'
import { awaitedSide } from '#core/rules/enqueue-rule-jobs.ts'
import type { RuleDraft, RuleOutcome } from '#core/rules/rule.ts'
import { requirePossible } from '#core/rules/rules.ts'
import { readSettings } from '#core/stores/settings.ts'
import { type RuleCase, readRecentCases } from '#storage/rule-runs/rule-context.ts'
import { type LanguageOf, readSegments, stateOf, teamOf, teamsById } from './load-rule-context.ts'

/** A past conversation that a rule would have applied to. */
export interface RuleMatch {
  conversationId: string
  customerName: string | null
  /** When it would have: the message's time, or the end of the silence. */
  at: Date
  /** The customer's words that it is about. */
  text: string | null
  outcomes: RuleOutcome[]
}

const MINUTE_MS = 60_000

/**
 * Tries a rule on the `limit` conversations that were active last, and writes nothing. Words, language and hours are those of
 * then: of the first message for new conversations, otherwise of the customer's newest; tags, assignee, holder, order and
 * segments are those of now. Members to choose among count as available.
 */
export async function tryRule(
  { shop }: Caller,
  draft: RuleDraft,
  { limit, languageOf }: { limit: number; languageOf: LanguageOf },
): Promise<{ looked: number; matches: RuleMatch[] }> {
  await requirePossible(shop, draft)
  const { on, minutes = 0, tag } = draft.trigger
  const now = currentTime()
  const [cases, settings, present, teams] = await Promise.all([
    readRecentCases(shop, on === 'created' ? 'first' : 'newest', {
      limit,
      ...(on === 'idle' && { before: new Date(now.getTime() - minutes * MINUTE_MS) }),
      ...(on === 'tag' && tag !== undefined && { tag }),
      isDue: on === 'missed',
    }),
    readSettings(shop),
    teamOf(shop, membersOf([draft])),
    teamsById(shop, [draft]),
  ])
  const segments = await readSegments(
    shop,
    [draft],
    cases.map(({ contactId }) => contactId),
  )
  const team = new Map([...present].map(([id, one]) => [id, { ...one, isAvailable: one.isActive }]))
  let lastMemberId: string | null = null
  const matches = cases.flatMap((found): RuleMatch[] => {
    const then = happenedIn(found, draft, now)
    if (!then) return []
    const rule = { ...draft, id: 'tried', lastMemberId }
    const state = stateOf(found, then.at, { settings, segments, languageOf })
    const { runs, turns } = decide([rule], then.happening, state, team, teams)
    const [run] = runs
    if (!run) return []
    lastMemberId = turns.get('tried') ?? lastMemberId
    const { id: conversationId, customerName, text } = found
    return [{ conversationId, customerName, at: then.at, text, outcomes: run.outcomes }]
  })
  return { looked: cases.length, matches }
}

/** What happened in a past conversation that the rule is about; undefined for nothing. */
function happenedIn(
  found: RuleCase,
  { trigger }: RuleDraft,
  now: Date,
): { happening: RuleEvent; at: Date } | undefined {
  const { on, minutes = 0, tag = '' } = trigger
  if (on === 'idle') {
    if (!found.lastActive || !found.lastMessage) return undefined
    const silence = { waitsFor: awaitedSide(found.lastMessage.senderType), after: 0, minutes } as const
    return { happening: { kinds: ['idle'], silence }, at: new Date(found.lastActive.getTime() + minutes * MINUTE_MS) }
  }
  if (on === 'missed') {
    const { dueAt } = found
    return dueAt && dueAt <= now ? { happening: { kinds: ['missed'] }, at: dueAt } : undefined
  }
  if (!found.saidAt) return undefined
  return { happening: { kinds: [on], tags: [tag] }, at: found.saidAt }
}
