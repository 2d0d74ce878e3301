/** Limits what is held at a time, such as bytes or look-ups: requests above the limit wait for their turn. */
export class Budget {
  readonly #max: number
  #held = 0
  readonly #waiting: { size: number; begin: () => void }[] = []

  constructor(max: number) {
    this.#max = max
  }

  /** Runs `work` when there is room for its size; what is larger than the whole budget when nothing else is held. */
  async hold<T>(size: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length > 0 || !this.#fits(size)) {
      await new Promise<void>((begin) => this.#waiting.push({ size, begin }))
    } else this.#held += size
    try {
      return await work()
    } finally {
      this.#held -= size
      this.#admit()
    }
  }

  #fits(size: number): boolean {
    return this.#held === 0 || this.#held + size <= this.#max
  }

  #admit(): void {
    for (let [next] = this.#waiting; next && this.#fits(next.size); [next] = this.#waiting) {
      this.#waiting.shift()
      this.#held += next.size
      next.begin()
    }
  }
}
