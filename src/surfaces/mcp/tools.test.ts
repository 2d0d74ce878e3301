import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Caller } from '#core/caller.ts'
import { notFound, ParleyError } from '#core/errors.ts'
import { DEFAULT_SETTINGS, type Settings } from '#core/stores/settings.ts'
import { defineTool, type Tool, type ToolParts } from './tool.ts'
import { TOOLS } from './tools/tools.ts'

test('what the files of the tools make is the contract’s list, word for word', () => {
  const contract = readFileSync(new URL('../../../contract/mcp-tools.json', import.meta.url), 'utf8')
  assert.deepEqual(JSON.parse(JSON.stringify(TOOLS.map(({ definition }) => definition))), JSON.parse(contract))
})

test('each tool has a file of its name, and schemas that compile', () => {
  const names = TOOLS.map(({ definition }) => definition.name)
  const files = globSync('tools/*.ts', { cwd: new URL('.', import.meta.url) }).filter(
    (file) => file !== 'tools/tools.ts',
  )
  assert.deepEqual(files.sort(), names.map((name) => `tools/${name.replaceAll('_', '-')}.ts`).sort())
  for (const { definition } of TOOLS) {
    assert.ok(Compile(definition.inputSchema) && Compile(definition.outputSchema as object))
  }
})

test('wrong arguments and a tool’s own refusal reject the call', async () => {
  const tool = defineTool({
    name: 'refuse',
    title: 'Refuse',
    description: 'Refuses.',
    input: { id: Type.String() },
    output: {},
    annotations: { readOnlyHint: true, openWorldHint: false },
    run() {
      throw notFound('It')
    },
  })
  const call = (args: Record<string, unknown>) => tool.call({} as Caller, args, {} as ToolParts)
  await assert.rejects(call({}), /id is required/)
  await assert.rejects(call({ id: 1 }), ParleyError)
  await assert.rejects(call({ id: 'a' }), /It not found/)
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
  const rows = TOOLS.map((tool) => {
    const { name, title, inputSchema, annotations } = tool.definition
    const { required = [], properties = {} } = inputSchema as { required?: string[]; properties?: object }
    const optional = Object.keys(properties).filter((key) => !required.includes(key))
    const needs = [...required, ...optional.map((key) => `${key}?`)].join(', ') || 'nothing'
    const writes = annotations?.readOnlyHint ? 'reads' : 'writes'
    return `| \`${name}\` | ${title} | ${needs} | ${writes} | ${switchOf(tool)} |`
  })
  const table = ['| tool | what it does | arguments | | switch |', '|---|---|---|---|---|', ...rows].join('\n')
  const page = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8')
  assert.ok(page.includes(table), `docs/mcp.md should hold this table:\n${table}`)
})
