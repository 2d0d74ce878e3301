import { isUtf8 } from 'node:buffer'
import { IMPORT_LINE_BYTES_MAX } from '../limits.ts'
import { rejected } from './kind.ts'

/** A line of the body: its number from 1, and its text, or why it cannot be read. */
export interface ImportLine {
  number: number
  text: string | Error
}

const NEWLINE = 0x0a

/**
 * Splits a body into lines as it arrives. Holds one line at most: of a line over 8 MiB nothing is kept but the
 * fact. Blank lines are counted and left out.
 */
export async function* readLines(body: AsyncIterable<Buffer>): AsyncGenerator<ImportLine> {
  let number = 0
  let parts: Buffer[] = []
  let bytes = 0
  const keep = (part: Buffer) => {
    bytes += part.length
    if (bytes <= IMPORT_LINE_BYTES_MAX) parts.push(part)
    else parts = []
  }
  const finish = (): ImportLine | null => {
    number++
    const line = bytes > IMPORT_LINE_BYTES_MAX ? tooLong() : readText(Buffer.concat(parts))
    parts = []
    bytes = 0
    return line === '' ? null : { number, text: line }
  }
  for await (const chunk of body) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end))
      start = end + 1
      const line = finish()
      if (line) yield line
    }
    keep(chunk.subarray(start))
  }
  if (bytes > 0) {
    const line = finish()
    if (line) yield line
  }
}

function readText(bytes: Buffer): string | Error {
  return isUtf8(bytes) ? bytes.toString('utf8').trim() : rejected('The line is not valid UTF-8.')
}

function tooLong(): Error {
  return rejected('The line is longer than 8 MiB.')
}
