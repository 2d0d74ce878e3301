import type { AnswerModel } from './model/model.ts'
import type { OfflineParts } from './offline/context.ts'
import { type Decision, type HandOverReason, type Language, SURE, type Turn } from './turn.ts'

/** What decides offline, and the model, where the operator configured one. */
export interface DecideParts extends OfflineParts {
  model: AnswerModel | undefined
}

/** Receives the draft while a model works. */
export interface DraftListener {
  begin(): void
  /** What may already be shown of the answer; nothing where what was shown does not stand. */
  draft(text: string, language: Language): void
}

/** What an article or a model answers; all else is answered from orders, rules and words of our own. */
const OPEN_INTENTS = ['question', 'product', 'size', 'stock', 'discount']

/**
 * Loads what decides: some hundred milliseconds' work, begun while the first customer's message waits for those that follow
 * it. A process without any has nothing of it in memory.
 */
export async function loadDecider() {
  const decider = await import('./offline/decide.ts')
  await decider.prepare()
  return decider
}

/** Decides a turn: offline first, and by the model what that leaves open. While a model is asked, `looker` hears of it. */
export async function decide(
  turn: Turn,
  { platform, lookups, model, embeddings }: DecideParts,
  looker?: DraftListener,
): Promise<Decision> {
  const { decideOffline } = await loadDecider()
  const offline = await decideOffline(turn, { platform, lookups, embeddings })
  if (!model || !isOpen(offline)) return offline
  looker?.begin()
  return (
    (await model.decide(turn, offline, platform, looker && ((text) => looker.draft(text, offline.language)))) ?? offline
  )
}

/** Whether a model may do better: no person was asked for, and no rule, order or sure article has answered. */
function isOpen(offline: Decision): boolean {
  if (offline.act === 'hand_over') return offline.reason === 'unsure'
  if (offline.act === 'ask_back') return !offline.isFinal
  return OPEN_INTENTS.includes(offline.trace.intent) && (offline.trace.confidence ?? 0) < SURE
}

/** A handoff by a rule, which needs nothing of the question but its language. */
export async function decideHandOver(
  { asked, locale }: { asked: string[]; locale: string | null },
  reason: HandOverReason,
): Promise<Decision> {
  const { detectLanguage } = await import('./understanding/language.ts')
  const language = detectLanguage(asked, locale)
  const trace = { language, intent: 'none', candidates: [], confidence: null, checks: [] }
  return { act: 'hand_over', reason, language, topic: null, trace }
}
