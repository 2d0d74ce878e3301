import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import type { RuleOutcome, RuleTriggerKind } from '#core/rules/rule.ts'
import { listStoreRules } from '#core/rules/rules.ts'
import { isRunCursor, listRuns, type RuleRunRow } from '#storage/rule-runs/runs.ts'

/** One time that a rule applied. */
export type RuleRun = Omit<RuleRunRow, 'outcomes' | 'trigger'> & {
  trigger: RuleTriggerKind
  outcomes: RuleOutcome[]
  customerName: string | null
}

/** What a rule did in the last 30 days, newest first. NOT_FOUND for no rule of the store. */
export async function readRuleLog(
  caller: Caller,
  ruleId: string,
  page: { limit: number; cursor: string | null },
): Promise<{ runs: RuleRun[]; nextCursor: string | null }> {
  const rules = await listStoreRules(caller)
  if (!rules.some(({ id }) => id === ruleId)) throw notFound('Rule')
  requireCursor(page.cursor, isRunCursor)
  return (await listRuns(caller.shop, ruleId, page)) as { runs: RuleRun[]; nextCursor: string | null }
}
