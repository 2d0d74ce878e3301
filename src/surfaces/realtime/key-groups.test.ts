import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreGroups } from './key-groups.ts'

test('members are found by key and by store, counted once, and forgotten with the last', () => {
  const groups = new StoreGroups<{ name: string }>()
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name })) as [{ name: string }, { name: string }, { name: string }]
  groups.add('one', 'k', a)
  groups.add('one', 'k', a)
  groups.add('one', 'k', b)
  groups.add('one', 'l', c)
  groups.add('two', 'k', c)
  assert.deepEqual([groups.size('one', 'k'), groups.sizeOfStore('one'), groups.sizeOfStore('two')], [2, 3, 1])
  assert.deepEqual(groups.of('one', 'k'), [a, b])
  assert.deepEqual(groups.ofStore('one'), [a, b, c])
  assert.deepEqual(groups.of('two', 'l'), [])
  groups.remove('one', 'l', a) // was never in it
  groups.remove('two', 'k', c)
  assert.deepEqual([groups.sizeOfStore('one'), groups.stores()], [3, ['one']])
  for (const member of [a, a, b]) groups.remove('one', 'k', member)
  groups.remove('one', 'l', c)
  assert.deepEqual([groups.sizeOfStore('one'), groups.stores()], [0, []])
})
