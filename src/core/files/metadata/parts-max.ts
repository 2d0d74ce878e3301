/**
 * Segments, chunks, boxes and places of a picture's file; those of real ones have some thousands (a PNG of 10 MB in pieces of
 * 4 KB). A hostile file of millions counts as broken, since going through them holds up the thread that serves all stores.
 */
const PARTS_MAX = 20_000

/** Counts one part more; throws as reading beyond the end does. */
export function countPart(count: number): number {
  if (count >= PARTS_MAX) throw new RangeError('A picture has too many parts.')
  return count + 1
}
