import { writeFileSync } from 'node:fs'
import { confidenceOf, type Model } from '../../src/ai-agent/retrieval/confidence.ts'
import { type Features, type Ranked, rankArticles } from '../../src/ai-agent/retrieval/rank.ts'
import { loadWordVectors } from '../../src/ai-agent/retrieval/word-vectors.ts'
import { searchTexts } from '../../src/core/search/search.ts'
import { readShops } from './shops.ts'

// node bench/agent/learn.ts — learns how sure an answer from articles is, on the written shops, and writes it to
// src/ai-agent/retrieval/data/confidence.json. What it prints was measured on shops that were left out.

/**
 * Of answers at 0.5 or above so many are to be right on these shops. It is more than what stores are promised (0.85):
 * the thesaurus was written with these shops at hand.
 */
const WANTED = 0.94
const ROUNDS = 3_000
const STEP = 0.3
const PULL = 0.004

interface Case {
  shop: string
  best: Ranked
  /** 1 where the best article is the one that was wanted. */
  right: number
  isAnswerable: boolean
}

const vectors = await loadWordVectors()
const shops = readShops()
const cases: Case[] = []
for (const { name, articles, questions } of shops) {
  const texts = articles.map(({ id, question, answer }) => ({ id, title: question, facts: '', body: answer }))
  for (const { text, articleId } of questions) {
    const hits = new Map((await searchTexts(texts, text)).map(({ id, score }) => [id, score]))
    const [best] = rankArticles({ text, language: 'en' }, articles, hits, vectors)
    if (best) {
      cases.push({ shop: name, best, right: best.article.id === articleId ? 1 : 0, isAnswerable: articleId !== null })
    }
  }
}

const asked = cases.filter(({ isAnswerable }) => isAnswerable)
console.log(
  `${cases.length} questions; the first article is right for ${share(asked, ({ right }) => right)} of those that have one`,
)

/** Each shop judged by what was learned on the others. */
const judged = shops.flatMap(({ name }) => {
  const model = learn(cases.filter(({ shop }) => shop !== name))
  return cases.filter(({ shop }) => shop === name).map((one) => ({ ...one, sure: confidenceOf(one.best, model) }))
})
const mark = markFor(WANTED)
const answered = judged.filter(({ sure }) => sure >= mark)
console.table({
  'left out': {
    mark: mark.toFixed(3),
    precision: share(answered, ({ right }) => right),
    'right answers to answerable': share(
      judged.filter(({ isAnswerable }) => isAnswerable),
      ({ sure, right }) => (sure >= mark ? right : 0),
    ),
    'answered out of scope': share(
      judged.filter(({ isAnswerable }) => !isAnswerable),
      ({ sure }) => (sure >= mark ? 1 : 0),
    ),
  },
})
const model = learn(cases)
const moved: Model = { ...model, bias: model.bias - Math.log(mark / (1 - mark)) }
const round = (value: number) => Math.round(value * 1e4) / 1e4
const weights = Object.fromEntries(Object.entries(moved.weights).map(([name, weight]) => [name, round(weight)]))
const file = new URL('../../src/ai-agent/retrieval/data/confidence.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ bias: round(moved.bias), weights }, null, 2)}\n`)
console.log({ bias: round(moved.bias), weights })

/** The lowest mark at and above which the wanted share is right. */
function markFor(wanted: number): number {
  const sorted = judged.toSorted((a, b) => b.sure - a.sure)
  let right = 0
  let found = 1
  for (const [i, one] of sorted.entries()) {
    right += one.right
    if (right / (i + 1) >= wanted) found = one.sure
  }
  return found
}

function learn(from: Case[]): Model {
  const names = Object.keys(from[0]?.best.features ?? {}) as (keyof Features)[]
  const values = from.map(({ best }) => names.map((name) => best.features[name]))
  const means = names.map((_, n) => values.reduce((sum, row) => sum + (row[n] as number), 0) / values.length)
  const spreads = names.map(
    (_, n) =>
      Math.sqrt(
        values.reduce((sum, row) => sum + ((row[n] as number) - (means[n] as number)) ** 2, 0) / values.length,
      ) || 1,
  )
  const rows = values.map((row) => row.map((value, n) => (value - (means[n] as number)) / (spreads[n] as number)))
  const weights = names.map(() => 0)
  let bias = 0
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = names.map(() => 0)
    let slope = 0
    for (const [i, row] of rows.entries()) {
      const sum = row.reduce((total, value, n) => total + value * (weights[n] as number), bias)
      const error = 1 / (1 + Math.exp(-sum)) - (from[i] as Case).right
      slope += error
      for (const [n, value] of row.entries()) slopes[n] = (slopes[n] as number) + error * value
    }
    bias -= (STEP * slope) / rows.length
    for (const [n, value] of slopes.entries()) {
      weights[n] = (weights[n] as number) - STEP * (value / rows.length + PULL * (weights[n] as number))
    }
  }
  const plain = weights.map((weight, n) => weight / (spreads[n] as number))
  return {
    bias: bias - plain.reduce((sum, weight, n) => sum + weight * (means[n] as number), 0),
    weights: Object.fromEntries(names.map((name, n) => [name, plain[n]])) as Model['weights'],
  }
}

function share<T>(all: T[], value: (one: T) => number): string {
  return `${((100 * all.reduce((sum, one) => sum + value(one), 0)) / all.length).toFixed(1)} %`
}
