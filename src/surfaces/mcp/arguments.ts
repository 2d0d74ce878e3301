import type { Static, TSchema } from 'typebox'
import type { Compile } from 'typebox/compile'
import { describeValidationError, type SchemaError } from '#base/describe-validation-error.ts'
import { loadLater } from '#base/load-later.ts'
import { findUnstorable } from '#base/text.ts'
import { invalidParams } from '#core/errors.ts'

const typebox = loadLater<typeof import('typebox/compile')>('typebox/compile')

type Fields = Record<string, unknown>

/** Nesting of arguments that is looked into; deeper data is refused, since it could not be stored. */
const DEPTH_MAX = 32

/**
 * The check of a tool's arguments by its schema, compiled. Returns them, typed; throws INVALID_PARAMS naming the first
 * mistake. Many models fill in every argument: `null` where one may be left out is taken as left out.
 */
export function compileCheck<Input extends TSchema>(schema: Input): (args: Fields) => Static<Input> {
  const { required } = schema as JsonSchema
  let compiled: ReturnType<typeof Compile<Input>> | undefined // when the tool is first called
  return (given) => {
    compiled ??= typebox().Compile(schema)
    const validator = compiled
    // The commonest mistake comes first: TypeBox takes 14 µs to look for all there are.
    const missing = required?.find((name) => given[name] === undefined)
    if (missing) throw invalidParams(`${missing} is required.`)
    if (isDeeperThan(given, DEPTH_MAX)) throw invalidParams(`arguments are nested more than ${DEPTH_MAX} deep.`)
    const place = findUnstorable(given, 'arguments')
    if (place) throw invalidParams(`${place.slice(0, 100)} contains a NUL character or an unpaired surrogate.`)
    if (validator.Check(given)) return given
    const args: unknown = withoutNulls(schema, given)
    if (validator.Check(args)) return args
    throw invalidParams(describe(validator.Errors(args), args, schema))
  }
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
}

function withoutNulls(schema: JsonSchema, value: unknown): unknown {
  const { properties, required = [], items } = schema
  if (Array.isArray(value)) return items ? value.map((item) => withoutNulls(items, item)) : value
  if (value === null || typeof value !== 'object' || !properties) return value
  const given = Object.entries(value).map(([key, inner]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    const isLeftOut = inner === null && known && !required.includes(key)
    return isLeftOut ? [] : [[key, known ? withoutNulls(known, inner) : inner] as const]
  })
  return Object.fromEntries(given.flat())
}

/** One sentence: where the mistake is, and what would be right. */
function describe(mistakes: readonly SchemaError[], args: unknown, schema: TSchema): string {
  const [first] = mistakes
  if (first?.keyword === 'boolean') {
    const path = first.instancePath.slice(1).replaceAll('/', '.')
    return `${path.slice(0, 100)} is not an argument of this tool.`
  }
  return `${describeValidationError({ mistakes, value: args, schema, whole: 'arguments' })}.`
}

/** Level by level, so that no depth can exhaust the stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value]
  for (let i = 0; i <= depth && level.length > 0; i++) {
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.values(item) : []))
  }
  return level.some((item) => item !== null && typeof item === 'object')
}
