import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitName, takeName } from './names.ts'

test('a name in one piece is its first word and the rest, in whatever script', () => {
  for (const [name, firstName, lastName] of [
    ['Ada', 'Ada', null],
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['  Ada   King Lovelace ', 'Ada', 'King Lovelace'],
    ['山田 太郎', '山田', '太郎'],
    ['山田\u3000太郎', '山田', '太郎'],
    ['김철수', '김철수', null],
  ] as const) {
    assert.deepEqual(splitName(name), { firstName, lastName }, name)
  }
})

test('first and last name follow the name, unless they came from elsewhere', () => {
  const unnamed = { name: null, firstName: null, lastName: null }
  const ada = { name: 'Ada King', firstName: 'Ada', lastName: 'King' }
  assert.deepEqual(takeName(unnamed, 'Ada King'), ada)
  assert.deepEqual(takeName({ ...unnamed, name: 'A' }, 'Ada King'), ada)
  assert.deepEqual(takeName(ada, 'Ada Lovelace'), { name: 'Ada Lovelace', firstName: 'Ada', lastName: 'Lovelace' })
  const imported = { name: null, firstName: 'Augusta', lastName: 'King' }
  assert.deepEqual(takeName(imported, 'Ada'), { ...imported, name: 'Ada' })
})
