import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { codePoints, findUnstorable } from '#base/text.ts'
import { invalidParams, type ParleyError } from '#core/errors.ts'

type Fields = Record<string, unknown>

/** Nesting of arguments that is looked into; deeper data is refused, since it could not be stored. */
const DEPTH_MAX = 32

/**
 * The check of a tool's arguments by its schema, compiled. Returns them, typed, or INVALID_PARAMS naming the first
 * mistake; it is not thrown, for that takes as long as all the rest of it. Many models fill in every argument: `null`
 * where one may be left out is taken as left out.
 */
export function compileCheck<Input extends TSchema>(schema: Input): (args: Fields) => Static<Input> | ParleyError {
  const { required } = schema as JsonSchema
  let compiled: ReturnType<typeof Compile<Input>> | undefined // when the tool is first called
  return (given) => {
    compiled ??= Compile(schema)
    const validator = compiled
    // The commonest mistake is told first: to look for all there are takes as long as everything else about a refusal.
    const missing = required?.find((name) => given[name] === undefined)
    if (missing) return invalidParams(`${missing} is required.`)
    if (isDeeperThan(given, DEPTH_MAX)) return invalidParams(`arguments are nested more than ${DEPTH_MAX} deep.`)
    const place = findUnstorable(given, 'arguments')
    if (place) return invalidParams(`${place.slice(0, 100)} holds a NUL character or half of a surrogate pair.`)
    if (validator.Check(given)) return given
    const args: unknown = withoutNulls(schema, given)
    if (validator.Check(args)) return args
    return invalidParams(describe(validator.Errors(args)[0] as Mistake, args))
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

interface Mistake {
  keyword: string
  instancePath: string
  params: { requiredProperties?: string[]; limit?: number; allowedValues?: string[]; format?: string }
  message: string
}

/** One sentence: where the mistake is, and what would be right. */
function describe({ keyword, instancePath, params, message }: Mistake, args: unknown): string {
  const keys = instancePath.slice(1).split('/')
  const path = keys.join('.').slice(0, 100)
  if (keyword === 'required') return `${[path, params.requiredProperties?.[0]].filter(Boolean).join('.')} is required.`
  if (keyword === 'boolean') return `${path} is not an argument of this tool.`
  if (keyword === 'maxLength') {
    const value = keys.reduce((inner, key) => (inner as Fields)[key], args)
    return `${path} has ${codePoints(value as string)} characters; at most ${params.limit} are allowed.`
  }
  if (keyword === 'minLength') return `${path} must not be empty.`
  if (keyword === 'enum') return `${path} must be one of: ${params.allowedValues?.join(', ')}.`
  return `${path || 'arguments'} ${message}.`
}

/** Level by level, so that no depth can exhaust the stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value]
  for (let i = 0; i <= depth && level.length > 0; i++) {
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.values(item) : []))
  }
  return level.some((item) => item !== null && typeof item === 'object')
}
