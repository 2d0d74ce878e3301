import { invalidParams } from '#core/errors.ts'
import type { Hit } from '#core/search/search.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Page } from './platform.ts'

/** Hits that are looked at together; filters may leave few of them. */
const CHUNK = 50

const unreadable = () =>
  invalidParams('cursor cannot be decoded; pass back paging.nextCursor of the previous result as it came.')

/**
 * One page of a search: the hits behind the cursor, as far as `load` finds and admits them, in their order. The cursor
 * is the last record's score and id, so that a page starts behind it whatever was added meanwhile.
 */
export async function pageOfHits<T>(
  hits: Hit[],
  page: { limit: number; cursor: string | null },
  load: (ids: string[]) => Promise<{ id: string; data: T }[]>,
): Promise<Page<T>> {
  const left = behind(hits, page.cursor)
  const found: { hit: Hit; data: T }[] = []
  for (let i = 0; i < left.length && found.length <= page.limit; i += CHUNK) {
    const chunk = left.slice(i, i + CHUNK)
    const byId = new Map((await load(chunk.map(({ id }) => id))).map(({ id, data }) => [id, data]))
    for (const hit of chunk) {
      const data = byId.get(hit.id)
      if (data !== undefined) found.push({ hit, data })
    }
  }
  const given = found.slice(0, page.limit)
  const last = given.at(-1)?.hit
  return {
    items: given.map(({ data }) => data),
    nextCursor: found.length > page.limit && last ? encodeCursor([Math.round(last.score * 1e4), last.id]) : null,
  }
}

function behind(hits: Hit[], cursor: string | null): Hit[] {
  if (cursor === null) return hits
  const key = decodeCursor(cursor, ['number', 'string'])
  if (!key) throw unreadable()
  const [score, id] = key as [number, string]
  return hits.filter((hit) => {
    const own = Math.round(hit.score * 1e4)
    return own < score || (own === score && hit.id > id)
  })
}

/** One page of a list in the order of ids. */
export async function pageOfIds<T>(
  page: { limit: number; cursor: string | null },
  load: (after: string, limit: number) => Promise<{ id: string; data: T }[]>,
): Promise<Page<T>> {
  const key = page.cursor === null ? [''] : decodeCursor(page.cursor, ['string'])
  if (!key) throw unreadable()
  const rows = await load(key[0] as string, page.limit + 1)
  const given = rows.slice(0, page.limit)
  return {
    items: given.map(({ data }) => data),
    nextCursor: rows.length > page.limit ? encodeCursor([(given.at(-1) as { id: string }).id]) : null,
  }
}
