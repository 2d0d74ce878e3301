import { readSettings } from '#core/stores/settings.ts'
import { readWidget } from '#core/stores/widget.ts'
import type { Queries } from '#database/database.ts'
import { findTargets } from '#storage/targets/targets.ts'
import type { TargetRules } from './clock.ts'
import { hasTargets, NO_TARGETS, type ReplyTargets } from './target.ts'

/** About what an entry takes in memory beside its opening hours. */
const ENTRY_BYTES = 1_000

/** A store's targets; none where it has set none. What was stored was checked by the schema. */
export async function readTargets(queries: Queries): Promise<ReplyTargets> {
  return ((await findTargets(queries)) as ReplyTargets | undefined) ?? NO_TARGETS
}

/** What a store's clocks are counted by, as it is now; null without any target. */
export async function readTargetRules(queries: Queries): Promise<TargetRules | null> {
  const targets = await readTargets(queries)
  if (!hasTargets(targets)) return null
  return { ...targets, hours: readWidget((await readSettings(queries)).widget).hours }
}

/** Cached target rules, for changes, which need them each time. Other processes see a change a moment later. */
export function getCachedTargetRules(queries: Queries): Promise<TargetRules | null> {
  return queries.memory.recall('targets', queries.shopId, async () => {
    const value = await readTargetRules(queries)
    return { value, bytes: ENTRY_BYTES + (value ? 2 * JSON.stringify(value).length : 0) }
  })
}
