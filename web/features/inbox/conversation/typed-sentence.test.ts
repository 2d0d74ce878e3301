import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceStart } from './typed-sentence.ts'

const typed = (text: string) => text.slice(sentenceStart(text))

test('what is being typed is what stands behind the last sentence', () => {
  assert.equal(typed('Hello Kim! You can re'), 'You can re')
  assert.equal(typed('Hello,\n\nyou can'), 'you can')
  assert.equal(typed('It costs 9.50 EUR and'), 'It costs 9.50 EUR and')
  assert.equal(typed('こんにちは。返品は'), '返品は')
  assert.equal(typed('All done. '), '')
  assert.equal(typed(''), '')
})
