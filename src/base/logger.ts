import pino, { type Logger } from 'pino'
import { lineWriter } from './log-lines.ts'

export type { Logger }

/**
 * JSON lines on standard output, or on another file descriptor. What is logged is chosen field by field where it happens
 * (method, route pattern, status, store id, duration); keys, passwords, texts and addresses are never passed in. The
 * redaction below is a second net for headers and fields of those names.
 */
export function createLogger(level: string, fd: number = process.stdout.fd): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['password', 'key', 'secret', 'text', 'email', 'headers'], remove: true },
  }
  // Asking for standard output opens it, which keeps a pipe from blocking the writer.
  return pino(options, lineWriter(fd))
}
