import { type Static, Type } from 'typebox'
import { describeValidationError } from '#base/describe-validation-error.ts'
import { loadLater } from '#base/load-later.ts'
import { findUnstorable } from '#base/text.ts'

const typebox = loadLater<typeof import('typebox/value')>('typebox/value')

/** Seconds for which an answer is kept: what it may ask for, and what it has where it asks for nothing. */
const TTL = { maximum: 86_400, default: 60 }
const short = Type.String({ minLength: 1, maxLength: 200 })
const is = <T extends string>(type: T) => Type.Literal(type)

const Block = Type.Union([
  Type.Object({ type: is('text'), text: Type.String({ minLength: 1, maxLength: 1_000 }) }),
  Type.Object({ type: is('row'), label: short, value: short }),
  Type.Object({ type: is('link'), label: short, url: Type.String({ maxLength: 2_000, pattern: '^https?://' }) }),
  Type.Object({
    type: is('badge'),
    label: short,
    tone: Type.Optional(Type.Union([is('neutral'), is('good'), is('warning'), is('bad')])),
  }),
])

const CardAnswer = Type.Object({
  ttl: Type.Optional(Type.Integer({ minimum: 0, maximum: TTL.maximum })),
  blocks: Type.Array(Block, { maxItems: 20 }),
})

/** Part of a card: a text, a label with its value, a link or a badge. */
export type CardBlock = Static<typeof Block>

/** What an address said, as members see it; a sentence that says what is wrong with it. */
export function readCardAnswer(text: string): { blocks: CardBlock[]; ttlMs: number } | { mistake: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { mistake: 'The answer is not JSON.' }
  }
  if (findUnstorable(value, 'answer'))
    return { mistake: 'The answer contains a NUL character or an unpaired surrogate.' }
  const { Value } = typebox()
  if (!Value.Check(CardAnswer, value)) {
    const mistakes = Value.Errors(CardAnswer, value)
    return { mistake: `${describeValidationError({ mistakes, value, schema: CardAnswer, whole: 'The answer' })}.` }
  }
  const { ttl = TTL.default, blocks } = Value.Clean(CardAnswer, value) as Static<typeof CardAnswer>
  return { blocks, ttlMs: ttl * 1_000 }
}
