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
  // Written beside the work, not in it: a line leaves at once, and those that come meanwhile leave together.
  return pino(options, pino.destination({ dest: 1, sync: false }))
}
