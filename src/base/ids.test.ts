import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './ids.ts'

test('ids are UUIDs of version 7, each greater than the one before', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual(ids.toSorted(), ids)
  assert.ok(Math.abs(Number.parseInt((ids[0] as string).replace('-', '').slice(0, 12), 16) - Date.now()) < 60_000)
})
