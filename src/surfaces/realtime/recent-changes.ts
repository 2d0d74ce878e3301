/** What had a signal lately: for who reads something and subscribes to it only afterwards. */
export class SignalMemory {
  readonly #size: number
  /** When each last had one, counted in signals; the newest last. */
  readonly #last = new Map<string, number>()
  #count = 0
  /** Signals up to this one may be missing there. */
  #forgotten = 0

  /** `size`: how many are remembered; more than have a signal while one is read. */
  constructor(size = 10_000) {
    this.#size = size
  }

  note(key: string): void {
    this.#last.delete(key) // the newest last
    this.#last.set(key, ++this.#count)
    if (this.#last.size <= this.#size) return
    const [oldest] = this.#last
    this.#last.delete(oldest?.[0] as string)
    this.#forgotten = oldest?.[1] as number
  }

  /** Signals may have been lost: all that was read until now is taken to have had one. */
  forget(): void {
    this.#last.clear()
    this.#forgotten = ++this.#count
  }

  /** To be taken before reading. */
  mark(): number {
    return this.#count
  }

  /** Whether there was a signal since the mark, or may have been. */
  isSince(key: string, mark: number): boolean {
    return (this.#last.get(key) ?? this.#forgotten) > mark
  }
}
