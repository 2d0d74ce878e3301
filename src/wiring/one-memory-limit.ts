import { setFlagsFromString } from 'node:v8'

/** An option of V8's; `node --v8-options` has its words. */
export const ONE_MEMORY_LIMIT = '--external-memory-accounted-in-global-limit'

/**
 * Buffers lie outside of V8's heap. Counted apart from it, every 30 MB of them made V8 look through the whole heap: a third
 * of the work of lists. Counted together, it looks when there is much to free (docs/decisions/0095-fewer-writes.md).
 */
export function countMemoryTogether(): void {
  setFlagsFromString(ONE_MEMORY_LIMIT)
}
