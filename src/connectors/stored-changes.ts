import type { Change, ReadLine } from './changes.ts'

/**
 * What is kept of a platform's webhook until it is applied: what it means, a line each. The record that came along is not
 * kept: it is asked for.
 */
export const storeChanges = (changes: Change[]): Buffer =>
  Buffer.from(changes.map((change) => JSON.stringify(change)).join('\n'))

export function* readStored(payload: Buffer): Generator<ReadLine> {
  for (const [i, line] of payload.toString('utf8').split('\n').entries()) {
    if (line !== '') yield { line: i + 1, change: JSON.parse(line) as Change }
  }
}
