import { currentTime } from '#base/clock.ts'
import { SEGMENTS_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import type { SegmentFilter } from '#storage/segments/conditions.ts'
import { listSegments } from '#storage/segments/segments.ts'
import { requireSegment } from './segments.ts'

/** Segments as lists of conversations are narrowed to them. */

/** One segment. INVALID_PARAMS for an unknown one. */
export async function readSegmentFilter(queries: Queries, id: string): Promise<SegmentFilter> {
  return toFilter(await requireSegment(queries, id))
}

/** Filters of the given segments, by id. Runs no query for an empty list. */
export async function readSegmentFilters(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, SegmentFilter>> {
  if (ids.length === 0) return new Map()
  const segments = await listSegments(queries, SEGMENTS_MAX.segments)
  return new Map(segments.flatMap((one) => (ids.includes(one.id) ? [[one.id, toFilter(one)]] : [])))
}

const toFilter = ({ conditions }: Pick<SegmentFilter, 'conditions'>): SegmentFilter => ({
  conditions,
  now: currentTime(),
  scanned: SEGMENTS_MAX.listScan,
})
