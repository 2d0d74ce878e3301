/** Waits between tries: from 1 s doubling to 30 s, each somewhere in its upper half, so that no crowd comes at once. */
export function createBackoff(random = Math.random) {
  let tries = 0
  return {
    next(atLeast = 0): number {
      const wait = Math.min(30_000, 1_000 * 2 ** tries++)
      return Math.max(atLeast, wait * (0.5 + random() / 2))
    },
    reset(): void {
      tries = 0
    },
  }
}
