import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { AddressBook } from '#channels/address.ts'
import { localPlatform } from '#core/platform/local.ts'
import { DEFAULT_SETTINGS, type Settings } from '#core/settings.ts'
import { type Definition, definitionOf, type Tool } from './tool.ts'
import { createTools } from './tools/tools.ts'

const tools = createTools({
  addresses: new AddressBook({ allow: [], dnsServers: [] }),
  platform: localPlatform('http://localhost'),
})
const definitions: Required<Definition>[] = JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8'))

test('the tools are those of the contract, word for word', () => {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .sort()
              .map(([key, inner]) => [key, sorted(inner)]),
          )
        : value
  const hash = createHash('sha256')
    .update(JSON.stringify(sorted(definitions)))
    .digest('hex')
  assert.equal(hash, '607a9b9a7d449cb5ae81966fe0a1c7dcae06398473ac75f08914f177dacf209c')
})

test('each definition has a tool, each tool a definition and a file of its name', () => {
  const names = tools.map(({ name }) => name)
  assert.deepEqual(names.sort(), definitions.map(({ name }) => name).sort())
  const files = globSync('tools/*.ts', { cwd: new URL('.', import.meta.url) }).filter(
    (file) => file !== 'tools/tools.ts',
  )
  assert.deepEqual(files.sort(), names.map((name) => `tools/${name.replaceAll('_', '-')}.ts`).sort())
  for (const { inputSchema, outputSchema } of definitions) assert.ok(Compile(inputSchema) && Compile(outputSchema))
})

const SWITCHES = [
  'training.products',
  'training.collections',
  'training.discounts',
  'skills.sizeGuide',
  'skills.orderTracking',
  'skills.afterSale',
  'skills.humanHandoff',
]

/** The settings with every switch on but one. */
function without(name: string): Settings {
  const ai: Record<string, Record<string, boolean>> = { training: {}, skills: {} }
  for (const each of SWITCHES) {
    const [group, key] = each.split('.') as [string, string]
    ;(ai[group] as Record<string, boolean>)[key] = each !== name
  }
  return { ...DEFAULT_SETTINGS, ai: { enabled: true, ...ai } } as Settings
}

function switchOf({ isOn }: Tool): string {
  const name = SWITCHES.find((each) => isOn && !isOn(without(each)))
  return name ? `\`ai.${name}\`` : 'always on'
}

test('the table in the docs is the one that follows from the code', () => {
  const rows = createTools({ addresses: null as never, platform: localPlatform('http://localhost') }).map((tool) => {
    const { title, inputSchema, annotations } = definitionOf(tool)
    const { required = [], properties = {} } = inputSchema as { required?: string[]; properties?: object }
    const optional = Object.keys(properties).filter((key) => !required.includes(key))
    const needs = [...required, ...optional.map((key) => `${key}?`)].join(', ') || 'nothing'
    const writes = (annotations as { readOnlyHint?: boolean }).readOnlyHint ? 'reads' : 'writes'
    return `| \`${tool.name}\` | ${title} | ${needs} | ${writes} | ${switchOf(tool)} |`
  })
  const table = ['| tool | what it does | arguments | | switch |', '|---|---|---|---|---|', ...rows].join('\n')
  const page = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8')
  assert.ok(page.includes(table), `docs/mcp.md should hold this table:\n${table}`)
})
