import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '#base/random.ts'
import { lengthOf, product, quantise } from './quantise.ts'

/** Pseudo-random numbers from −1 to 1, the same each time. */
function numbers(seed: number, count: number): number[] {
  const random = Random.of(seed)
  return Array.from({ length: count }, () => random.fraction() * 2 - 1)
}

const cosineOf = (a: number[], b: number[]) =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0) / (Math.hypot(...a) * Math.hypot(...b))

test('cosines of quantised vectors are those of the vectors, but for a hundredth', () => {
  for (const size of [1, 3, 64, 1_536]) {
    for (let seed = 1; seed < 20; seed++) {
      const [a, noise] = [numbers(seed, size), numbers(seed + 100, size)]
      const b = a.map((value, i) => 1_000 * (value + (noise[i] as number)))
      const [x, y] = [quantise(a) as Int8Array, quantise(b) as Int8Array]
      const found = product(x, y) / (lengthOf(x) * lengthOf(y))
      assert.ok(Math.abs(found - cosineOf(a, b)) < 0.01, `${size}: ${found}`)
    }
  }
})

test('a vector’s largest number is 127, whatever its length', () => {
  assert.deepEqual(quantise([0.5, -1, 0.25]), Int8Array.of(64, -127, 32))
  assert.deepEqual(quantise([5e-9, 0]), Int8Array.of(127, 0))
})

test('what has no direction has no quantised vector', () => {
  for (const none of [[], [0, 0], [Number.NaN, 1], [Number.POSITIVE_INFINITY, 1], ['a', 1]]) {
    assert.equal(quantise(none as number[]), null)
  }
})
