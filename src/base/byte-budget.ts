/** Bounds the bytes that are held at a time: whoever wants more waits for its turn. */
export class ByteBudget {
  readonly #max: number
  #held = 0
  readonly #waiting: { bytes: number; begin: () => void }[] = []

  constructor(max: number) {
    this.#max = max
  }

  /** Runs `work` when there is room for its bytes; what is larger than the whole budget when nothing else is held. */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length > 0 || !this.#fits(bytes)) {
      await new Promise<void>((begin) => this.#waiting.push({ bytes, begin }))
    } else this.#held += bytes
    try {
      return await work()
    } finally {
      this.#held -= bytes
      this.#admit()
    }
  }

  #fits(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.#max
  }

  #admit(): void {
    for (let [next] = this.#waiting; next && this.#fits(next.bytes); [next] = this.#waiting) {
      this.#waiting.shift()
      this.#held += next.bytes
      next.begin()
    }
  }
}
