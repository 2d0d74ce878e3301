import { checkLength, checkText } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { GUIDANCE_MAX, TAG_MAX } from '#core/limits.ts'
import {
  GUIDANCE_VALUES,
  type GuidanceCondition,
  type GuidanceDraft,
  type GuidanceStep,
  type GuidanceText,
} from './guidance.ts'

/** What the schema of guidance cannot say: lengths in characters, and which parts belong together. INVALID_PARAMS names the part. */
export function checkGuidance(draft: GuidanceDraft): void {
  const { name, phrases, conditions, questions, steps, handOff } = draft
  checkText(name, GUIDANCE_MAX.name, 'name')
  for (const [i, phrase] of phrases.entries()) checkText(phrase, GUIDANCE_MAX.phrase, `phrases[${i}]`)
  for (const [i, condition] of conditions.entries()) checkCondition(condition, `conditions[${i}]`)
  const names = new Set(questions.map((question) => question.name))
  if (names.size < questions.length) throw invalidParams('questions: two have the same name.')
  for (const [i, question] of questions.entries()) {
    // A question may repeat what was answered before it.
    const before = new Set(questions.slice(0, i).map((one) => one.name))
    checkTexts(question.text, { max: GUIDANCE_MAX.question, names: before, where: `questions[${i}].text` })
  }
  for (const [i, step] of steps.entries()) checkStep(step, names, `steps[${i}]`)
  checkOrder(steps)
  for (const [i, word] of handOff.words.entries()) checkText(word, GUIDANCE_MAX.value, `handOff.words[${i}]`)
  checkLength(handOff.instruction, GUIDANCE_MAX.instruction, 'handOff.instruction')
  checkLength(handOff.note, GUIDANCE_MAX.note, 'handOff.note')
}

function checkCondition({ about, name, values }: GuidanceCondition, where: string): void {
  if ((about === 'attribute') !== (name !== undefined)) {
    throw invalidParams(`${where}.name ${name === undefined ? 'is missing' : 'belongs to attribute only'}.`)
  }
  if (name !== undefined) checkText(name, GUIDANCE_MAX.value, `${where}.name`)
  const allowed = GUIDANCE_VALUES[about]
  for (const value of values) {
    checkText(value, GUIDANCE_MAX.value, `${where}.values`)
    if (allowed && !allowed.includes(value)) {
      throw invalidParams(`${where}.values: ${about} is one of ${allowed.join(', ')}.`)
    }
  }
}

/** What each step has beside `do`. */
const PARTS: Record<GuidanceStep['do'], readonly (keyof GuidanceStep)[]> = {
  say: ['text'],
  article: ['articleId'],
  answer: ['instruction'],
  action: ['actionId', 'values'],
  tag: ['tags'],
  hand_off: [],
}
const ALL_PARTS = ['text', 'articleId', 'instruction', 'actionId', 'values', 'tags'] as const

function checkStep(step: GuidanceStep, names: ReadonlySet<string>, where: string): void {
  for (const part of ALL_PARTS) {
    const isThere = step[part] !== undefined
    if (isThere === PARTS[step.do].includes(part)) continue
    throw invalidParams(`${where}.${part} ${isThere ? 'does not belong to' : 'is missing for'} ${step.do}.`)
  }
  if (step.text) checkTexts(step.text, { max: GUIDANCE_MAX.text, names, where: `${where}.text` })
  if (step.instruction !== undefined) checkText(step.instruction, GUIDANCE_MAX.instruction, `${where}.instruction`)
  for (const [name, value] of Object.entries(step.values ?? {})) {
    checkLength(value, GUIDANCE_MAX.answer, `${where}.values.${name}`)
    checkHoles(value, names, `${where}.values.${name}`)
  }
  if (step.tags?.length === 0) throw invalidParams(`${where}.tags must hold at least one tag.`)
  for (const tag of step.tags ?? []) checkText(tag, TAG_MAX, `${where}.tags`)
}

/** Steps make one reply, or one handoff. */
function checkOrder(steps: readonly GuidanceStep[]): void {
  if (steps.length === 0) throw invalidParams('steps must hold at least one step.')
  const kinds = steps.map((step) => step.do)
  const doubled = kinds.find((kind, i) => kinds.indexOf(kind) < i)
  if (doubled) throw invalidParams(`steps: ${doubled} may stand once.`)
  const speaking = kinds.filter((kind) => kind !== 'tag')
  if (kinds.includes('answer') && speaking.length > 1) {
    throw invalidParams('steps: answer goes with tag only, for it makes the whole reply.')
  }
  const beside = kinds.find((kind) => kind === 'article' || kind === 'action')
  if (kinds.includes('hand_off') && beside) throw invalidParams(`steps: ${beside} does not go with hand_off.`)
  if (speaking.length === 0) throw invalidParams('steps: beside tag there must be a step that says something.')
}

const HOLE = /\{\{([^{}]*)\}\}/g

function checkTexts(
  { text, translations = {} }: GuidanceText,
  { max, names, where }: { max: number; names: ReadonlySet<string>; where: string },
): void {
  const all: [string, string][] = [[text, where], ...Object.entries(translations).map(([language, translated]): [string, string] => [translated ?? '', `${where}.translations.${language}`])] // biome-ignore format: one list
  for (const [one, place] of all) {
    checkText(one, max, place)
    checkHoles(one, names, place)
  }
}

function checkHoles(text: string, names: ReadonlySet<string>, place: string): void {
  for (const [, name = ''] of text.matchAll(HOLE)) {
    if (!names.has(name)) throw invalidParams(`${place} has {{${name.slice(0, 40)}}}, which no earlier question asks.`)
  }
}
