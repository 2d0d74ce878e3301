import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../turn.ts'
import { gloss } from './gloss.ts'
import { compareMeanings, meaningOf } from './meaning.ts'
import { loadWordVectors } from './word-vectors.ts'

const SENTENCES = ['My parcel has not come.', 'How do I send something back?', 'Is my card charged twice?']

async function nearest(text: string, language: Language): Promise<string | undefined> {
  const vectors = await loadWordVectors()
  const meaning = (said: string, its: Language) => meaningOf(gloss(said, its), its, vectors)
  const likes = compareMeanings(
    meaning(text, language),
    SENTENCES.map((sentence) => ({ meanings: [meaning(sentence, 'en')] })),
  )
  return SENTENCES[likes.indexOf(Math.max(...likes))]
}

test('a sentence is nearest to the one that says the same in other words', async () => {
  assert.equal(await nearest('i am still waiting for it, nothing arrived', 'en'), SENTENCES[0])
  assert.equal(await nearest('you took the money two times', 'en'), SENTENCES[2])
  assert.equal(await nearest('Wie kann ich das zurückgeben?', 'de'), SENTENCES[1])
})

test('how near articles are is told against what all of them are, so it adds up to nothing', async () => {
  const vectors = await loadWordVectors()
  const meanings = SENTENCES.map((sentence) => ({ meanings: [meaningOf(gloss(sentence, 'en'), 'en', vectors)] }))
  const likes = compareMeanings(meaningOf(gloss('where is my parcel', 'en'), 'en', vectors), meanings)
  assert.ok(Math.abs(likes.reduce((sum, like) => sum + like, 0)) < 1e-6)
})

test('what no word of the table says is like nothing, and no number breaks', async () => {
  const vectors = await loadWordVectors()
  const likes = compareMeanings(meaningOf(gloss('qqqq zzzzq', 'en'), 'en', vectors), [
    { meanings: [meaningOf(gloss('How do returns work?', 'en'), 'en', vectors)] },
  ])
  assert.deepEqual(likes, [0])
})
