import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainTextOf } from '../../../../src/core/knowledge/markdown.ts'
import { changeOf, emptyFields, markdownOf } from './article-fields.ts'

test('a plain answer reads the same as Markdown', () => {
  for (const answer of [
    'Within 30 days.',
    '# not a heading\n- not a list\n1. nor this\n2) or this\n> no quotation',
    'First line\nsecond line\n\nAnother paragraph',
    'Stars * and _lines_ and [brackets](x) and `code` and <b>HTML</b> and \\ slashes',
    '    not code\n| a | b |\n|---|---|',
    '+ plus\n~~~ tilde',
  ]) {
    const lines = (text: string) => text.split('\n').map((line) => line.trim())
    assert.deepEqual(lines(plainTextOf(markdownOf(answer))), lines(answer))
  }
  assert.equal(markdownOf('See https://shop.example/a_b.'), 'See <https://shop.example/a_b>.')
})

test('a change has only what differs, and null for what is not set', () => {
  const saved = { ...emptyFields('Q', 'en'), collectionId: 'c', slug: 'q', url: '/x' }
  assert.deepEqual(changeOf(saved, saved), {})
  assert.deepEqual(changeOf({ ...saved, collectionId: '', slug: '', url: ' ', isPrivate: true }, saved), {
    collectionId: null,
    private: true,
    url: null,
  })
})
