import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confidencesOf, type Features, type Model } from './confidence.ts'

const model: Model = {
  weights: { cosine: 1, coverage: 1, sentence: 1, explained: 1, either: 1 },
  none: 2,
  mark: 1,
}

function confidences(features: Features[]): number[] {
  return confidencesOf(
    features.map((one) => ({ features: one, isForeign: false })),
    { own: model, foreign: model },
  )
}

const like = (value: number): Features => ({
  cosine: value,
  coverage: value,
  sentence: value,
  explained: value,
  either: value,
})

test('that some article answers is as sure with ten that are as like as with a hundred', () => {
  const sum = (count: number) => confidences(Array(count).fill(like(0.5))).reduce((all, one) => all + one, 0)
  assert.ok(Math.abs(sum(10) - sum(100)) < 1e-9)
})

test('an article that is more like is surer, and each feature speaks for it', () => {
  const [first = 0, second = 0] = confidences([like(0.8), like(0.2)])
  assert.ok(first > second)
  for (const name of Object.keys(like(0)) as (keyof Features)[]) {
    const [more = 0, less = 0] = confidences([{ ...like(0.5), [name]: 0.6 }, like(0.5)])
    assert.ok(more > less, name)
  }
})
