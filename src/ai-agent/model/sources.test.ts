import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sources } from './sources.ts'

test('a source that a model names twice, with its kind and without, is one source', () => {
  const sources = new Sources()
  const article = { id: 'a1', question: 'How long is shipping?', url: null }
  sources.add('article:a1', { answer: 'Two days.' }, { article })
  sources.add('product:p1', { title: 'Tent' }, { product: { id: 'p1' } })
  const ids = ['article:a1', 'a1', 'article:a1', 'p1', 'product:p1', 'unknown']
  assert.deepEqual(sources.articlesOf(ids), [article])
  assert.deepEqual(sources.productsOf(ids), [{ id: 'p1' }])
  assert.deepEqual(sources.textsOf(ids), ['{"answer":"Two days."}', '{"title":"Tent"}'])
})
