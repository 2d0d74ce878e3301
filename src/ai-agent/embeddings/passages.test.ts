import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSAGES_MAX, passagesOf } from './passages.ts'

test('an article is its question, and its answer in pieces of whole sentences', () => {
  const sentence = `${'word '.repeat(40)}end.`
  const answer = [sentence, sentence, 'Short one.', sentence].join(' ')
  assert.deepEqual(passagesOf({ question: 'Why?', answer }), ['Why?', sentence, `${sentence} Short one.`, sentence])
  assert.deepEqual(passagesOf({ question: 'なぜ？', answer: 'はい。\n\nいいえ。' }), ['なぜ？', 'はい。 いいえ。'])
  assert.deepEqual(passagesOf({ question: 'What is it?', answer: 'It costs 4.90 EUR.' })[1], 'It costs 4.90 EUR.')
})

test('whatever its texts hold, passages are bounded and have words', () => {
  for (const answer of ['x'.repeat(20_000), 'a. '.repeat(7_000), '😀'.repeat(9_000), '\n—\n…\n', '\uD83D y', '']) {
    const passages = passagesOf({ question: '?!', answer })
    assert.ok(passages.length <= PASSAGES_MAX)
    for (const passage of passages) {
      assert.ok(passage.length <= 800 && passage.isWellFormed() && /[\p{L}\p{N}]/u.test(passage), passage)
    }
  }
  assert.deepEqual(passagesOf({ question: '', answer: '—' }), [])
})
