import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'postgres-array'
import { clientOptions } from './send.ts'

test('an array reaches the database as it is: quotes, backslashes, commas, null and the word null', () => {
  const { serialize } = clientOptions.types.textArray
  const items = ['a', '', 'a "b" \\ c', '{x,y}', 'null', 'NULL', null, ' ', 'é,💬']
  assert.deepEqual(parse(serialize(items)), items)
  assert.deepEqual(parse(serialize([])), [])
})
