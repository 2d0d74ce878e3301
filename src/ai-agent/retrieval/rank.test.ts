import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../turn.ts'
import { rankArticles } from './rank.ts'
import { loadWordVectors } from './word-vectors.ts'

const ARTICLES = [
  ['shipping', 'What does shipping cost?', '€4.90, free from €60.'],
  ['time', 'How long does delivery take?', 'Three to five working days.'],
  ['return', 'How do I return something?', 'Print the label and drop the parcel at a shop within 30 days.'],
  ['warranty', 'How does the warranty work?', 'Everything is covered for two years.'],
].map(([id = '', question = '', answer = '']) => ({ id, question, answer, url: null }))

async function best(text: string, language: Language) {
  const [first] = rankArticles({ text, language }, ARTICLES, await loadWordVectors())
  assert.ok(first)
  return { id: first.article.id, confidence: first.confidence }
}

test('an article is found by its own words, by others that mean the same, and from another language', async () => {
  const asked: [string, Language, string][] = [
    ['What does shipping cost?', 'en', 'shipping'],
    ['how much is postage', 'en', 'shipping'],
    ['can i send it back', 'en', 'return'],
    ['guarantee?', 'en', 'warranty'],
    ['Wie lange dauert die Lieferung?', 'de', 'time'],
    ['送料はいくらですか', 'ja', 'shipping'],
    ['كم تكلفة الشحن؟', 'ar', 'shipping'],
  ]
  for (const [text, language, wanted] of asked) {
    const { id, confidence } = await best(text, language)
    assert.equal(id, wanted, text)
    assert.ok(confidence >= 0.5, `${text}: ${confidence}`)
  }
})

test('what is misspelt, or typed in a hurry, is found by its letters', async () => {
  const asked: [string, string][] = [
    ['hii sir pls how long dose delivry take', 'time'],
    ['waranty work how', 'warranty'],
    ['shiping cost kitna hai', 'shipping'],
  ]
  for (const [text, wanted] of asked) {
    const { id, confidence } = await best(text, 'en')
    assert.equal(id, wanted, text)
    assert.ok(confidence >= 0.5, `${text}: ${confidence}`)
  }
})

test('an article that answers as well makes the first one less sure', async () => {
  const vectors = await loadWordVectors()
  const sure = (articles: typeof ARTICLES) =>
    rankArticles({ text: 'what does shipping cost', language: 'en' }, articles, vectors)[0]?.confidence ?? 0
  const twin = { id: 'twin', question: 'What does shipping cost to islands?', answer: '€14.90.', url: null }
  assert.ok(sure([...ARTICLES, twin]) < sure(ARTICLES))
})

test('nothing is sure about what no article answers', async () => {
  for (const text of ['what is the weather in Oslo', 'are you hiring?', 'hmm']) {
    const { confidence } = await best(text, 'en')
    assert.ok(confidence < 0.5, `${text}: ${confidence}`)
  }
})
