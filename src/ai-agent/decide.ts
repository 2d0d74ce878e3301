import { orderActionsOf } from '#core/stores/settings.ts'
import type { ModelTools } from './model/answer.ts'
import type { AnswerModel } from './model/model.ts'
import type { OfflineParts } from './offline/context.ts'
import { guidedTurn } from './offline/guidance/guided.ts'
import { type Decision, type HandOverReason, type Language, type PrepareOrderAction, SURE, type Turn } from './turn.ts'

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
export async function decide(turn: Turn, { model, ...parts }: DecideParts, looker?: DraftListener): Promise<Decision> {
  const { decideOffline } = await loadDecider()
  const offline = await decideOffline(turn, parts)
  if (!model) return offline
  // What a person would do may be an action of the store's own; all else that a model says to it does not count.
  const isForActions = !isOpen(offline, turn)
  if (isForActions && !isLeftToTeam(offline)) return offline
  const { guidance } = offline
  const asked = guidance ? guidedTurn(turn, guidance) : turn
  const tools = await toolsFor(asked, parts)
  if (isForActions && tools.actions.length === 0) return offline
  looker?.begin()
  const onDraft = isForActions ? undefined : looker && ((text: string) => looker.draft(text, offline.language))
  const answered = await model.decide(asked, offline, tools, onDraft)
  const hasActed = answered?.act === 'answer' && answered.customAction !== undefined
  return answered && (hasActed || !isForActions) ? { ...answered, guidance } : offline
}

/** Whether the customer wants something of an order that a person carries out; not where guidance says so itself. */
const isLeftToTeam = (offline: Decision): boolean =>
  offline.act === 'hand_over' && offline.reason === 'after_sale' && offline.guidance?.instruction !== null

/** What a model gets: suggestions, replays and the playground prepare nothing. */
async function toolsFor(turn: Turn, parts: OfflineParts): Promise<ModelTools> {
  const { listActionsFor, runActionInTurn } = await import('./offline/custom-actions.ts')
  const isPreparing = parts.orders && turn.asker && orderActionsOf(turn.settings).enabled
  const prepareOrderAction: PrepareOrderAction = async (wanted) => {
    const { prepareForModel } = await import('./offline/order-actions.ts')
    const reply = await prepareForModel(turn, parts, wanted)
    return reply?.act === 'answer' ? reply : null
  }
  return {
    platform: parts.platform,
    prepareOrderAction: isPreparing ? prepareOrderAction : undefined,
    actions: parts.actions ? await listActionsFor(turn) : [],
    runAction: (actionId, values) => runActionInTurn(turn, parts, { actionId, values }),
  }
}

/** Whether a model may do better: no person was asked for, and no rule, order or sure article has answered. */
function isOpen(offline: Decision, { settings, asker }: Turn): boolean {
  // What guidance says itself is said; where it only instructs a model, the surest answer is open.
  const { guidance } = offline
  if (guidance) {
    if (guidance.instruction === null) return false
    if (offline.act === 'answer' && offline.faqs.length > 0) return true
  }
  const isAddressChange = isChangeOfOrder(offline, orderActionsOf(settings).enabled && asker !== null)
  if (offline.act === 'hand_over')
    return offline.reason === 'unsure' || (offline.reason === 'after_sale' && isAddressChange)
  if (offline.act === 'ask_back') return !offline.isFinal
  if (isAddressChange) return true
  // A question that narrows the choice, and that nothing fits, are what the catalogue says.
  if (offline.advised?.length === 0) return false
  return OPEN_INTENTS.includes(offline.trace.intent) && (offline.trace.confidence ?? 0) < SURE
}

/** Whether the customer wants a change of an order that was found: only a model reads an address in what they wrote. */
const isChangeOfOrder = ({ trace }: Decision, isPrepared: boolean): boolean =>
  isPrepared && trace.intent === 'edit' && trace.checks.some((check) => check.startsWith('after sale: '))

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
