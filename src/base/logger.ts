import pino, { type Logger } from 'pino'
import { clock } from './clock.ts'

export type { Logger }

/**
 * JSON lines on standard output. What is logged is chosen field by field where it happens (method, route pattern,
 * status, store id, duration); keys, passwords, texts and addresses are never passed in. The redaction below is a
 * second net for headers and fields of those names.
 */
export function createLogger(level: string): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: stamp,
    redact: { paths: ['password', 'key', 'secret', 'text', 'email', 'headers'], remove: true },
  }
  return pino(options, together(pino.destination({ dest: 1, sync: false, minLength: KEPT_BYTES })))
}

let stampedMs = 0
let stamped = ''

/** The time as a line has it. Lines of one millisecond share the text, which takes longer to make than the rest of one. */
function stamp(): string {
  const now = clock.now()
  if (now !== stampedMs) {
    stampedMs = now
    stamped = `,"time":"${new Date(now).toISOString()}"`
  }
  return stamped
}

/**
 * Writes a line of level info whose fields are JSON already, without braces. For what is logged with every request: the
 * same line made of an object takes five times as long.
 */
export function writeInfo(log: { level: string }, fields: string, message: string): void {
  const logger = log as Logger & { [pino.symbols.streamSym]: pino.DestinationStream }
  if (!logger.isLevelEnabled('info')) return
  logger[pino.symbols.streamSym].write(`{"level":30${stamp()},${fields},"msg":"${message}"}\n`)
}

/** Lines are kept up to here, or for so many milliseconds. */
const KEPT_BYTES = 8 * 1024
const KEPT_MS = 20

/**
 * Lines leave together: a write each costs a quarter of a small answer, and even one in each turn of the event loop a
 * sixth. They are kept here, since the destination measures all that it keeps with each line that comes. What is still
 * here when the process ends is handed over then, before the destination writes what it has.
 */
function together(destination: ReturnType<typeof pino.destination>): pino.DestinationStream {
  let kept = ''
  let isWaiting = false
  let hasBegun = false // most loggers of a test never write
  const handOver = () => {
    const lines = kept
    kept = ''
    if (lines !== '') destination.write(lines)
  }
  const flush = () => {
    isWaiting = false
    handOver()
    destination.flush()
  }
  const begin = () => {
    hasBegun = true
    process.prependListener('exit', handOver)
  }
  return {
    write(line) {
      if (!hasBegun) begin()
      kept += line
      if (kept.length >= KEPT_BYTES) handOver()
      if (isWaiting) return
      isWaiting = true
      setTimeout(flush, KEPT_MS)
    },
  }
}
