import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutAtSentence } from './cut-at-sentence.ts'

test('an answer is cut behind its last whole sentence that fits', () => {
  assert.equal(cutAtSentence('One. Two. Three.', 10), 'One. Two.')
  assert.equal(cutAtSentence('一つ目です。二つ目です。', 8), '一つ目です。')
  assert.equal(cutAtSentence(' Short. ', 600), 'Short.')
  assert.equal(cutAtSentence('It is €4.90 today. More of it.', 20), 'It is €4.90 today.')
})

test('a first sentence that is too long is cut at a word', () => {
  assert.equal(cutAtSentence('one two three four', 10), 'one two…')
  assert.ok(cutAtSentence('x'.repeat(700), 600).length <= 600)
})
