import { write, writeSync } from 'node:fs'

/** Lines leave together: kept up to so many characters, or for so many milliseconds. */
const KEPT_MAX = 8 * 1024
const KEPT_MS = 20
/** What a reader that has stopped reading is kept for; what comes after that is dropped, and counted. */
const UNREAD_MAX = 16 * 1024 * 1024
/** A full pipe is tried again after so long; when the process ends, for so long in all. */
const AGAIN_MS = 20
const LAST_MS = 1_000

export interface Lines {
  write(line: string): void
}

/**
 * Writes lines to a file descriptor, many at a time: a write each costs a quarter of a small answer. Nothing waits for who
 * reads them. Pino's own destination keeps without bounds what nobody reads, and at the end of the process tries for ever to
 * write it, into a closed pipe too (sonic-boom 4 and 5).
 */
export function lineWriter(fd: number): Lines {
  let kept = ''
  /** Handed to the system, and not all of it taken yet. */
  let leaving: Buffer = Buffer.alloc(0)
  let state: 'idle' | 'writing' | 'full' = 'idle'
  let isFlushing = false
  let lost = 0
  let isGone = false
  let hasBegun = false // most loggers of a test never write

  function flush(): void {
    isFlushing = false
    if (state !== 'idle' || kept === '') return
    leaving = Buffer.from(take())
    go()
  }

  function take(): string {
    const lines = kept
    kept = ''
    if (lost === 0) return lines
    const told = `{"level":40,"time":"${new Date().toISOString()}","lost":${lost},"msg":"lines were dropped: nobody read them"}\n`
    lost = 0
    return lines + told
  }

  function go(): void {
    state = 'writing'
    write(fd, leaving, (error, written) => {
      if (error && isPassing(error)) {
        state = 'full'
        setTimeout(go, AGAIN_MS).unref()
        return
      }
      if (error) {
        isGone = true
        kept = ''
      }
      leaving = error ? Buffer.alloc(0) : leaving.subarray(written)
      if (leaving.length > 0) return go()
      state = 'idle'
      flushSoon()
    })
  }

  function flushSoon(): void {
    if (state !== 'idle' || kept === '') return
    if (kept.length >= KEPT_MAX) flush()
    else if (!isFlushing) {
      isFlushing = true
      setTimeout(flush, KEPT_MS)
    }
  }

  /** The process ends: what is left is written at once, as far as somebody takes it. */
  function leave(): void {
    // What the system is writing at this moment is on its way.
    let rest = Buffer.concat([state === 'full' ? leaving : Buffer.alloc(0), Buffer.from(take())])
    for (const end = Date.now() + LAST_MS; rest.length > 0 && !isGone; ) {
      try {
        rest = rest.subarray(writeSync(fd, rest))
      } catch (error) {
        if (!isPassing(error) || Date.now() > end) return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS)
      }
    }
  }

  return {
    write(line) {
      if (isGone) return
      if (!hasBegun) process.prependListener('exit', leave)
      hasBegun = true
      if (kept.length > UNREAD_MAX) {
        lost++
        return
      }
      kept += line
      flushSoon()
    },
  }
}

const isPassing = (error: unknown) => ['EAGAIN', 'EBUSY', 'EINTR'].includes((error as NodeJS.ErrnoException).code ?? '')
