import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describeValidationError } from '#base/describe-validation-error.ts'
import { createLogger } from '#base/logger.ts'
import { CONTENT } from '#base/text.ts'
import { readConfig } from '#config'
import { KINDS } from '#core/import/import.ts'
import { Settings } from '#core/stores/settings.ts'
import { WIDGET_KEYS } from '#core/stores/widget.ts'
import { AJV_OPTIONS } from '#surfaces/http/validation/closed-bodies.ts'
import { compilersFactory } from '#surfaces/http/validation/compilers.ts'
import { describeInvalid } from '#surfaces/http/validation/describe.ts'
import { TOOLS } from '#surfaces/mcp/tools/tools.ts'
import { createService } from './service.ts'

// Whatever one of the service's own schemas refuses, the message names the key, the value and what is allowed: each
// keyword of each schema is broken once, by the validator that judges it.

const directory = await mkdtemp(join(tmpdir(), 'parley-schemas-'))
const env = { DATA_DIR: directory, PORT: '3998', DEMO: '1', OPERATOR_TOKEN: 'operator-token-for-tests-0123456789' }
const service = await createService(readConfig(env), createLogger('silent'))
after(async () => {
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})
await service.app.ready()

const kindSchemas = Object.entries(KINDS).map(([name, { schema }]): [string, TSchema] => [name, schema])

interface Node {
  [keyword: string]: unknown
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  required?: string[]
  enum?: unknown[]
}

/** Values that break a keyword, and what the message has to hold. `value` is any that fits the schema otherwise. */
const BREAK: Record<string, (node: Node) => { value: unknown; holds: string[] }[]> = {
  type: ({ type }) =>
    [7.5, 'text', true, {}, []]
      .filter((value) => ![type].flat().includes(typeof value) && !(type === 'array' && Array.isArray(value)))
      .filter((value) => !(type === 'object' && typeof value === 'object'))
      .map((value) => ({ value, holds: typeof value === 'object' ? ['not an'] : [String(value)] })),
  enum: (node) => [{ value: 'nonsense', holds: ['"nonsense"', ...(node.enum as string[]).filter(Boolean)] }],
  const: ({ const: only }) => [{ value: 'nonsense', holds: [String(only)] }],
  minLength: () => [{ value: '', holds: ['empty'] }],
  maxLength: ({ maxLength }) => [
    { value: 'x'.repeat(Number(maxLength) + 1), holds: [String(maxLength), String(Number(maxLength) + 1)] },
  ],
  minItems: () => [{ value: [], holds: ['empty'] }],
  maxItems: ({ maxItems, items }) => [
    { value: Array(Number(maxItems) + 1).fill(sample(items)), holds: [String(maxItems), String(Number(maxItems) + 1)] },
  ],
  maxProperties: ({ maxProperties }) => {
    const count = Number(maxProperties) + 1
    const value = Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 'x']))
    return [{ value, holds: [String(maxProperties), String(count)] }]
  },
  uniqueItems: ({ items }) => [{ value: [sample(items), sample(items)], holds: ['twice'] }],
  minimum: ({ minimum }) => [{ value: Number(minimum) - 1, holds: [String(minimum), String(Number(minimum) - 1)] }],
  maximum: ({ maximum }) => [{ value: Number(maximum) + 1, holds: [String(maximum), String(Number(maximum) + 1)] }],
  pattern: ({ pattern, examples }) => {
    if (pattern === CONTENT) return [{ value: ' ', holds: ['empty'] }]
    const [example] = (examples ?? []) as string[]
    assert.match(String(example), new RegExp(String(pattern)), `${pattern} has an example, which fits it`)
    return [{ value: '!', holds: [String(pattern), `such as ${JSON.stringify(example)}`, '"!"'] }]
  },
  format: () => [{ value: '!', holds: ['"!"'] }],
  required: (node) => (node.required ?? []).map((name) => ({ value: without(node, name), holds: [name, 'required'] })),
  additionalProperties: (node) =>
    node.additionalProperties === false
      ? [{ value: { ...(sample(node) as object), nope: 1 }, holds: ['nope', ...Object.keys(node.properties ?? {})] }]
      : [],
}
const SILENT = ['properties', 'patternProperties', 'items', 'anyOf', 'description', 'title', 'examples', 'default']

const RAW = /schema is false|allowed values|constant|must NOT|must match|must not have|undefined|\[object/

function sample(node: Node | undefined): unknown {
  if (!node) return 'x'
  if (node.anyOf) return sample(node.anyOf[0])
  if (node.enum) return node.enum[0]
  if (node.const !== undefined) return node.const
  if (node.type === 'object') {
    const { required = [], properties = {} } = node
    return Object.fromEntries(required.map((name) => [name, sample(properties[name])]))
  }
  if (node.type === 'array') return Array(Number(node.minItems ?? 0)).fill(sample(node.items))
  if (node.type === 'boolean') return true
  if (node.type === 'integer' || node.type === 'number') return node.minimum ?? 1
  return (node.examples as unknown[] | undefined)?.[0] ?? 'x'
}

function without(node: Node, name: string): object {
  const { [name]: _, ...rest } = sample(node) as Record<string, unknown>
  return rest
}

/** The schema and all that it is made of. */
function nodesOf(schema: Node): Node[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ]
  return [schema, ...inner.flatMap(nodesOf)]
}

type Judge = (schema: Node, value: unknown) => string | null

const byTypeBox: Judge = (schema, value) => {
  const mistakes = Value.Errors(schema as TSchema, value)
  return mistakes.length > 0 ? describeValidationError({ mistakes, value, schema, whole: 'data' }) : null
}

