import pino, { type Logger } from 'pino'

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
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['password', 'key', 'secret', 'text', 'email', 'headers'], remove: true },
  }
  return pino(options, inTurns(pino.destination({ dest: 1, sync: false, minLength: TURN_BYTES })))
}

/** Lines of one turn are kept up to here. */
const TURN_BYTES = 8 * 1024

/**
 * Lines leave when the turn of the event loop that wrote them ends, together, and beside the work: a write each cost a
 * quarter of a small answer. What is still here when the process ends is written then, which the destination sees to.
 */
function inTurns(destination: ReturnType<typeof pino.destination>): pino.DestinationStream {
  let isWaiting = false
  const flush = () => {
    isWaiting = false
    destination.flush()
  }
  return {
    write(line) {
      destination.write(line)
      if (isWaiting) return
      isWaiting = true
      setImmediate(flush)
    },
  }
}
