import { nullPrototypeRecord } from './null-prototype-record.ts'
import { CONTENT, codePoints, firstCodePoints } from './text.ts'

/** What a validator tells of a value that a schema refuses. Ajv and TypeBox tell the same, but for the last three. */
export interface SchemaError {
  keyword: string
  /** JSON pointers: to the value, and to the part of the schema that refuses it. */
  instancePath: string
  schemaPath: string
  params: object
  message?: string
  propertyName?: string
  parentSchema?: unknown
  data?: unknown
}

export interface InvalidInput {
  /** As the validator lists them; the first one counts. */
  mistakes: readonly SchemaError[]
  /** What was judged, and by which schema: where the validator's mistakes do not hold both. */
  value?: unknown
  schema?: unknown
  /** What stands before each place: `settings` of `settings.ai.name`. */
  root?: string
  /** The whole value in a sentence: `The body`. */
  whole: string
}

interface Params {
  type?: string | string[]
  limit?: number
  allowedValue?: unknown
  allowedValues?: unknown[]
  missingProperty?: string
  requiredProperties?: string[]
  additionalProperties?: string[]
  pattern?: string
  format?: string
}

const TYPES: Record<string, string> = nullPrototypeRecord({
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'an array',
  object: 'an object',
})
const FORMATS: Record<string, string> = nullPrototypeRecord({
  'date-time': 'a moment in ISO 8601, such as 2026-01-31T09:30:00.000Z',
  uri: 'an address, such as https://shop.example/a',
  email: 'an email address',
})
const SHOWN_MAX = 60

/** One sentence, without its full stop, on what a schema refused: the key, the value, and what would be right. */
export function describeValidationError(refused: InvalidInput): string {
  const { mistakes, root = '', whole } = refused
  const { mistake, orNull } = choose(mistakes)
  if (!mistake) return `${whole} is not valid`
  const { keyword, instancePath, propertyName } = mistake
  const params: Params = mistake.params
  const inside = (key: string) => placeOf(`${instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, root)
  const place = instancePath === '' ? root || whole : placeOf(instancePath, root)

  const unknown = propertyName ?? (keyword === 'additionalProperties' ? params.additionalProperties?.[0] : undefined)
  if (unknown !== undefined) {
    const allowed = params.allowedValues ?? Object.keys(schemaOf(mistake, refused)?.properties ?? {})
    return `${inside(unknown)} is unknown; allowed: ${allowed.join(', ')}`
  }
  if (keyword === 'required')
    return `${inside(params.missingProperty ?? params.requiredProperties?.[0] ?? '')} is required`

  const value = 'data' in mistake ? mistake.data : lookUp(refused.value, instancePath)
  const length = typeof value === 'string' ? codePoints(value) : Array.isArray(value) ? value.length : 0
  if (keyword === 'pattern' && params.pattern === CONTENT) return `${place} must not be empty`
  const [example] = schemaOf(mistake, refused)?.examples ?? []
  switch (keyword) {
    case 'maxLength':
      return `${place} has ${length} characters; at most ${params.limit} are allowed`
    case 'maxItems':
      return `${place} has ${length} items; at most ${params.limit} are allowed`
    case 'maxProperties':
      return `${place} has ${Object.keys(Object(value)).length} entries; at most ${params.limit} are allowed`
    case 'uniqueItems':
      return `${place} must not hold the same item twice`
    case 'minLength':
    case 'minItems':
      if (length === 0) return `${place} must not be empty`
      return `${place} has ${length} ${keyword === 'minItems' ? 'items' : 'characters'}; at least ${params.limit} are needed`
  }
  return `${place} must be ${expected(keyword, params, example)}${orNull ? ' or null' : ''} (not ${show(value)})`
}

function expected(keyword: string, params: Params, example: unknown): string {
  switch (keyword) {
    case 'type':
      return [params.type ?? []]
        .flat()
        .map((type) => TYPES[type] ?? type)
        .join(' or ')
    case 'enum':
      return `one of: ${params.allowedValues?.map((one) => (one === '' ? '""' : String(one))).join(', ')}`
    case 'const':
      return show(params.allowedValue)
    case 'minimum':
      return `${params.limit} or more`
    case 'maximum':
      return `${params.limit} or less`
    case 'pattern':
      return `of the form ${params.pattern}, such as ${show(example)}`
    case 'format':
      return FORMATS[params.format ?? ''] ?? `a valid ${params.format}`
    default:
      throw new Error(`no words for the schema keyword ${keyword}`)
  }
}

/**
 * The mistake to tell of. Where a value may be one of several things (`anyOf`), that is what is wrong with the one which
 * it looks like; where it looks like none, all their types are joined.
 */
function choose(mistakes: readonly SchemaError[]): { mistake: SchemaError | undefined; orNull: boolean } {
  const [first] = mistakes
  if (first?.keyword === 'boolean') {
    return { mistake: mistakes.find(({ keyword }) => keyword === 'additionalProperties') ?? first, orNull: false }
  }
  const union = first?.schemaPath.includes('/anyOf/') && mistakes.find(({ keyword }) => keyword === 'anyOf')
  if (!first || !union) return { mistake: first, orNull: false }
  const ofUnion = mistakes.slice(0, mistakes.indexOf(union))
  const isType = ({ keyword, instancePath }: SchemaError) => keyword === 'type' && instancePath === union.instancePath
  const types = ofUnion.filter(isType).flatMap(({ params }) => (params as Params).type ?? [])
  const own = ofUnion.find((mistake) => !isType(mistake))
  if (own) return { mistake: own, orNull: types.includes('null') && own.instancePath === union.instancePath }
  return { mistake: { ...first, params: { type: types } }, orNull: false }
}

/** `/messages/0/text` as `messages[0].text`. */
function placeOf(pointer: string, root: string): string {
  const keys = keysOf(pointer).map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${firstCodePoints(key, SHOWN_MAX)}`))
  const path = `${root}${keys.join('')}`
  return path.startsWith('.') ? path.slice(1) : path
}

const keysOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

const lookUp = (value: unknown, pointer: string): unknown =>
  keysOf(pointer).reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)

/** The schema of the value, or the one around it where a mistake is about its keys. */
const schemaOf = ({ parentSchema, schemaPath }: SchemaError, { schema }: InvalidInput) =>
  (parentSchema ?? lookUp(schema, schemaPath.slice(1))) as { properties?: object; examples?: unknown[] } | undefined

function show(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (value !== null && typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return String(value)
  const shown = firstCodePoints(value, SHOWN_MAX)
  return JSON.stringify(shown.length < value.length ? `${shown}…` : shown)
}
