import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { CliError } from './client.ts'

/** Progress goes to standard error, so that standard output holds the answer alone. */
const TERMINAL_MS = 200
const LOG_MS = 10_000

/** Prints `describe()` repeatedly until `work` is done: on one line of a terminal, otherwise on a new line now and then. */
export async function withProgress<T>(describe: () => string, work: () => Promise<T>): Promise<T> {
  const { isTTY } = process.stderr
  const tell = () => process.stderr.write(isTTY ? `\r\x1b[K${describe()}` : `${describe()}\n`)
  const timer = setInterval(tell, isTTY ? TERMINAL_MS : LOG_MS)
  try {
    const result = await work()
    if (isTTY) process.stderr.write('\r\x1b[K')
    return result
  } catch (error) {
    if (isTTY) process.stderr.write('\n')
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** How long something has been going on, from now on. */
export function stopwatch(): () => string {
  const start = Date.now()
  return () => {
    const seconds = Math.floor((Date.now() - start) / 1000)
    return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  }
}

export interface Source {
  chunks: AsyncIterable<Buffer>
  /** How much of it was read so far. */
  describe: () => string
}

/** A file, or standard input for `-`, counting what is read of it. */
export async function openSource(file: string): Promise<Source> {
  const size = file === '-' ? null : await sizeOf(file)
  const input: AsyncIterable<Buffer> = file === '-' ? process.stdin : createReadStream(file)
  let read = 0
  async function* count() {
    for await (const chunk of input) {
      read += chunk.length
      yield chunk
    }
  }
  return { chunks: count(), describe: () => describeBytes(read, size) }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new CliError(`${file} is not a file that can be read.`)
  return found.size
}

/** "12.3 MB of 45.6 MB (27%)"; without a known size the first part alone. */
export function describeBytes(read: number, size: number | null): string {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  if (size === null) return megabytes(read)
  return `${megabytes(read)} of ${megabytes(size)} (${size === 0 ? 100 : Math.floor((read / size) * 100)}%)`
}
