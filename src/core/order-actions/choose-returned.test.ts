import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseReturned } from './choose-returned.ts'

const item = (id: string, title: string, quantity = 1) => ({ id, title, quantity })
const ITEMS = [item('1', 'Brass lamp – Large'), item('2', 'Oak table', 2), item('3', 'Brass hook')]
const chosen = (words: string, isWholeOrder = false, items = ITEMS) =>
  chooseReturned(items, { words, isWholeOrder }).map(({ id }) => id)

test('items are chosen by what only they are called', () => {
  assert.deepEqual(chosen('I want to send the lamp back'), ['1'])
  assert.deepEqual(chosen('The tables and the hook go back'), ['2', '3'])
  assert.deepEqual(chosen('Something of brass goes back'), [])
})

test('the whole order is meant where it is said, or where it is one item', () => {
  assert.deepEqual(chosen('Everything goes back', true), ['1', '2', '3'])
  assert.deepEqual(chosen('I want to return it', false, [item('1', 'Brass lamp', 2)]), ['1'])
  assert.deepEqual(chosen('I want to return it'), [])
  assert.deepEqual(chosen('Everything goes back', true, []), [])
})
