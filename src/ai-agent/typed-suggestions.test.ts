import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWords } from '#base/search-tokenizer.ts'
import { fitOf } from './typed-suggestions.ts'

const fit = (typed: string, sentence: string) => fitOf(readWords(typed), readWords(sentence))
const RETURNS = 'You can return everything within 30 days, free of charge.'

test('a sentence that begins as typed fits best, the last word unfinished or not', () => {
  assert.ok(fit('You can re', RETURNS) > 1)
  assert.ok(fit('you can return', RETURNS) > 1)
  assert.ok(fit('You can return everything', RETURNS) > fit('You can re', RETURNS))
  assert.equal(fit('You can ex', RETURNS), 0)
})

test('otherwise it has to share two telling words, and more than half of them', () => {
  assert.equal(fit('Our returns are free', RETURNS), 1)
  assert.equal(fit('Your parcel is free', RETURNS), 0)
  assert.equal(fit('free', RETURNS), 0)
  assert.equal(fit('Returns of lamps and chairs are free of tax', RETURNS), 0)
})

test('what says no more than was typed is not suggested', () => {
  assert.equal(fit(RETURNS, RETURNS), 0)
  assert.equal(fit('You can return everything within 30 days, free of charge, always', RETURNS), 0)
})
