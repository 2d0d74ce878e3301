import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Seed } from './random.ts'

const words = (seed: Seed, number = 0) => {
  const random = seed.random('contact', number)
  return Array.from({ length: 5 }, () => random.word())
}

test('the same seed draws the same, a number and its text being one seed', () => {
  assert.deepEqual(words(new Seed(1)), words(new Seed('1')))
  assert.notDeepEqual(words(new Seed(1)), words(new Seed(2)))
  assert.notDeepEqual(words(new Seed(1), 0), words(new Seed(1), 1))
})

test('ids are UUIDs of version 7, in the order of their numbers, and no two are alike', () => {
  const ids = [1, 2, 'x'].flatMap((name) => {
    const seed = new Seed(name)
    const numbers = Array.from({ length: 500 }, (_, i) => i * 100_003)
    const contacts = numbers.map((number) => seed.id('contact', number))
    assert.deepEqual(contacts, [...contacts].sort())
    return [...contacts, ...numbers.map((number) => seed.id('message', number))]
  })
  for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  assert.equal(new Set(ids).size, ids.length)
})

test('a pinned draw: another algorithm would change every store made so far', () => {
  const seed = new Seed(1)
  assert.deepEqual(words(seed).slice(0, 2), PINNED.words)
  assert.equal(seed.id('conversation', 42), PINNED.id)
  assert.equal(seed.code, PINNED.code)
})

test('draws are spread evenly', () => {
  const random = new Seed('even').random('contact', 7)
  const mean = Array.from({ length: 40_000 }, () => random.fraction()).reduce((sum, n) => sum + n) / 40_000
  assert.ok(Math.abs(mean - 0.5) < 0.01, String(mean))
})

const PINNED = { words: [4133656691, 3173540895], id: '016f5e66-e82a-7002-89b0-2cd7cc4ec98e', code: 'HPELC' }
