import { currentTime } from '#base/clock.ts'
import { RULE_COUNT } from '#core/limits.ts'
import type { RuleMember, RuleState } from '#core/rules/decide.ts'
import { isInHours } from '#core/stores/hours.ts'
import type { Settings } from '#core/stores/settings.ts'
import { readWidget } from '#core/stores/widget.ts'
import type { Queries } from '#database/database.ts'
import type { RuleCase } from '#storage/rule-runs/cases.ts'
import { readTeam } from '#storage/rule-runs/team.ts'

/** A customer's language: of what they wrote, newest first; where that says little, of their browser. */
export type LanguageOf = (texts: string[], locale: string | null) => string

/** A conversation as rules see it; `at` is when what it is about happened. */
export function stateOf(found: RuleCase, at: Date, settings: Settings, languageOf: LanguageOf): RuleState {
  const { hours } = readWidget(settings.widget)
  const { channel, customerType, text, tags, memberId, isChatBot, status, isRead, isStarred } = found
  return {
    channel,
    customerType,
    text,
    language: found.words.length > 0 ? languageOf(found.words, found.locale) : null,
    isInHours: hours ? isInHours(at, hours) : null,
    tags,
    memberId,
    isChatBot,
    orderStates: found.orderStates?.filter((state) => state !== null) ?? null,
    status,
    isSnoozed: found.snoozedUntil !== null,
    isRead,
    isStarred,
  }
}

/** Members by their ids, as those who may be given a conversation now. */
export async function teamOf(queries: Queries, ids: string[]): Promise<Map<string, RuleMember>> {
  if (ids.length === 0) return new Map()
  const since = new Date(currentTime().getTime() - RULE_COUNT.withinMs)
  const rows = await readTeam(queries, ids, { since, max: RULE_COUNT.max })
  return new Map(rows.map(({ id, ...member }) => [id, member]))
}
