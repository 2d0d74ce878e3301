import { encodeCursor } from './cursor.ts'

export interface PageRequest {
  /** Records on the page. */
  limit: number
  /** Cursor at the end of the previous page; null for the first one. */
  cursor: string | null
}

/** One page of records in their ready wire form: the JSON's bytes, as they came from the database. */
export interface WirePage {
  items: Buffer[]
  nextCursor: string | null
}

type CursorKey = (string | number | null)[]

/**
 * A page from rows whose first column is the wire form. One row more than the limit was asked for: it only tells that
 * there is a next page. `keyOf` reads the sort key of the last record given out.
 */
export function toWirePage(
  rows: (Buffer | null)[][],
  limit: number,
  keyOf: (row: (Buffer | null)[]) => CursorKey,
): WirePage {
  const given = rows.slice(0, limit)
  const last = given.at(-1)
  return {
    items: given.map((row) => row[0] as Buffer),
    nextCursor: rows.length > limit && last ? encodeCursor(keyOf(last)) : null,
  }
}
