/**
 * Cursors are opaque to clients: base64url of a JSON array holding the sort key of the last record given out. They
 * are data, not promises: nothing in them is trusted beyond its type (spec 7.1: a hand-built cursor is not checked
 * against the query).
 */

export function encodeCursor(key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** The cursor's parts, or null when it is none of ours. `kinds` gives the type of each part. */
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
  return part === null || (typeof part === 'number' && Number.isInteger(part) && Math.abs(part) < 8.64e15)
}
