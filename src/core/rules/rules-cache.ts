import { RULES_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { listRules, type RuleRow } from '#storage/rules/rules.ts'
import type { ActiveRule } from './decide.ts'
import type { RuleDraft } from './rule.ts'

/** About what an entry takes in memory beside its rules. */
const ENTRY_BYTES = 200

/** The store's rules that are on, in their order, as they are now. */
export async function readActiveRules(queries: Queries): Promise<ActiveRule[]> {
  return (await listRules(queries, RULES_MAX.rules, 'on')).map(toRule)
}

/** Cached active rules, for changes, which need them each time. Other processes see a change a moment later. */
export function getCachedRules(queries: Queries): Promise<ActiveRule[]> {
  return queries.memory.recall('rules', queries.shopId, async () => {
    const value = await readActiveRules(queries)
    return { value, bytes: ENTRY_BYTES + (value.length > 0 ? 2 * JSON.stringify(value).length : 0) }
  })
}

/** What was stored was checked by the schema. */
export function toRule(row: RuleRow): RuleRow & RuleDraft {
  return row as RuleRow & RuleDraft
}
