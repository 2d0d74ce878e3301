import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readDocument } from './generate-client.ts'
import type { OpenApiDocument } from './generate-python.ts'

// node scripts/generate-n8n.ts: writes the operations of packages/n8n-nodes-parley from the service's own OpenAPI document.
// contract/client/n8n.test.ts says when they are stale.

const FILE = fileURLToPath(new URL('../packages/n8n-nodes-parley/nodes/operations.json', import.meta.url))

type Operation = OpenApiDocument['paths'][string][string] & { tags?: string[]; description?: string }
type Schema = OpenApiDocument['components']['schemas'][string] & { description?: string }
interface Field {
  name: string
  in: 'path' | 'query' | 'header' | 'body'
  required: boolean
  /** What n8n shows: a text, a switch, a number, a choice, or JSON. */
  type: 'string' | 'boolean' | 'number' | 'options' | 'json'
  options?: string[]
  description?: string
}

/** The REST API's operations, as the node reads them, as they should be for this document. */
export function generateN8n(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/chat/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => operationOf(document, path, method, one)),
    )
  return `${JSON.stringify(operations, null, 2)}\n`
}

function operationOf(document: OpenApiDocument, path: string, method: string, operation: Operation) {
  const { operationId: id, summary, tags = [], parameters = [], requestBody } = operation
  const given = parameters.map((one) =>
    '$ref' in one ? document.components.parameters?.[one.$ref.split('/').at(-1) ?? ''] : one,
  )
  const body = resolved(document, requestBody?.content['application/json']?.schema)
  const fields: Field[] = [
    ...given.flatMap((one) => {
      if (!one) return []
      const { name, required = false, schema } = one
      return [fieldOf(name, one.in as Field['in'], required || one.in === 'path', resolved(document, schema))]
    }),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) =>
      fieldOf(name, 'body', body.required?.includes(name) ?? false, resolved(document, schema)),
    ),
  ]
  const isPaged = fields.some((field) => field.in === 'query' && field.name === 'cursor')
  return { id, resource: tags[0] ?? 'Other', summary, method: method.toUpperCase(), path, isPaged, fields }
}

function resolved(document: OpenApiDocument, schema: Schema = {}): Schema {
  if (!schema.$ref) return schema
  return resolved(document, document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])
}

function fieldOf(name: string, place: Field['in'], required: boolean, { type, description, ...schema }: Schema): Field {
  const types = [type ?? []].flat().filter((one) => one !== 'null')
  const values = schema.enum?.filter((value) => typeof value === 'string') as string[] | undefined
  const simple = { string: 'string', boolean: 'boolean', integer: 'number', number: 'number' } as const
  const known = types.length === 1 ? simple[types[0] as keyof typeof simple] : undefined
  const shown =
    values && values.length > 0 ? { type: 'options' as const, options: values } : { type: known ?? ('json' as const) }
  return { name, in: place, required, ...shown, ...(description && { description }) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(FILE, generateN8n((await readDocument()) as OpenApiDocument))
}
