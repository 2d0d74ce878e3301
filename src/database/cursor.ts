/**
 * Cursors are opaque to clients: base64url of a JSON array holding the sort key of the last record given out. They
 * are data, not promises: nothing in them is trusted beyond its type (spec 7.1: a hand-built cursor is not checked
 * against the query).
 */

export function encodeCursor(key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** The cursor's parts, or null if it is not one of ours. `kinds` gives the type of each part. */
export function decodeCursor(
  cursor: string,
  kinds: readonly ('string' | 'number' | 'time')[],
): (string | number | null)[] | null {
  if (!/^[\w-]{1,1024}$/.test(cursor)) return null
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(key) || key.length !== kinds.length) return null
    return key.every((part, i) => fits(part, kinds[i])) ? key : null
  } catch {
    return null
  }
}

function fits(part: unknown, kind: 'string' | 'number' | 'time' | undefined): boolean {
  if (kind === 'number') return Number.isSafeInteger(part)
  if (kind === 'string') return typeof part === 'string' && !part.includes('\0') && part.isWellFormed()
  return part === null || (Number.isInteger(part) && (part as number) >= YEAR_1 && (part as number) < YEAR_10000)
}

/** Moments that a Date and PostgreSQL both write with a year of four digits, in milliseconds. */
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z')
const YEAR_10000 = Date.parse('9999-12-31T23:59:59.999Z') + 1
