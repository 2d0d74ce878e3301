import { type Static, Type } from 'typebox'
import { datetime, list, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import { GuidanceLook } from './guidance.ts'
import type { Wire } from './wire.ts'

/** What members see of the AI agent's work. */

const act = oneOf(['answer', 'ask_back', 'hand_over'])
const Look = Type.Object({
  language: string(),
  intent: string('What the message was understood as.'),
  candidates: Type.Array(Type.Object({ id: string(), title: string(), score: Type.Number() })),
  confidence: nullable(Type.Number({ description: '0 to 1; null where nothing was measured.' })),
  checks: list(),
  guidance: Type.Optional(
    Type.Array(GuidanceLook, { description: 'Guidance that was followed, last, and what came near before it.' }),
  ),
})

/** A decision in a conversation, and what was looked at for it. */
export const AiTrace = Type.Object({
  id: string(),
  messageId: nullable(string()),
  askedPosition: string(),
  act,
  reason: nullable(string('Why it handed over.')),
  topic: nullable(string()),
  trace: Look,
  createdAt: datetime(),
})
export type AiTrace = Wire<Static<typeof AiTrace>>

const seen = {
  act,
  reason: nullable(string()),
  text: nullable(string('Null where it would hand over.')),
  faqs: Type.Array(Type.Object({ id: string(), question: string(), url: nullable(string()) })),
}

/** What it would say, without saying it. */
export const AiTrial = Type.Object({
  asked: list(),
  saidThen: nullable(string('What was said in the conversation; null where nobody answered.')),
  ...seen,
  topic: nullable(string()),
  trace: Look,
})
export type AiTrial = Static<typeof AiTrial>

/** A question with what the AI agent is to do about it. */
export const AiExample = Type.Object({
  id: string(),
  question: string(),
  articleId: nullable(string('The article that answers it; null: the AI agent is not to answer.')),
  articleTitle: nullable(string()),
  conversationId: nullable(string('Where a customer asked it.')),
  createdBy: nullable(string()),
  createdAt: datetime(),
})
export type AiExample = Wire<Static<typeof AiExample>>

const Both = { before: Type.Object(seen), after: Type.Object(seen) }
/** One step of a trial. */
export const ChangeTrial = Type.Object({
  tried: Type.Integer({ description: 'Questions that this step asked.' }),
  triedMax: Type.Integer({ description: 'Questions at which the steps end.' }),
  changed: Type.Array(Type.Object({ conversationId: string(), asked: list(), ...Both })),
  broken: Type.Array(Type.Object({ example: AiExample, ...Both }), {
    description: 'Examples that hold today and would not any more; the first steps try these.',
  }),
  nextCursor: nullable(string('For the next step; null after the last one.')),
})
export type ChangeTrial = Static<typeof ChangeTrial>

const count = (description?: string) => Type.Integer(description ? { description } : {})
/** One step of asking the questions of the last 30 days again. */
export const MonthReplay = Type.Object({
  questions: count('That this step asked.'),
  answered: count(),
  alike: count('Answers much the same as what a member answered then.'),
  different: count('Answers unlike what a member answered then.'),
  unknown: count('Answers where no member answered.'),
  askedBack: count(),
  handedOff: count(),
  aboutOrders: count('Questions about orders, which are not looked up.'),
  tokens: count('That the store’s model took meanwhile, those of live conversations included.'),
  differences: Type.Array(Type.Object({ conversationId: string(), asked: list(), said: string(), team: string() })),
  questionsMax: count('Questions at which the steps end.'),
  nextCursor: nullable(string('For the next step; null after the last one.')),
})
export type MonthReplay = Static<typeof MonthReplay>

/** What the store's records say about a question of a member. */
export const CustomerAnswer = Type.Object({
  text: nullable(string('In the model’s words; null where no model answered from the sources.')),
  sources: Type.Array(
    Type.Object({
      kind: oneOf(['message', 'note', 'order', 'contact']),
      id: string('Of the message or note, the order’s number or the contact’s id.'),
      text: string(),
      by: nullable(string('Who wrote it.')),
      at: nullable(datetime()),
      conversationId: nullable(string()),
    }),
  ),
})
export type CustomerAnswer = Wire<Static<typeof CustomerAnswer>>

/** A sentence for the one that a member is writing. */
export const TypedSuggestion = Type.Object({
  text: string('The whole sentence: it takes the place of what was typed.'),
  source: Type.Object({ id: string(), question: string(), url: nullable(string()) }),
})
export type TypedSuggestion = Wire<Static<typeof TypedSuggestion>>

export const UnansweredQuestion = Type.Object({
  id: string('Stands for all of them.'),
  conversationId: string('Of the newest of them.'),
  text: string(),
  language: string(),
  askedAt: datetime(),
  count: Type.Integer(),
})
export type UnansweredQuestion = Wire<Static<typeof UnansweredQuestion>>

const figures = {
  answered: Type.Integer(),
  askedBack: Type.Integer(),
  handedOver: Type.Integer(),
  helpful: Type.Integer(),
  unhelpful: Type.Integer(),
}
export const AiReport = Type.Object({
  total: Type.Object(figures),
  topics: Type.Array(Type.Object({ topic: nullable(string()), ...figures })),
  reasons: Type.Array(Type.Object({ reason: string(), count: Type.Integer() })),
})
export type AiReport = Static<typeof AiReport>
