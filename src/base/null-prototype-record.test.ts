import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nullPrototypeRecord } from './null-prototype-record.ts'

test('a table has its own names only', () => {
  const sizes = nullPrototypeRecord({ small: 1, constructor: 2 })
  assert.equal(sizes.small, 1)
  assert.equal(sizes.constructor as unknown, 2)
  for (const name of ['toString', '__proto__', 'hasOwnProperty', 'valueOf']) assert.equal(sizes[name], undefined)
  assert.deepEqual(Object.keys(sizes), ['small', 'constructor'])
})
