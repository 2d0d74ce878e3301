import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AdaptiveBatchSize } from './adaptive-batch-size.ts'

test('a pace follows what pieces took: up by doubling at most, down at once, never below one', () => {
  const pace = new AdaptiveBatchSize({ targetMs: 20, start: 10, max: 100 })
  pace.took(10, 1)
  assert.equal(pace.size, 20)
  pace.took(20, 40)
  assert.equal(pace.size, 10)
  pace.took(10, 4_000)
  assert.equal(pace.size, 1)
  for (let i = 0; i < 20; i++) pace.took(pace.size, 0)
  assert.equal(pace.size, 100)
})