const compile = (compilersFactory.buildValidator as unknown as (...args: unknown[]) => (route: object) => Validate)(
  {},
  { customOptions: AJV_OPTIONS },
)
type Validate = ((value: unknown) => boolean) & { errors?: never[] }
const byRoute: Judge = (schema, value) => {
  const validate = compile({ schema, httpPart: 'body', method: 'POST', url: '/' })
  return validate(structuredClone(value)) ? null : describeInvalid(validate.errors ?? [], 'body').message
}

const broken = new Set<string>()

/** Breaks each keyword of a schema that was not broken yet, in an object's field and in one that may be null. Returns the number of errors. */
function breakAll(schema: Node, judge: Judge): number {
  let told = 0
  for (const node of nodesOf(schema)) {
    const name = `${judge.name} ${JSON.stringify(node)}`
    if (broken.has(name)) continue
    broken.add(name)
    for (const keyword of Object.keys(node)) {
      if (SILENT.includes(keyword) || keyword === 'hide') continue
      const breaks = BREAK[keyword]
      assert.ok(breaks, `no test for the schema keyword ${keyword}`)
      for (const { value, holds } of breaks(node)) {
        for (const field of [node, { anyOf: [node, { type: 'null' }] }]) {
          const message = judge({ type: 'object', properties: { field } }, { field: value })
          if (message === null) continue // an integer takes 7.0, an open pattern takes "!"
          const context = `${keyword} of ${JSON.stringify(node).slice(0, 200)}: ${message}`
          assert.doesNotMatch(message, RAW, context)
          assert.ok(message.startsWith('field'), context)
          for (const part of holds) assert.ok(message.includes(part), `${context} lacks ${part}`)
          told++
        }
      }
    }
  }
  return told
}

test('every refusal by a route’s schema names the key, the value and what is allowed', () => {
  let told = 0
  for (const { schema } of service.app.allRoutes) {
    for (const part of [schema?.body, schema?.querystring, schema?.params]) {
      if (part) told += breakAll(part as Node, byRoute)
    }
  }
  assert.ok(told > 300, String(told))
})

/** Names by which records are found: an invalid id is simply not found (spec C5.6 keeps any of its own). */
const IDS = [
  ...[
    'id',
    'firestoreId',
    'sessionId',
    'customerUuid',
    'memberId',
    'assigneeId',
    'teamId',
    'productId',
    'key',
    'popular',
    'collections',
  ],
  ...['team', 'segment', 'trackingNumber', 'timeZone'],
]

/** Texts inside a schema that must not be empty, but those of IDS, with where they stand. */
function textsOf(schema: Node, place: string): { node: Node; place: string }[] {
  const name = place.replaceAll('[]', '').split('.').at(-1) as string
  const isText = schema.type === 'string' && Number(schema.minLength) > 0 && !IDS.includes(name)
  const inner = Object.entries({ ...schema.properties, ...schema.patternProperties })
  return [
    ...(isText ? [{ node: schema, place }] : []),
    ...inner.flatMap(([key, one]) => textsOf(one, `${place}.${key}`)),
    ...(schema.items ? textsOf(schema.items, `${place}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((one) => textsOf(one, place)),
  ]
}

test('spec C9.2: no text that must not be empty may be nothing but white space, and the message says so', () => {
  const bodies = service.app.allRoutes.flatMap(({ method, url, schema }) =>
    schema?.body ? textsOf(schema.body as Node, `${method} ${url}`) : [],
  )
  const others: [string, TSchema][] = [['settings', Settings], ...Object.entries(WIDGET_KEYS), ...kindSchemas]
  const texts = others.flatMap(([name, schema]) => textsOf(schema as Node, name))
  for (const { node, place } of [...bodies, ...texts]) {
    // A form of its own leaves out white space as well.
    const told = node.pattern === CONTENT ? /^field must not be empty\.?$/ : /^field must (not be empty|be of the form)/
    for (const judge of [byRoute, byTypeBox]) {
      const tell = (field: Node, value: string) => judge({ type: 'object', properties: { field } }, { field: value })
      for (const blank of ['', ' ', '\t\r\n', '\u00a0\u3000\ufeff']) {
        for (const field of [node, { anyOf: [node, { type: 'null' }] }]) {
          assert.match(String(tell(field, blank)), told, `${place} takes ${JSON.stringify(blank)}`)
        }
      }
      if (node.pattern === CONTENT) assert.equal(tell(node, ' x '), null, place)
    }
  }
  assert.ok(bodies.length >= 4 && texts.length >= 25, `${bodies.length} and ${texts.length}`)
})

test('every schema of every route can be compiled, which the service does when one is first needed', () => {
  const serializers = (SerializerSelector() as (...options: unknown[]) => (route: object) => unknown)({}, {})
  let compiled = 0
  for (const { schema = {}, method, url } of service.app.allRoutes) {
    for (const httpPart of ['body', 'querystring', 'params', 'headers'] as const) {
      if (schema[httpPart]) compile({ schema: schema[httpPart] as object, httpPart, method: String(method), url })({})
    }
    for (const [httpStatus, one] of Object.entries((schema.response ?? {}) as Record<string, object>)) {
      serializers({ schema: one, method, url, httpStatus })
      compiled++
    }
  }
  assert.ok(compiled > 200, String(compiled))
})

test('the same of settings, of the widget’s too, of every kind of import line, and of the tools’ arguments', () => {
  const tools = TOOLS.map(({ definition }) => definition.inputSchema)
  const schemas = [Settings, ...Object.values(WIDGET_KEYS), ...kindSchemas.map(([, schema]) => schema), ...tools]
  const told = schemas.map((schema) => breakAll(schema as Node, byTypeBox)).reduce((sum, count) => sum + count)
  assert.ok(told > 200, String(told))
})
