const ROUNDS = 60

export function meanOf(vectors: Float64Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++) mean[i] = at(mean, i) + at(vector, i) / vectors.length
  return mean
}

/** The directions in which vectors differ most from their mean (principal components), by orthogonal iteration. */
export function mainDirections(vectors: Float64Array[], mean: Float64Array, count: number): Float64Array[] {
  const size = mean.length
  const together = new Float64Array(size * size)
  const less = new Float64Array(size)
  for (const vector of vectors) {
    for (let i = 0; i < size; i++) less[i] = at(vector, i) - at(mean, i)
    for (let i = 0; i < size; i++) {
      const own = at(less, i)
      for (let j = 0; j <= i; j++) together[i * size + j] = at(together, i * size + j) + own * at(less, j)
    }
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) together[j * size + i] = at(together, i * size + j)
  const rows = Array.from({ length: size }, (_, i) => together.subarray(i * size, (i + 1) * size))
  let found = rows.slice(0, count).map((row) => Float64Array.from(row))
  for (let round = 0; round < ROUNDS; round++) {
    found = orthogonal(found).map((direction) => Float64Array.from(rows, (row) => dot(row, direction)))
  }
  return orthogonal(found)
}

/** Each vector less the mean, seen along the directions. */
export function project(vectors: Float64Array[], mean: Float64Array, directions: Float64Array[]): Float64Array[] {
  const offsets = Float64Array.from(directions, (direction) => dot(mean, direction))
  return vectors.map((vector) =>
    Float64Array.from(directions, (direction, i) => dot(vector, direction) - at(offsets, i)),
  )
}

/** A basis of the same space: directions of length 1 at right angles to each other (Gram and Schmidt). */
function orthogonal(vectors: Float64Array[]): Float64Array[] {
  const found: Float64Array[] = []
  for (const vector of vectors) {
    const rest = Float64Array.from(vector)
    for (const other of found) {
      const share = dot(rest, other)
      for (let i = 0; i < rest.length; i++) rest[i] = at(rest, i) - share * at(other, i)
    }
    const length = Math.sqrt(dot(rest, rest))
    found.push(rest.map((value) => value / length))
  }
  return found
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += at(a, i) * at(b, i)
  return sum
}

function at(values: Float64Array, place: number): number {
  return values[place] as number
}
