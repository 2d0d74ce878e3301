import { shorten } from '#base/text.ts'
import type { DecidedTurn, FollowedGuidance, HandOverReason } from './turn.ts'

/** Reason of a handoff, as the team reads it. */
const REASONS: Record<HandOverReason, string> = {
  asked_for: 'The customer asked for a person.',
  unsure: 'I was not sure of an answer, twice in a row.',
  sensitive: 'This is a matter for a person.',
  angry: 'The customer is angry.',
  store_topic: 'The message is about one of your hand-over topics.',
  after_sale: 'The request is within your policy; a person has to carry it out.',
  order_not_found: 'I could not find the order, three times.',
  guidance: 'Your guidance hands this off.',
  turns: 'I have answered as often as your settings allow.',
  switched_off: 'The AI agent is off for this conversation.',
  kept_out: 'I answer nobody who is blocked or whose data was deleted, and in no store that has left.',
  failed: 'I could not answer because of a fault.',
}

/** Characters of a message that a note repeats. */
const QUOTE_MAX = 300

/** The note that a handoff leaves for the team: why, and what the customer waits for. */
export function handOverNote({ asked, decision }: DecidedTurn, reason: HandOverReason): string {
  const { topic, guidance } = decision
  const waits = asked.filter((text) => text !== '').map((text) => `“${shorten(text, QUOTE_MAX)}”`)
  return [
    REASONS[reason],
    waits.length > 0 ? `They wait for an answer to: ${waits.join(' ')}` : 'They sent a file.',
    topic ? `Topic: ${topic}.` : '',
    ...(guidance ? [`Guidance: ${guidance.name}.`, guidance.note, ...answersOf(guidance)] : []),
  ]
    .filter(Boolean)
    .join('\n')
}

/** What the customer answered to guidance's questions. */
const answersOf = ({ values }: FollowedGuidance) => Object.entries(values).map(([name, value]) => `${name}: ${value}`)
