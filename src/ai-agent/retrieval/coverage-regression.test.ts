import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../turn.ts'
import { lettersOf } from './char-ngrams.ts'
import { coverageByArticle, type Sentence } from './coverage-regression.ts'
import { meaningOf } from './sentence-vectors.ts'
import { gloss } from './translate-terms.ts'
import { loadWordVectors } from './word-vectors.ts'

const PARCEL = 'My parcel has not come.'
const RETURN = 'How do I send something back?'
const CARD = 'Is my card charged twice?'
const vectors = await loadWordVectors()

function sentence(text: string, language: Language = 'en'): Sentence {
  return { letters: lettersOf(text), meaning: meaningOf(gloss(text, language), language, vectors) }
}

function explained(text: string, articles: string[][], language: Language = 'en'): number[] {
  return coverageByArticle(
    sentence(text, language),
    articles.map((sentences) => sentences.map((one) => sentence(one))),
  )
}

function best(text: string, language: Language = 'en'): number {
  const shares = explained(text, [[PARCEL], [RETURN], [CARD]], language)
  return shares.indexOf(Math.max(...shares))
}

test('a text is explained by the sentence that says the same in other words, or in misspelt ones', () => {
  assert.equal(best('i am still waiting for it, nothing arrived'), 0)
  assert.equal(best('Wie kann ich das zurückgeben?', 'de'), 1)
  assert.equal(best('you took the money two times'), 2)
  assert.equal(best('my parsel hasnt comm'), 0)
})

test('what articles explain is measured against what all of them do, so it adds up to nothing', () => {
  const shares = explained('where is my parcel', [[PARCEL], [RETURN], [CARD]])
  assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0)) < 1e-6)
})

test('an article that says a thing ten times explains hardly more than one that says it once', () => {
  const [once = 0] = explained(PARCEL, [[PARCEL], [RETURN]])
  const [often = 0] = explained(PARCEL, [Array(10).fill(PARCEL), [RETURN]])
  assert.ok(often >= once && often < 2 * once, `${once}, then ${often}`)
})

test('two articles that say the same share what they explain', () => {
  const [alone = 0] = explained(PARCEL, [[PARCEL], [RETURN], [CARD]])
  const [first = 0, second = 0] = explained(PARCEL, [[PARCEL], [PARCEL], [CARD]])
  assert.ok(Math.abs(first - second) < 1e-6)
  assert.ok(first < 0.8 * alone, `${first} of ${alone}`)
})

test('what is like no text, and a store without sentences, break no number', () => {
  assert.deepEqual(explained('qqqq zzzzq', [[PARCEL]]), [0])
  assert.deepEqual(explained('', [[PARCEL], []]), [0, 0])
  assert.deepEqual(explained(PARCEL, [[], []]), [0, 0])
})
