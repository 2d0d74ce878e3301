import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Parley, ParleyCommand, ParleyEvent } from './parley.d.ts'
import { EVENTS } from './shared/names.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const grammar = read('./page/grammar.ts')
const commands = [
  ...grammar.slice(0, grammar.indexOf('/** What a pushed thing')).matchAll(/^ {4}'?([a-z:]+)'?[(:]/gm),
].map(([, name]) => name as string)

test('the types and the page for shop developers name every command and event', () => {
  assert.equal(commands.length, 32) // 31 and the extension `consent`
  for (const [path, text] of [
    ['parley.d.ts', read('./parley.d.ts')],
    ['docs/sdk.md', read('../docs/sdk.md')],
  ] as const) {
    const unnamed = [...commands, ...EVENTS].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
    assert.deepEqual(unnamed, [], path)
  }
})

test('the types take what the grammar takes', () => {
  const taken: ParleyCommand[] = [
    ['do', 'chat:open'],
    ['do', 'chat:open', ['home']],
    ['do', 'message:send', 'hello'],
    ['do', 'identify', [{ id: '7', phone: null }]],
    ['set', 'cart', { total: '5.00', items: [{ id: 1 }] }],
    ['set', 'prechat:field', ['name', 'Ada']],
    ['on', 'message:received', ({ sender }: ParleyEvent<'message:received'>) => sender.name],
    ['off', 'chat:opened'],
    // @ts-expect-error a message is a text
    ['do', 'message:send', 7],
    // @ts-expect-error there is no such command
    ['do', 'message:shout', 'x'],
    // @ts-expect-error an attribute is a text
    ['set', 'user:attributes', { n: 1 }],
  ]
  const use = (parley: Parley) => {
    parley.push(...taken)
    parley.on('unread:changed', ({ count }) => count.toFixed())
    const count: number = parley.get('chat:unread:count')
    // @ts-expect-error there is no such state
    return parley.is('chat:loud') ? count : parley.version()
  }
  assert.equal(typeof use, 'function')
})
