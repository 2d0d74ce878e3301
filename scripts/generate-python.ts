import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readDocument } from './generate-client.ts'

// node scripts/generate-python.ts: writes the operations and types of packages/python from the service's own OpenAPI
// document. contract/client/python.test.ts says when they are stale.

const FILE = fileURLToPath(new URL('../packages/python/parley_client/_operations.py', import.meta.url))

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}
type Content = Record<string, { schema: Schema }>
interface Operation {
  operationId: string
  summary: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

const HEAD = `"""Made by scripts/generate-python.ts from the service's OpenAPI document; not changed by hand."""

# fmt: off
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import quote


def _path(value: str) -> str:
    """A part of a path. One that is empty, "." or ".." is in no address."""
    if value in ("", ".", ".."):
        raise ValueError(f"{value!r} cannot be part of a path")
    return quote(value, safe="")
`

/** The module, as it should be for this document. */
export function generatePython(document: OpenApiDocument): string {
  const classes = new Map<string, string>()
  for (const [name, schema] of Object.entries(document.components.schemas)) typeOf(schema, name, classes)
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => methodOf(path, method, operation, document, classes)),
  )
  const operations = `class Operations:
    """A method for each operation of the API; \`request\` is the client's."""

    def request(self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None, idempotency_key: str | None = None) -> Any:
        raise NotImplementedError
`
  return `${[HEAD, ...classes.values(), operations].join('\n\n')}\n${methods.join('\n')}`
}

function methodOf(
  path: string,
  method: string,
  operation: Operation,
  document: OpenApiDocument,
  classes: Map<string, string>,
): string[] {
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  if (!operationId || !(path.startsWith('/chat/') || path.startsWith('/operator/'))) return []
  const name = capital(operationId)
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {}
  const json = answer['application/json']
  if (!json) return [] // a file
  const body = requestBody?.content
  if (body && !body['application/json'] && !body['application/x-ndjson']) return []
  const named = parameters.map((one) =>
    '$ref' in one ? (document.components.parameters?.[one.$ref.split('/').at(-1) as string] as Parameter) : one,
  )
  const inPath = named.filter((one) => one.in === 'path')
  const inQuery = named.filter((one) => one.in === 'query')
  const bodyType = body?.['application/json']
    ? typeOf(body['application/json'].schema, `${name}Body`, classes)
    : 'bytes'
  const isKeyed = named.some((one) => one.in === 'header' && one.name.toLowerCase() === 'idempotency-key')
  const keywords = [
    ...inQuery.map((one) => {
      const type = typeOf(one.schema, `${name}${capital(one.name)}`, classes)
      return one.required ? `${snake(one.name)}: ${type}` : `${snake(one.name)}: ${type} | None = None`
    }),
    ...(isKeyed ? ['idempotency_key: str | None = None'] : []),
  ]
  const args = [
    'self',
    ...inPath.map((one) => `${snake(one.name)}: str`),
    ...(body ? [`body: ${bodyType}`] : []),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
  ]
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) => `{_path(${snake(key)})}`)
  const query = inQuery.map((one) => `"${one.name}": ${snake(one.name)}`)
  const given = [
    `"${method.toUpperCase()}"`,
    `${url === path ? '' : 'f'}"${url}"`,
    ...(query.length > 0 ? [`query={${query.join(', ')}}`] : []),
    ...(body ? ['body=body'] : []),
    ...(isKeyed ? ['idempotency_key=idempotency_key'] : []),
  ]
  const type = typeOf(json.schema, `${name}Answer`, classes)
  return [
    `    def ${snake(operationId)}(${args.join(', ')}) -> ${type}:
        """${summary}."""
        return self.request(${given.join(', ')})
`,
  ]
}

/** The Python type of a schema; an object becomes a class of the name that is offered. */
function typeOf(schema: Schema, offered: string, classes: Map<string, string>): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string
  if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`
  if (schema.enum) return literalOf(schema.enum)
  const several = schema.anyOf ?? schema.oneOf
  if (several)
    return [...new Set(several.map((one, i) => typeOf(one, i ? `${offered}${i}` : offered, classes)))].join(' | ')
  if (schema.allOf || Array.isArray(schema.type)) {
    if (!Array.isArray(schema.type)) return 'dict[str, Any]'
    return schema.type.map((type) => typeOf({ ...schema, type }, offered, classes)).join(' | ')
  }
  switch (schema.type) {
    case 'string':
      return 'str'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'null':
      return 'None'
    case 'array':
      return `list[${typeOf(schema.items ?? {}, `${offered}Item`, classes)}]`
    case 'object':
      return schema.properties ? classOf(schema, offered, classes) : 'dict[str, Any]'
    default:
      return schema.properties ? classOf(schema, offered, classes) : 'Any'
  }
}

function classOf({ properties = {}, required = [] }: Schema, name: string, classes: Map<string, string>): string {
  if (classes.has(name)) return name
  classes.set(name, '') // its place, before those of its parts
  const fields = Object.entries(properties).map(([key, schema]) => {
    const type = typeOf(schema, `${name}${capital(key)}`, classes)
    return [key, required.includes(key) ? type : `NotRequired[${type}]`] as const
  })
  // Names that are not identifiers, and words of Python's, need this form.
  const isPlain = fields.every(([key]) => /^[a-zA-Z_]\w*$/.test(key) && !RESERVED.includes(key))
  const quoted = fields.map(([key, type]) => `${JSON.stringify(key)}: ${JSON.stringify(type)}`)
  classes.set(
    name,
    fields.length === 0 || !isPlain
      ? `${name} = TypedDict("${name}", {${quoted.join(', ')}})\n`
      : `class ${name}(TypedDict):\n${fields.map(([key, type]) => `    ${key}: ${type}`).join('\n')}\n`,
  )
  return name
}

const RESERVED = [
  'from',
  'to',
  'in',
  'is',
  'class',
  'def',
  'global',
  'import',
  'pass',
  'return',
  'with',
  'not',
  'and',
  'or',
]

const literalOf = (values: unknown[]) =>
  `Literal[${values.map((value) => (value === null ? 'None' : JSON.stringify(value))).join(', ')}]`
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(FILE, generatePython((await readDocument()) as OpenApiDocument))
  console.log(FILE)
}
