import { createHash } from 'node:crypto'

/** Numbers that follow from a seed and a request's index alone, so that any request can be made again by itself. */
export class Random {
  #state: Uint32Array

  constructor(seed: string, index: number) {
    this.#state = new Uint32Array(
      new Uint8Array(createHash('sha256').update(`${seed}/${index}`).digest()).buffer.slice(0, 16),
    )
  }

  /** From 0 to below 1 (sfc32). */
  next(): number {
    const s = this.#state as unknown as [number, number, number, number]
    const sum = (s[0] + s[1] + s[3]) >>> 0
    s[3] = s[3] + 1
    s[0] = s[1] ^ (s[1] >>> 9)
    s[1] = (s[2] + (s[2] << 3)) >>> 0
    s[2] = (((s[2] << 21) | (s[2] >>> 11)) + sum) >>> 0
    return sum / 2 ** 32
  }

  /** A whole number from 0 to below `max`. */
  int(max: number): number {
    return Math.floor(this.next() * max)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(items.length)] as T
  }

  /** A UUID that nothing else has. */
  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.int(16).toString(16)).join('')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
}
