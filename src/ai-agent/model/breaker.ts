/** Failures within so long that end the calls, and for how long. */
const FAILURES_MAX = 5
const WINDOW_MS = 60_000
const OPEN_MS = 60_000

/** Keeps customers from waiting for a provider that fails: after five failures within a minute nobody asks it for one. */
export class CircuitBreaker {
  #failures: number[] = []
  #openUntil = 0

  isOpen(now = performance.now()): boolean {
    return now < this.#openUntil
  }

  failed(now = performance.now()): void {
    this.#failures = [...this.#failures.filter((at) => now - at < WINDOW_MS), now]
    if (this.#failures.length < FAILURES_MAX) return
    this.#openUntil = now + OPEN_MS
    this.#failures = []
  }

  succeeded(): void {
    this.#failures = []
  }
}
