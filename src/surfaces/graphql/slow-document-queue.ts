import { ConcurrencyLimiter } from '#core/rates/tenant-concurrency-limiter.ts'
import { refusal } from './errors.ts'

/** Work that nobody has to be let go first after. */
const SHORT_MS = 5
/** How much longer others go first than it took: long work has a quarter of the thread, at most. */
const OTHERS = 3

/** One sender's long work is done one piece after another; different senders' take turns. */
const senders = new ConcurrencyLimiter(1)
let last: Promise<void> = Promise.resolve()

/**
 * Does work that holds the thread, on which everybody else is answered too: one piece at a time, and after each others go
 * first for longer than it took. A request needs the thread several times, and would else meet a piece each time.
 * UNAVAILABLE when too much of one sender's waits already.
 */
export function doLongWork<T>(sender: string, work: () => T | Promise<T>): Promise<T> {
  const done = senders.run(sender, async () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    const begun = performance.now()
    try {
      return await work()
    } finally {
      const ms = performance.now() - begun
      if (ms < SHORT_MS) resolve()
      else setTimeout(resolve, OTHERS * ms)
    }
  })
  if (!done) throw refusal(503, 'UNAVAILABLE', 'Too many long documents at once; try again shortly.')
  return done
}
