import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesFor, NEW } from './choices.ts'

const choices = [
  { id: '1', label: 'Assign to me' },
  { id: '2', label: 'Grace Hopper', also: 'grace@example.com' },
]
const ids = (query: string, canCreate = false) => choicesFor(choices, query, canCreate).map(({ id }) => id)

test('all words have to be there, in any order and case, in the label or beside it', () => {
  assert.deepEqual(ids(''), ['1', '2'])
  assert.deepEqual(ids('ME assign'), ['1'])
  assert.deepEqual(ids('example hopper'), ['2'])
  assert.deepEqual(ids('grace me '), [])
})

test('what no choice is called can be created', () => {
  assert.deepEqual(ids('Grace', true), ['2', NEW])
  assert.deepEqual(ids('Grace Hopper', true), ['2'])
  assert.deepEqual(ids('  ', true), ['1', '2'])
})
