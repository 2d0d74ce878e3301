import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf, pathTo } from './router.ts'

test('parts survive their way through an address, whatever they hold', () => {
  for (const parts of [['open', 'abc'], ['tag:a/b'], ['tag:100%'], ['tag:%2F'], ['tag:né & ü', 'x'], []]) {
    assert.deepEqual(partsOf(pathTo(...parts)), parts)
  }
})

test('an address that is badly written is taken as it is', () => {
  assert.deepEqual(partsOf('/inbox/%zz'), ['%zz'])
  assert.deepEqual(partsOf('/inbox'), [])
})
