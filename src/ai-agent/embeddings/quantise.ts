/** The largest number of a quantised vector. */
const MOST = 127

/**
 * A vector's direction in one byte a number. Its length is lost, and cosines change by less than a hundredth. Null for
 * a vector without direction: all zeros, or an element that is not a number.
 */
export function quantise(vector: ArrayLike<number>): Int8Array | null {
  let most = 0
  for (let i = 0; i < vector.length; i++) {
    const size = Math.abs(vector[i] as number)
    if (!Number.isFinite(size)) return null
    if (size > most) most = size
  }
  if (most === 0) return null
  const scale = MOST / most
  return Int8Array.from(vector, (value) => Math.round(value * scale))
}

/** A quantised vector's length. */
export function lengthOf(vector: Int8Array): number {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) ** 2
  return Math.sqrt(sum)
}

/**
 * The inner product of two vectors of one length. Four sums at once, of whole numbers: processors add them side by side.
 * (They fit for half a million numbers; a provider's longest vectors have some thousands.)
 */
export function product(a: Int8Array, b: Int8Array): number {
  const whole = a.length - (a.length % 4)
  let [s0, s1, s2, s3] = [0, 0, 0, 0]
  for (let i = 0; i < whole; i += 4) {
    s0 = (s0 + Math.imul(a[i] as number, b[i] as number)) | 0
    s1 = (s1 + Math.imul(a[i + 1] as number, b[i + 1] as number)) | 0
    s2 = (s2 + Math.imul(a[i + 2] as number, b[i + 2] as number)) | 0
    s3 = (s3 + Math.imul(a[i + 3] as number, b[i + 3] as number)) | 0
  }
  for (let i = whole; i < a.length; i++) s0 += (a[i] as number) * (b[i] as number)
  return s0 + s1 + s2 + s3
}
