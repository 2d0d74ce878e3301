const ROUNDS = 30
/** How much a word's vector is held where the encoder puts the word alone. */
const HOLD = 0.3

/** A message: places of its words among the words, and where the encoder puts it. */
export interface Message {
  words: number[]
  target: Float64Array
}

/**
 * Words' vectors whose mean over a message comes nearest to where the encoder puts the message, without going far from
 * `alone`: least squares with a ridge, by conjugate gradients, each dimension for itself.
 */
export function fitWords(messages: Message[], alone: Float64Array[]): Float64Array[] {
  const size = alone[0]?.length ?? 0
  const zeros = () => alone.map(() => new Float64Array(size))
  const steps = zeros()
  let rest = zeros()
  for (const { words, target } of messages) {
    const missing = target.slice()
    addMean(missing, words, alone, -1)
    spread(missing, words, rest)
  }
  const direction = rest.map((row) => row.slice())
  let left = squares(rest)
  for (let round = 0; round < ROUNDS; round++) {
    const pushed = direction.map((row) => row.map((value) => HOLD * value))
    const mean = new Float64Array(size)
    for (const { words } of messages) {
      mean.fill(0)
      addMean(mean, words, direction, 1)
      spread(mean, words, pushed)
    }
    const along = squares(direction, pushed)
    const pace = left.map((value, i) => value / (at(along, i) || 1))
    addScaled(steps, direction, pace, 1)
    addScaled(rest, pushed, pace, -1)
    const now = squares(rest)
    const kept = now.map((value, i) => value / (at(left, i) || 1))
    for (const [w, row] of direction.entries()) {
      const restRow = rest[w] as Float64Array
      for (let i = 0; i < size; i++) row[i] = at(restRow, i) + at(kept, i) * at(row, i)
    }
    left = now
  }
  rest = steps
  return alone.map((row, w) => row.map((value, i) => value + at(rest[w] as Float64Array, i)))
}

/** Adds the mean of the words' rows, times `sign`, to `sum`. */
function addMean(sum: Float64Array, words: number[], rows: Float64Array[], sign: number): void {
  for (const word of words) {
    const row = rows[word] as Float64Array
    for (let i = 0; i < sum.length; i++) sum[i] = at(sum, i) + (sign * at(row, i)) / words.length
  }
}

/** Adds each word's part of a message's vector to the word's row. */
function spread(vector: Float64Array, words: number[], rows: Float64Array[]): void {
  for (const word of words) {
    const row = rows[word] as Float64Array
    for (let i = 0; i < vector.length; i++) row[i] = at(row, i) + at(vector, i) / words.length
  }
}

function addScaled(to: Float64Array[], rows: Float64Array[], factors: Float64Array, sign: number): void {
  for (const [w, row] of rows.entries()) {
    const own = to[w] as Float64Array
    for (let i = 0; i < own.length; i++) own[i] = at(own, i) + sign * at(factors, i) * at(row, i)
  }
}

/** By dimension, the sum over all rows of one times the other. */
function squares(a: Float64Array[], b: Float64Array[] = a): Float64Array {
  const sums = new Float64Array(a[0]?.length ?? 0)
  for (const [w, row] of a.entries()) {
    const other = b[w] as Float64Array
    for (let i = 0; i < sums.length; i++) sums[i] = at(sums, i) + at(row, i) * at(other, i)
  }
  return sums
}

function at(values: Float64Array, place: number): number {
  return values[place] as number
}
