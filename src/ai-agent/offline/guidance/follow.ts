import { firstCodePoints } from '#base/text.ts'
import { areMet, judgeConditions } from '#core/guidance/conditions.ts'
import type { ActiveGuidance } from '#core/guidance/guidance.ts'
import { getCachedGuidance, readAllGuidance } from '#core/guidance/guidance-cache.ts'
import { hasWords } from '#core/rules/conditions.ts'
import type { GuidanceTrace } from '../../turn.ts'
import type { Intent } from '../../understanding/understand.ts'
import type { Context } from '../context.ts'
import { continueRun } from './ask.ts'
import { TurnFacts } from './facts.ts'
import { type Guided, handedOff } from './guided.ts'
import { situationsOf } from './situations.ts'

/** Likeness from which guidance that did not match is traced, and how many guidance a trace shows. */
const NEARLY = 0.3
const TRACED = 5
/** Characters of the message that guidance matched, kept while it asks. */
const BEGUN_MAX = 1_000

/**
 * Follows the store's guidance: what it asked goes on, otherwise the first one whose situation and conditions match. Null where
 * none does. The trace gets what was looked at.
 */
export async function followGuidance(context: Context, intent: Intent): Promise<Guided | null> {
  const { turn, understanding, trace } = context
  const { shop } = turn.caller
  const all = turn.isPlayground ? await readAllGuidance(shop) : await getCachedGuidance(shop)
  if (all.length === 0) return null
  const run = turn.guidanceRun
  const asking = run && all.find(({ id }) => id === run.guidanceId)
  // An action may have asked for the order.
  if (asking && (run?.question === '' || asking.questions.some(({ name }) => name === run?.question))) {
    const traced = traceOf(asking, { by: 'answer', score: null })
    trace.guidance = [traced]
    return follow(context, asking, traced, run)
  }
  const recognise = situationsOf(all, understanding, intent)
  const facts = new TurnFacts(context, all)
  const looked: GuidanceTrace[] = []
  for (const one of all) {
    const recognised = await recognise(one)
    const traced = traceOf(one, recognised)
    if (recognised.by === null) {
      if ((recognised.score ?? 0) >= NEARLY) looked.push(traced)
      continue
    }
    const verdicts = judgeConditions(one.conditions, await facts.for(one.conditions))
    traced.conditions = one.conditions.map(({ about, not, values, name = null }, i) => {
      return { about, name, not, values, isMet: verdicts[i] ?? false }
    })
    looked.push(traced)
    if (!areMet(one, verdicts)) continue
    trace.guidance = looked.slice(-TRACED)
    return follow(context, one, traced)
  }
  if (looked.length > 0) trace.guidance = looked.slice(0, TRACED)
  return null
}

function follow(
  context: Context,
  guidance: ActiveGuidance,
  traced: GuidanceTrace,
  run?: NonNullable<Context['turn']['guidanceRun']>,
): Promise<Guided> | Guided {
  const { text } = context.understanding
  traced.isFollowed = true
  const begun = { values: {}, begunWith: firstCodePoints(text, BEGUN_MAX) }
  if (hasWords(text, guidance.handOff.words)) {
    traced.did.push('hands off: the message has one of its words')
    return handedOff(guidance, { ...begun, ...run })
  }
  return continueRun(context, guidance, { traced, run: run ?? null, begun })
}

function traceOf(
  { id, name, isOn }: ActiveGuidance,
  { by, score }: Pick<GuidanceTrace, 'by' | 'score'>,
): GuidanceTrace {
  return { id, name, isOn, by, score, conditions: [], isFollowed: false, did: [] }
}
