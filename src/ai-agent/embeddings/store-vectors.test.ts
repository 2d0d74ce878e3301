import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likenessOf, scaleOf } from './scale.ts'
import { StoreVectors } from './store-vectors.ts'

const row = (id: string, passages: number[][], isStoreWide = true) => ({
  id,
  isStoreWide,
  passages: passages.length,
  vectors: Buffer.from(Int8Array.from(passages.flat()).buffer),
})

/** A store with an article along each of the axes. */
function axes(count: number): StoreVectors {
  const vectors = new StoreVectors()
  for (let i = 0; i < count; i++) {
    const axis = Array.from({ length: count }, (_, n) => (n === i ? 127 : 5))
    vectors.put(row(`a${i}`, [axis, axis.map((value) => -value)]))
  }
  return vectors
}

test('the article with the nearest passage comes first, without those on products', async () => {
  const vectors = axes(5)
  vectors.put(row('product', [[127, 0, 0, 0, 0]], false))
  const likeness = await vectors.compare(Int8Array.of(127, 20, 0, 0, 0))
  assert.equal(likeness?.nearest[0], 'a0')
  assert.ok(!likeness?.nearest.includes('product'))
  assert.ok((likeness?.of('product') ?? 0) > 0.9)
  assert.equal(likeness?.of('unknown'), 0)
})

test('an article that is stored again is updated; without passages, or deleted, it is not found', async () => {
  const vectors = axes(5)
  const { bytes } = vectors
  vectors.put(row('a0', [[5, 5, 5, 5, 127]]))
  vectors.put(row('a1', []))
  vectors.delete('a2')
  assert.deepEqual([vectors.size, vectors.bytes], [3, bytes - 25])
  const likeness = await vectors.compare(Int8Array.of(0, 0, 0, 0, 127))
  assert.deepEqual(likeness?.nearest.slice(0, 2).sort(), ['a0', 'a4'])
})

test('a question of another size is like nothing', async () => {
  assert.equal(await axes(3).compare(Int8Array.of(1, 2)), null)
  assert.equal(await new StoreVectors().compare(Int8Array.of(1, 2)), null)
})

test('likeness is measured by what unrelated texts of the model have in common', () => {
  const cosines = (mean: number, spread: number) =>
    Array.from({ length: 100 }, (_, i) => mean + (i % 2 === 0 ? spread : -spread))
  for (const [mean, spread] of [
    [0.1, 0.1],
    [0.8, 0.04],
  ] as const) {
    const scale = scaleOf(cosines(mean, spread))
    assert.equal(likenessOf(mean - 3 * spread, scale), 0)
    assert.ok(Math.abs(likenessOf(mean, scale) - 0.4) < 0.01)
    assert.ok(likenessOf(mean + 4 * spread, scale) === 1)
  }
  assert.deepEqual(scaleOf([1, 1, 1]), scaleOf([]))
  assert.ok(Number.isFinite(likenessOf(1, scaleOf(new Array(50).fill(1)))))
})
