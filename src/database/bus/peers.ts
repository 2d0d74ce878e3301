/** How often a process says that it is there. */
export const BEAT_MS = 1_000
/** Silence after which a process counts as killed. */
const SILENT_MS = 2_500

/**
 * Which other processes are on the bus. One that falls silent without a goodbye may have committed what it never came to
 * tell: messages leave up to 10 ms after the commit.
 */
export class Peers {
  readonly #heardAt = new Map<string, number>()
  #lookedAt = Date.now()

  heard(process: string): void {
    this.#heardAt.set(process, Date.now())
  }

  left(process: string): void {
    this.#heardAt.delete(process)
  }

  /** To be called once a beat. Returns whether a process has fallen silent since the last time. */
  look(): boolean {
    const now = Date.now()
    const wasBusy = now - this.#lookedAt > 2 * BEAT_MS
    this.#lookedAt = now
    let isLost = false
    for (const [process, heardAt] of this.#heardAt) {
      // What was said while this process did something else is not read yet: silence begins now.
      if (wasBusy) this.#heardAt.set(process, now)
      else if (now - heardAt > SILENT_MS) isLost = this.#heardAt.delete(process)
    }
    return isLost
  }
}
