import { announcementOf } from '#core/custom-actions/texts.ts'
import type { ActiveGuidance, GuidanceStep } from '#core/guidance/guidance.ts'
import { findCustomAction } from '#storage/custom-actions/actions.ts'
import type { FollowedGuidance, Turn } from '../../turn.ts'
import type { Context } from '../context.ts'
import { runActionInTurn } from '../custom-actions.ts'
import type { ActionReply } from './guided.ts'
import { wordsIn } from './words.ts'

/** What came of an action: words for the customer, a question of its own that has to be answered first, or why it did not run. */
type Acted = { kind: 'told' | 'asks'; reply: ActionReply } | { kind: 'failed'; because: string }

/** Runs an own action of the store with the answers of the customer. What changes something is prepared: the commit begins it. */
export async function runAction(
  context: Context,
  guidance: ActiveGuidance,
  { actionId = '', values = {} }: GuidanceStep,
  answers: FollowedGuidance['values'],
): Promise<Acted> {
  const { turn, understanding } = context
  const action = await findCustomAction(turn.caller.shop, actionId)
  if (!action) return { kind: 'failed', because: 'The store has no such action.' }
  const { language } = understanding
  const given = action.parameters.flatMap(({ name, type }): [string, string | number | boolean][] => {
    const { text } = wordsIn({ text: values[name] ?? '' }, language, { written: guidance.language, values: answers })
    if (text.trim() === '') return []
    return [[name, type === 'number' ? Number(text) : type === 'boolean' ? /^(?:true|yes|1)$/i.test(text) : text]]
  })
  const wanted = { actionId, values: Object.fromEntries(given) }
  const result = await runActionInTurn(withAnswers(turn, guidance, answers), context, wanted)
  const told = (text: string) => ({ act: 'answer' as const, text, evidence: [text], faqs: [], products: [] })
  if (result.kind === 'failed') return result
  if (result.kind === 'prepared') {
    const reply = { ...told(announcementOf(language, result)), customAction: result }
    return { kind: 'told', reply }
  }
  if (result.kind === 'said') {
    return result.answer
      ? { kind: 'asks', reply: told(result.answer.text) }
      : { kind: 'failed', because: 'The order was not found.' }
  }
  return result.text === null
    ? { kind: 'failed', because: 'The action gave no text for the customer.' }
    : { kind: 'told', reply: told(result.text) }
}

/** The turn with the order number and address that the customer was asked for: what proves an order is read from their words. */
function withAnswers(turn: Turn, { questions }: ActiveGuidance, answers: FollowedGuidance['values']): Turn {
  const proving = questions.filter(({ type }) => type === 'order_number' || type === 'email')
  const text = proving.flatMap(({ name }) => answers[name] ?? []).join(' ')
  if (text === '') return turn
  return { ...turn, lines: [...turn.lines, { senderType: 'customer', text }], asked: [...turn.asked, text] }
}
