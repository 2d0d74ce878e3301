import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEYS, type Press, shortcutOf } from './shortcuts.ts'

const press = (key: string, change: Partial<Press> = {}) =>
  shortcutOf({
    key,
    hasModifier: false,
    isShift: false,
    isCommand: false,
    focus: 'page',
    isDialogOpen: false,
    ...change,
  })

test('keys are shortcuts on the page, in upper case too', () => {
  assert.deepEqual(
    ['e', 'E', '/', 'Escape', 'Enter', 'ArrowDown'].map((key) => press(key)),
    ['e', 'e', '/', 'Esc', 'Enter', 'ArrowDown'],
  )
})

test('Shift and an arrow is a key of its own; Shift and a letter is the letter', () => {
  assert.deepEqual([press('ArrowUp', { isShift: true }), press('E', { isShift: true })], ['Shift+ArrowUp', 'e'])
})

test('while somebody writes, in a dialog, or with a modifier they are not', () => {
  assert.equal(press('e', { focus: 'text' }), undefined)
  assert.equal(press('e', { isDialogOpen: true }), undefined)
  assert.equal(press('e', { hasModifier: true }), undefined)
})

test('Enter on a button or a link is the button’s; other keys are not', () => {
  assert.deepEqual([press('Enter', { focus: 'control' }), press('e', { focus: 'control' })], [undefined, 'e'])
})

test('Ctrl+K works from everywhere', () => {
  const command = { hasModifier: true, isCommand: true }
  for (const focus of ['text', 'control', 'page'] as const) assert.equal(press('K', { ...command, focus }), 'Ctrl+K')
})

test('each key is listed once', () => {
  assert.equal(new Set(KEYS.map(([key]) => key)).size, KEYS.length)
})
