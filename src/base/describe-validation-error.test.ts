import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { describeValidationError } from './describe-validation-error.ts'

// That every keyword of the service's own schemas has words is tested in src/schemas.test.ts.

const Name = Type.String({ minLength: 2, maxLength: 4 })
const schema = Type.Object(
  {
    name: Type.Optional(Name),
    nick: Type.Optional(Type.Union([Name, Type.Null()])),
    size: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 9 }), Type.String(), Type.Null()])),
    plan: Type.Optional(Type.Enum(['', 'free', 'pro'])),
    sent: Type.Optional(Type.Boolean()),
    kind: Type.Optional(Type.Literal('a')),
    colour: Type.Optional(Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#112233'] })),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    lines: Type.Optional(Type.Array(Type.Object({ id: Type.String() }), { minItems: 1, maxItems: 2 })),
    group: Type.Optional(Type.Object({ on: Type.Boolean() }, { additionalProperties: false })),
    texts: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { additionalProperties: false },
)

const CASES: [value: unknown, sentence: string][] = [
  [7, 'settings must be an object (not 7)'],
  [{ sent: 'yes' }, 'settings.sent must be true or false (not "yes")'],
  [{ sent: null }, 'settings.sent must be true or false (not null)'],
  [{ sent: [1] }, 'settings.sent must be true or false (not an array)'],
  [{ name: {} }, 'settings.name must be a string (not an object)'],
  [{ name: '' }, 'settings.name must not be empty'],
  [{ name: 'x' }, 'settings.name has 1 characters; at least 2 are needed'],
  [{ name: '🎈🎈🎈🎈🎈' }, 'settings.name has 5 characters; at most 4 are allowed'],
  [{ nick: 7 }, 'settings.nick must be a string or null (not 7)'],
  [{ nick: '12345' }, 'settings.nick has 5 characters; at most 4 are allowed'],
  [{ size: true }, 'settings.size must be a whole number or a string or null (not true)'],
  [{ plan: 'gold' }, 'settings.plan must be one of: "", free, pro (not "gold")'],
  [{ plan: 'x'.repeat(100) }, `settings.plan must be one of: "", free, pro (not "${'x'.repeat(60)}…")`],
  [{ kind: 'b' }, 'settings.kind must be "a" (not "b")'],
  [{ colour: 'red' }, 'settings.colour must be of the form ^#[0-9a-f]{6}$, such as "#112233" (not "red")'],
  [{ at: '7' }, 'settings.at must be a moment in ISO 8601, such as 2026-01-31T09:30:00.000Z (not "7")'],
  [{ lines: [] }, 'settings.lines must not be empty'],
  [{ lines: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }, 'settings.lines has 3 items; at most 2 are allowed'],
  [{ lines: [{ id: 'a' }, {}] }, 'settings.lines[1].id is required'],
  [{ lines: [{ id: 7 }] }, 'settings.lines[0].id must be a string (not 7)'],
  [{ group: { on: true, off: 1 } }, 'settings.group.off is unknown; allowed: on'],
  [{ texts: { 'a/b~c': 7 } }, 'settings.texts.a/b~c must be a string (not 7)'],
  [{ nope: 1, name: 'abc' }, `settings.nope is unknown; allowed: ${Object.keys(schema.properties).join(', ')}`],
]

for (const [value, sentence] of CASES) {
  test(sentence, () => {
    const mistakes = Value.Errors(schema as TSchema, value)
    const refused = { mistakes, value, schema, root: 'settings', whole: 'settings' }
    assert.equal(describeValidationError(refused), sentence)
  })
}
