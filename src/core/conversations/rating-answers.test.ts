import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratingIn } from './rating-answers.ts'

test('answers of 1 to 5 and stars are ratings', () => {
  for (const [text, score] of [
    ['5', 5],
    [' 3 ', 3],
    ['4/5', 4],
    ['1 / 5', 1],
    ['5 – Great', 5],
    ['2: not good', 2],
    ['⭐⭐⭐', 3],
    ['⭐️⭐️⭐️⭐️', 4],
    ['★', 1],
  ] as const) {
    assert.equal(ratingIn(text), score, text)
  }
})

test('other messages are not', () => {
  for (const text of [
    '',
    '0',
    '6',
    '10',
    '5 lamps please',
    '5 - 12 days?',
    '3.5',
    'five',
    '⭐⭐⭐⭐⭐⭐',
    '5\n1042',
    '4/6',
  ]) {
    assert.equal(ratingIn(text), null, text)
  }
})
