import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstNormalised } from './text.ts'

test('a text is cut by its length once it is normalised, between characters', () => {
  assert.equal(firstNormalised('short', 5), 'short')
  assert.equal(firstNormalised('longer', 5), 'longe')
  assert.equal(firstNormalised('a\ufdfab', 19), 'a\ufdfa') // U+FDFA becomes 18 characters
  assert.equal(firstNormalised('a\ufdfab', 18), 'a')
  assert.equal(firstNormalised('é😀', 2), 'é')
  assert.equal(firstNormalised('é😀', 4), 'é😀')
  assert.equal(firstNormalised('', 0), '')
})

test('what is behind the cut is not read', () => {
  const began = performance.now()
  for (let i = 0; i < 1_000; i++) firstNormalised('\ufdfa'.repeat(1_000_000), 100)
  const short = performance.now() - began
  const whole = performance.now()
  '\ufdfa'.repeat(1_000_000).normalize('NFKD')
  assert.ok(short < 50 * (performance.now() - whole), `${short} ms for 1,000 cuts`)
})
