import { readFile } from 'node:fs/promises'

/** English words as points, near each other when they say alike (data/NOTICE.md). */
export interface WordVectors {
  dimensions: number
  /** The word's direction, of length 1; undefined for words that are not in the table. */
  get(word: string): Float32Array | undefined
  /** A word's vector with a length, which is its weight in a sentence. */
  whole(word: string): Int8Array | undefined
  /** 0 (the commonest word) to 1 (the rarest, and every unknown one): how much a word tells. */
  rarity(word: string): number
}

const FILE = new URL('data/english.vectors', import.meta.url)

let loading: Promise<WordVectors> | undefined

/** The table, read when it is first asked for: 3 MB. */
export function loadWordVectors(): Promise<WordVectors> {
  loading ??= readFile(FILE).then(parse)
  return loading
}

/** scripts/make-word-vectors.ts tells the format. */
function parse(file: Buffer): WordVectors {
  const headEnd = file.indexOf('\n')
  const wordsEnd = file.indexOf('\n', headEnd + 1)
  const { dimensions } = JSON.parse(file.toString('latin1', 0, headEnd)) as { dimensions: number }
  const words = file.toString('latin1', headEnd + 1, wordsEnd).split(' ')
  const places = new Map(words.map((word, i) => [word, i]))
  const bytes = new Int8Array(file.buffer, file.byteOffset + wordsEnd + 1, words.length * dimensions)
  const whole = (word: string) => {
    const place = places.get(word)
    return place === undefined ? undefined : bytes.subarray(place * dimensions, (place + 1) * dimensions)
  }
  return {
    dimensions,
    get(word) {
      const vector = whole(word)
      return vector && unit(vector)
    },
    whole,
    rarity: (word) => Math.log1p(places.get(word) ?? words.length) / Math.log1p(words.length),
  }
}

/** A vector of the same direction, with a length of 1; all zeros stay. */
export function unit(vector: ArrayLike<number>): Float32Array {
  const numbers = Float32Array.from(vector)
  const length = Math.hypot(...numbers) || 1
  return numbers.map((value) => value / length)
}

/** The cosine of two directions of length 1: −1 to 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
