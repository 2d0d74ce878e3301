/** Timers by key, of which each key has one: the earliest that was asked for. */
export class Alarms {
  readonly #timers = new Map<string, { at: number; timer: NodeJS.Timeout }>()

  /** Calls `ring` at a time (Date.now()), unless an earlier one is set for the key already. */
  set(key: string, at: number, ring: () => void): void {
    const known = this.#timers.get(key)
    if (known && known.at <= at) return
    clearTimeout(known?.timer)
    const timer = setTimeout(
      () => {
        this.#timers.delete(key)
        ring()
      },
      Math.max(0, at - Date.now()) + 1,
    ) // a timer may come a little early
    this.#timers.set(key, { at, timer })
  }

  /** Forgets them all. */
  clear(): void {
    for (const { timer } of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
