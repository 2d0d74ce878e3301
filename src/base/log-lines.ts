import { writeSync } from 'node:fs'

/** Batch of lines: they are kept up to this number of characters, or for KEPT_MS. */
const KEPT_MAX = 8 * 1024
const KEPT_MS = 20
/** Characters that are kept for a reader who has stopped reading; what comes after that is dropped, and counted. */
const UNREAD_MAX = 16 * 1024 * 1024
/** Retry delay for a full pipe, and the total time for it when the process ends; a full disk is retried after a second. */
const AGAIN_MS = 20
const LAST_MS = 1_000
const TROUBLE_MS = 1_000

export interface Lines {
  write(line: string): void
}

/**
 * Writes lines to a file descriptor, many at a time: a write each costs a quarter of a small answer. It waits for nobody: of a
 * pipe that does not block what it takes is written, and the rest a moment later. Nothing is on its way while other code
 * runs, so that at the end of the process it is known what is left.
 */
export function lineWriter(fd: number): Lines {
  let kept = ''
  /** Lines of which a part is written. */
  let rest: Buffer = Buffer.alloc(0)
  let lost = 0
  let isWaiting = false
  let isGone = false
  let hasBegun = false // most loggers of a test never write

  function flushIn(ms: number): void {
    if (isWaiting) return
    isWaiting = true
    const timer = setTimeout(() => {
      isWaiting = false
      flush()
    }, ms)
    // A pipe that is not read must not hold up the exit; lines that were just logged are written before it.
    if (ms !== KEPT_MS) timer.unref()
  }

  function flush(): void {
    const pause = writeOut()
    if (pause !== null) flushIn(pause)
  }

  /** Writes what is taken; returns after how many milliseconds the rest may be tried again, null where nothing is left. */
  function writeOut(): number | null {
    while (!isGone && (rest.length > 0 || kept !== '')) {
      if (rest.length === 0) rest = take()
      try {
        rest = rest.subarray(writeSync(fd, rest))
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException
        if (PASSING.includes(code)) return AGAIN_MS
        if (!GONE.includes(code)) return TROUBLE_MS
        isGone = true
      }
    }
    return null
  }

  function take(): Buffer {
    const lines = Buffer.from(kept + toldOfLost())
    kept = ''
    return lines
  }

  function toldOfLost(): string {
    if (lost === 0) return ''
    const told = { level: 40, time: new Date().toISOString(), lost, msg: 'lines were dropped: nobody took them' }
    lost = 0
    return `${JSON.stringify(told)}\n`
  }

  /** The process ends: what is left is written now, as far as somebody takes it. */
  function leave(): void {
    for (const end = Date.now() + LAST_MS; writeOut() === AGAIN_MS && Date.now() < end; ) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS)
    }
  }

  return {
    write(line) {
      if (isGone) return
      if (!hasBegun) process.prependListener('exit', leave)
      hasBegun = true
      if (kept.length + line.length > UNREAD_MAX) {
        lost++
        return
      }
      kept += line
      if (kept.length >= KEPT_MAX && !isWaiting) flush()
      else flushIn(KEPT_MS)
    },
  }
}

/** Nobody takes it at the moment. */
const PASSING = ['EAGAIN', 'EBUSY', 'EINTR']
/** Nobody ever will. */
const GONE = ['EPIPE', 'EBADF', 'ECONNRESET', 'ENOTCONN']
