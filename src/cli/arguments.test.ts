import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCommand, readArguments, readSettings, wholeNumber } from './arguments.ts'
import { commands } from './commands.ts'
import { commandHelp, overview } from './help.ts'
import { present } from './print.ts'
import { describeBytes } from './progress.ts'

function read(line: string) {
  const found = findCommand(commands, line.split(' '))
  assert.ok(found, line)
  const { help: _, ...given } = readArguments(found.command, found.rest)
  return { name: found.command.name, ...given, options: { ...given.options } }
}

const blank = { shop: undefined, args: [] as string[], options: {}, json: false }

test('the store may come first, as an option, or not at all', () => {
  assert.deepEqual(read('store show s1'), { ...blank, name: 'store show', shop: 's1' })
  assert.deepEqual(read('store show --shop s1 --json'), { ...blank, name: 'store show', shop: 's1', json: true })
  assert.deepEqual(read('--json store show'), { ...blank, name: 'store show', json: true })
  assert.deepEqual(read('store show'), { ...blank, name: 'store show' })
  assert.deepEqual(read('import s1 data.ndjson'), { ...blank, name: 'import', shop: 's1', args: ['data.ndjson'] })
  assert.deepEqual(read('import data.ndjson'), { ...blank, name: 'import', args: ['data.ndjson'] })
  assert.deepEqual(read('import - --shop s1'), { ...blank, name: 'import', shop: 's1', args: ['-'] })
  assert.deepEqual(read('key delete k1'), { ...blank, name: 'key delete', args: ['k1'] })
})

test('options stand anywhere after the command and may repeat where they are lists', () => {
  const { options, shop } = read('store update --set a=1 s1 --plan pro --set b=2')
  assert.deepEqual({ options, shop }, { options: { set: ['a=1', 'b=2'], plan: 'pro' }, shop: 's1' })
})

test('an unknown argument is reported with the command’s usage', () => {
  assert.throws(() => read('import'), /^CliError|FILE is missing\.\nUsage: parley import \[SHOP\] FILE/)
  assert.throws(() => read('import s1 a b'), /Unexpected argument: b\./)
  assert.throws(() => read('store show --plan pro'), /Unknown option '--plan'/)
  assert.throws(() => read('key create --name'), /--name/)
  assert.throws(() => read('store list extra'), /Unexpected argument: extra\./)
})

test('unknown words name no command', () => {
  for (const line of ['store', 'store frob', 'stores list', ''])
    assert.equal(findCommand(commands, line.split(' ')), null)
})

test('numbers are whole', () => {
  assert.equal(wholeNumber('12', 'contacts'), 12)
  assert.equal(wholeNumber(undefined, 'contacts'), undefined)
  for (const text of ['-1', '1.5', 'many', '']) assert.throws(() => wholeNumber(text, 'contacts'), /--contacts must be/)
})

test('settings are JSON where they can be, otherwise text, at any depth', () => {
  assert.deepEqual(
    readSettings(['autoAssign=true', 'ai.training.products=false', 'widget.colour=teal', 'widget.size=2']),
    {
      autoAssign: true,
      ai: { training: { products: false } },
      widget: { colour: 'teal', size: 2 },
    },
  )
  assert.deepEqual(readSettings(['allowedOrigins=["https://a.example"]', 'widget.text=a=b']), {
    allowedOrigins: ['https://a.example'],
    widget: { text: 'a=b' },
  })
  assert.throws(() => readSettings(['autoAssign']), /--set takes name=value/)
})

test('help names every command and every option', () => {
  const text = overview(commands)
  for (const command of commands) {
    assert.ok(text.includes(`  ${command.name} `), command.name)
    for (const option of Object.keys(command.options)) assert.ok(commandHelp(command).includes(`--${option} `))
  }
})

test('records are printed as fields, lists as tables', () => {
  assert.equal(present({ a: 1, group: { inner: null, list: [] } }), 'a            1\ngroup.inner  -\ngroup.list   []')
  assert.equal(
    present([
      { id: 'x', name: 'Long name' },
      { id: 'yy', name: null },
    ]),
    'id  name\nx   Long name\nyy  -',
  )
  assert.equal(present([]), 'None.')
  const rejected = Array.from({ length: 22 }, (_, i) => ({ line: i + 1, message: 'no' }))
  const text = present({ imported: { faq: 1 }, rejected })
  assert.match(text, /^imported\.faq {2}1\n\nrejected:\nline {2}message\n1 {5}no\n/)
  assert.match(text, /20 {4}no\n… and 2 more; --json lists them all\.$/)
})

test('progress tells bytes, and the share of a file', () => {
  assert.equal(describeBytes(1_234_567, null), '1.2 MB')
  assert.equal(describeBytes(500_000, 2_000_000), '0.5 MB of 2.0 MB (25%)')
  assert.equal(describeBytes(0, 0), '0.0 MB of 0.0 MB (100%)')
})
