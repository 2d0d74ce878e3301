import type { ActiveGuidance, AnswerType, GuidanceQuestion } from '#core/guidance/guidance.ts'
import { GUIDANCE_MAX } from '#core/limits.ts'
import type { FollowedGuidance, GuidanceTrace } from '../../turn.ts'
import { type Context, plainReply } from '../context.ts'
import { say } from '../texts.ts'
import { followedBy, type Guided, handedOff } from './guided.ts'
import { readAnswer, readUnasked } from './read-answer.ts'
import { takeSteps } from './steps.ts'
import { wordsIn } from './words.ts'

type Begun = Pick<FollowedGuidance, 'values' | 'begunWith'>

/**
 * Goes on with guidance: takes the answer to what it asked (`run`), asks what is still open, and then takes its steps. A question
 * that was asked twice without an answer of its type hands off.
 */
export async function continueRun(
  context: Context,
  guidance: ActiveGuidance,
  { traced, run, begun }: { traced: GuidanceTrace; run: Context['turn']['guidanceRun'] | null; begun: Begun },
): Promise<Guided> {
  const { turn, understanding } = context
  const { text } = understanding
  const values: Record<string, string> = { ...(run ?? begun).values }
  const { begunWith } = run ?? begun
  const awaited = run && guidance.questions.find(({ name }) => name === run.question)
  if (run && awaited) {
    const answer = readAnswer(awaited.type, text, turn.locale)
    if (answer === null) {
      traced.did.push(`no ${awaited.type} in the answer to: ${awaited.name}`)
      if (run.asked < GUIDANCE_MAX.asked)
        return ask(context, guidance, awaited, { traced, values, begunWith, asked: run.asked + 1 })
      traced.did.push(`hands off: asked ${GUIDANCE_MAX.asked} times`)
      return handedOff(guidance, { values, begunWith }, { tags: [] })
    }
    values[awaited.name] = answer
    traced.did.push(`takes the answer to: ${awaited.name}`)
  }
  for (const { name, type } of guidance.questions) {
    if (Object.hasOwn(values, name)) continue
    const told = readUnasked(type, text)
    if (told === null || Object.values(values).includes(told)) continue
    values[name] = told
    traced.did.push(`finds in the message: ${name}`)
  }
  const next = guidance.questions.find(({ name }) => !Object.hasOwn(values, name))
  if (next) return ask(context, guidance, next, { traced, values, begunWith, asked: 1 })
  return takeSteps(context, guidance, { traced, values, begunWith, asked: run?.question === '' ? run.asked : 0 })
}

/** What is said before a question that is asked again, by the type of its answer. */
const AGAIN = {
  text: 'guidance.again.text',
  number: 'guidance.again.number',
  date: 'guidance.again.date',
  email: 'guidance.again.email',
  order_number: 'guidance.again.orderNumber',
} as const satisfies Record<AnswerType, string>

function ask(
  { understanding: { language } }: Context,
  guidance: ActiveGuidance,
  question: GuidanceQuestion,
  { traced, values, begunWith, asked }: Begun & { traced: GuidanceTrace; asked: number },
): Guided {
  const { text, isForeign } = wordsIn(question.text, language, { written: guidance.language, values })
  const others = guidance.questions.filter(({ name }) => name !== question.name)
  const isFirst = asked === 1 && !others.some(({ name }) => Object.hasOwn(values, name))
  const before =
    asked > 1 ? say(language, AGAIN[question.type]) : isForeign && isFirst ? say(language, 'guidance.foreign') : ''
  traced.did.push(`asks, ${asked} of ${GUIDANCE_MAX.asked} times: ${question.name}`)
  const run = { guidanceId: guidance.id, question: question.name, asked, values, begunWith }
  const reply = plainReply([before, text].filter(Boolean).join('\n\n'))
  return { followed: { ...followedBy(guidance, { values, begunWith }), run }, reply: { ...reply, evidence: [text] } }
}
