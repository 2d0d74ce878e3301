import { type Static, Type } from 'typebox'
import { CHANNELS } from '#channels/channel-window.ts'
import { LANGUAGES, type Language } from '#core/languages.ts'
import { GUIDANCE_MAX, ID_MAX, TAG_MAX } from '#core/limits.ts'

/**
 * Guidance of the AI agent: what it does in a situation, as an admin wrote it. When (phrases, intents), only if (conditions),
 * what to ask (questions), what to do (steps), when to hand off. Limits in schemas are in UTF-16 units, twice the characters
 * that check.ts allows.
 */

const choice = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description })
const closed = { additionalProperties: false } as const
const text = (max: number, description: string) => Type.String({ maxLength: 2 * max, description })

/** What a customer's message can be understood as, where guidance may be about it. */
const INTENTS = ['order_status', 'cancel', 'return', 'refund', 'edit', 'product', 'size', 'stock', 'discount'] as const

const CONDITIONS = [
  'channel',
  'language',
  'hours',
  'words',
  'tags',
  'contact',
  'signed_in',
  'contact_tags',
  'attribute',
  'segment',
  'order',
  'page',
] as const
export type GuidanceConditionKind = (typeof CONDITIONS)[number]

export type GuidanceIntent = (typeof INTENTS)[number]

/** The values of conditions that have a few; of the others any text. */
export const GUIDANCE_VALUES: Partial<Record<GuidanceConditionKind, readonly string[]>> = {
  channel: CHANNELS,
  language: LANGUAGES,
  hours: ['open', 'closed'],
  contact: ['anonymous', 'guest', 'customer'],
  signed_in: ['yes', 'no'],
}

export const GuidanceCondition = Type.Object(
  {
    about: choice(CONDITIONS, 'What is looked at: tags are the conversation’s, order is the proven order’s states.'),
    name: Type.Optional(text(GUIDANCE_MAX.value, 'Of an attribute: its name.')),
    not: Type.Boolean({ description: 'Negates the condition.' }),
    values: Type.Array(text(GUIDANCE_MAX.value, 'A value; of page a part of its address.'), {
      minItems: 1,
      maxItems: GUIDANCE_MAX.values,
      description: 'Any one of them is enough.',
    }),
  },
  closed,
)
export type GuidanceCondition = Static<typeof GuidanceCondition>

const inLanguages = Object.fromEntries(
  LANGUAGES.map((language) => [language, Type.Optional(text(GUIDANCE_MAX.text, 'The same in this language.'))]),
) as Record<Language, ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>>

/** What customers read. */
export const GuidanceText = Type.Object(
  {
    text: text(GUIDANCE_MAX.text, 'In the guidance’s language. {{name}} is the answer to the question of that name.'),
    translations: Type.Optional(Type.Object(inLanguages, closed)),
  },
  closed,
)
export type GuidanceText = Static<typeof GuidanceText>

const ANSWER_TYPES = ['text', 'number', 'date', 'email', 'order_number'] as const
export type AnswerType = (typeof ANSWER_TYPES)[number]

export const GuidanceQuestion = Type.Object(
  {
    name: Type.String({
      pattern: `^[a-z][a-z0-9_]{0,${GUIDANCE_MAX.questionName - 1}}$`,
      examples: ['order'],
      description: 'Under which the answer is kept: lower-case letters, digits and _.',
    }),
    type: choice(ANSWER_TYPES, 'What the answer has to be.'),
    text: GuidanceText,
  },
  closed,
)
export type GuidanceQuestion = Static<typeof GuidanceQuestion>

const GUIDANCE_STEPS = ['say', 'article', 'answer', 'action', 'tag', 'hand_off'] as const

export const GuidanceStep = Type.Object(
  {
    do: choice(
      GUIDANCE_STEPS,
      'Says a text; gives an article; answers as usual, a model with an instruction in mind; runs an own action of the store; tags the conversation; hands off.',
    ),
    text: Type.Optional(GuidanceText),
    articleId: Type.Optional(Type.String({ maxLength: ID_MAX })),
    instruction: Type.Optional(text(GUIDANCE_MAX.instruction, 'For a model; offline answers do not use it.')),
    actionId: Type.Optional(Type.String({ maxLength: ID_MAX })),
    values: Type.Optional(
      Type.Record(Type.String({ maxLength: ID_MAX }), text(GUIDANCE_MAX.answer, 'A text; {{name}} is an answer.'), {
        maxProperties: GUIDANCE_MAX.values,
        description: 'Of an action: what its parameters get, by their names.',
      }),
    ),
    tags: Type.Optional(Type.Array(text(TAG_MAX, 'A tag.'), { maxItems: GUIDANCE_MAX.tags })),
  },
  closed,
)
export type GuidanceStep = Static<typeof GuidanceStep>

const GuidanceHandOff = Type.Object(
  {
    words: Type.Array(text(GUIDANCE_MAX.value, 'A word or words.'), {
      maxItems: GUIDANCE_MAX.words,
      description: 'A message in this situation that has one of them is handed off.',
    }),
    instruction: text(GUIDANCE_MAX.instruction, 'When a model is to hand off; may be empty.'),
    teamId: Type.Union([Type.String({ maxLength: ID_MAX }), Type.Null()], {
      description: 'The team that gets the conversation; null: as every handoff.',
    }),
    note: text(GUIDANCE_MAX.note, 'For the team; may be empty.'),
  },
  { ...closed, description: 'When it hands off, and to whom: also for the step hand_off and unanswered questions.' },
)

export const GuidanceDraft = Type.Object(
  {
    name: text(GUIDANCE_MAX.name, 'The situation in a few words.'),
    isOn: Type.Boolean(),
    language: choice(LANGUAGES, 'Language of texts without a translation into the customer’s.'),
    phrases: Type.Array(text(GUIDANCE_MAX.phrase, 'How a customer says it.'), { maxItems: GUIDANCE_MAX.phrases }),
    intents: Type.Array(choice(INTENTS, 'What a message is understood as.'), {
      maxItems: INTENTS.length,
      description: 'A phrase or an intent is enough; without any, every message is this situation.',
    }),
    match: choice(['all', 'any'], 'How many of the conditions have to hold; without any they do.'),
    conditions: Type.Array(GuidanceCondition, { maxItems: GUIDANCE_MAX.conditions }),
    questions: Type.Array(GuidanceQuestion, {
      maxItems: GUIDANCE_MAX.questions,
      description: 'Asked one at a time before the steps, each at most twice.',
    }),
    steps: Type.Array(GuidanceStep, { minItems: 1, maxItems: GUIDANCE_MAX.steps }),
    handOff: GuidanceHandOff,
  },
  closed,
)
export type GuidanceDraft = Static<typeof GuidanceDraft>

/** Guidance as it is followed. */
export type ActiveGuidance = GuidanceDraft & { id: string }
