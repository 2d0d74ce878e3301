import { createHash } from 'node:crypto'

/** A stream of numbers that can be repeated: sfc32, small, fast, and good enough for texts and times. */
export class Random {
  #a: number
  #b: number
  #c: number
  #count: number

  constructor(a: number, b: number, c: number, d: number) {
    this.#a = a | 0
    this.#b = b | 0
    this.#c = c | 0
    this.#count = d | 0
    for (let i = 0; i < 12; i++) this.word()
  }

  /** The stream of a seed. A number and its text are one seed. */
  static of(seed: string | number): Random {
    const digest = createHash('sha256').update(String(seed)).digest()
    return new Random(digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12))
  }

  /** 32 random bits. */
  word(): number {
    const sum = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** From 0 up to but not including 1. */
  fraction(): number {
    return this.word() / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** A whole number from 0 up to but not including `max`. */
  below(max: number): number {
    return Math.floor(this.fraction() * max)
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }

  /** One of the items, more often the heavier ones. */
  weighted<T>(items: readonly T[], weight: (item: T) => number): T {
    let rest = this.fraction() * items.reduce((sum, item) => sum + weight(item), 0)
    for (const item of items) {
      rest -= weight(item)
      if (rest < 0) return item
    }
    return items.at(-1) as T
  }

  /** `pattern` with each # replaced by a digit. */
  digits(pattern: string): string {
    return pattern.replaceAll('#', () => String(this.between(0, 9)))
  }

  /** `length` letters and digits. */
  code(length: number): string {
    return Array.from({ length }, () => this.pick(ALPHANUMERIC)).join('')
  }
}

const ALPHANUMERIC = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789']
