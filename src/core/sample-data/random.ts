import { createHash } from 'node:crypto'
import { Random } from '#base/random.ts'

/**
 * Chance that can be repeated. Each record draws from a stream of its own, named by the seed, the record's kind and
 * its number, so any record can be made without the ones before it, and again wherever another one refers to it.
 */
export class Seed {
  readonly #words: readonly [number, number, number, number]
  /** Five letters and digits that tell this seed's order numbers and addresses from another's. */
  readonly code: string

  constructor(seed: string | number) {
    const digest = createHash('sha256').update(String(seed)).digest()
    this.#words = [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)]
    this.code = Array.from(digest.subarray(16, 21), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')
  }

  /** The stream of the record of this kind and number. */
  random(kind: Kind, number: number): Random {
    const [a, b, c, d] = this.#words
    const place = mix(number ^ (KINDS.indexOf(kind) << 26), Math.floor(number / 2 ** 32))
    return new Random(a ^ place, b + place, c ^ number, d)
  }

  /**
   * The id of the record of this kind and number, in the form of a time-ordered UUID. The time inside only counts the
   * records, so that ids are in the order of numbers and stay the same on every day.
   */
  id(kind: Kind, number: number): string {
    const time = (FIRST_TIME + number).toString(16).padStart(12, '0')
    const random = this.random(kind, number)
    const tail = (0x80000000 | (random.word() >>> 2)) >>> 0
    const hex = tail.toString(16) + hex8(random.word())
    const kindDigits = KINDS.indexOf(kind).toString(16).padStart(3, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${kindDigits}-${hex.slice(0, 4)}-${hex.slice(4)}`
  }
}

/** What has numbers of its own. The order is part of every id: add at the end. */
const KINDS = [
  'member',
  'contact',
  'conversation',
  'message',
  'note',
  'attribute',
  'session',
  'page',
  'product',
  'variant',
  'collection',
  'discount',
  'faq',
] as const
export type Kind = (typeof KINDS)[number]

/** Without letters and digits that look alike. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** The start of 2020: where the times inside ids begin to count. */
const FIRST_TIME = Date.UTC(2020, 0, 1)

function mix(low: number, high: number): number {
  let hash = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high + 1, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

function hex8(word: number): string {
  return word.toString(16).padStart(8, '0')
}
