import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSchema, type GraphQLOutputType, isEnumType, isListType, isNonNullType, isObjectType } from 'graphql'
import { createLogger } from '#base/logger.ts'
import { readConfig } from '#config'
import { createService } from '../src/service.ts'

// npm run generate -w parley-client — writes what of packages/client is made: its types of REST and webhooks, of the
// service's own OpenAPI document, and those of GraphQL's contacts. contract/client/client.test.ts says when they are stale.

const GENERATED = fileURLToPath(new URL('../packages/client/src/generated/', import.meta.url))
const SCHEMA = new URL('../src/surfaces/graphql/schema.graphql', import.meta.url)
const NOTE = '// Made by `npm run generate -w parley-client`; not changed by hand.\n\n'

/** The files, by name, as they should be for this OpenAPI document. */
export async function generateClient(document: object): Promise<Record<string, string>> {
  const { generateTypes } = await import('../packages/client/generate-types.ts')
  return { 'openapi.ts': NOTE + (await generateTypes(document)), 'graphql.ts': NOTE + contactTypes() }
}

/** The type Customer of the GraphQL schema, as TypeScript has it. */
function contactTypes(): string {
  const type = buildSchema(readFileSync(SCHEMA, 'utf8')).getType('Customer')
  if (!isObjectType(type)) throw new Error(`${SCHEMA.pathname} has no type Customer`)
  const fields = Object.values(type.getFields())
  const lines = fields.map(({ name, description, type }) => {
    const about = description ? `  /** ${description} */\n` : ''
    return `${about}  ${name}: ${asTypeScript(type)}\n`
  })
  const names = fields.map(({ name }) => `  '${name}',\n`)
  return `/** ${type.description} */
export interface Contact {\n${lines.join('')}}

/** Every field there is. */
export const CONTACT_FIELDS = [\n${names.join('')}] as const satisfies readonly (keyof Contact)[]\n`
}

function asTypeScript(type: GraphQLOutputType): string {
  if (isNonNullType(type)) return asTypeScript(type.ofType).replace(/ \| null$/, '')
  if (isListType(type)) return `(${asTypeScript(type.ofType)})[] | null`
  // Enums may gain values; `string & {}` lets any in, and editors still offer these.
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name }) => `'${name}'`)
    return `${[...values, '(string & {})'].join(' | ')} | null`
  }
  const scalars: Record<string, string> = { Int: 'number', Float: 'number', Boolean: 'boolean' }
  return `${scalars[String(type)] ?? 'string'} | null`
}

/** The document of the whole service, the operator's API included. */
export async function readDocument(): Promise<object> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-document-'))
  const env = { DATA_DIR: directory, OPERATOR_TOKEN: 'x'.repeat(32), DEMO: '0' }
  const service = await createService(readConfig(env), createLogger('silent'))
  try {
    return (await service.app.inject('/openapi.json')).json()
  } finally {
    await service.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(await generateClient(await readDocument()))) {
    writeFileSync(join(GENERATED, name), text)
    console.log(`${name}: ${text.split('\n').length} lines`)
  }
}
