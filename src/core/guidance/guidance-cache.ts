import { GUIDANCE_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { type GuidanceRow, listGuidance } from '#storage/guidance/guidance.ts'
import type { ActiveGuidance, GuidanceDraft } from './guidance.ts'

/** About what an entry takes in memory beside its guidance. */
const ENTRY_BYTES = 200

/** The store's guidance that is on, in its order, from memory: each turn asks. Other processes see a change a moment later. */
export function getCachedGuidance(queries: Queries): Promise<ActiveGuidance[]> {
  return queries.memory.recall('guidance', queries.shopId, async () => {
    const value = (await listGuidance(queries, GUIDANCE_MAX.guidance, 'on')).map(toGuidance)
    return { value, bytes: ENTRY_BYTES + (value.length > 0 ? 2 * JSON.stringify(value).length : 0) }
  })
}

/** All of the store's guidance, that which is off included, as it is now. */
export async function readAllGuidance(queries: Queries): Promise<ActiveGuidance[]> {
  return (await listGuidance(queries, GUIDANCE_MAX.guidance)).map(toGuidance)
}

/** What was stored was checked by the schema. */
export function toGuidance({ content, ...row }: GuidanceRow): Omit<GuidanceRow, 'content'> & ActiveGuidance {
  return { ...row, ...(content as Omit<GuidanceDraft, 'name' | 'isOn'>) }
}
