import { currentTime } from '#base/clock.ts'
import { isOpenAt } from '#base/opening-hours.ts'
import { RULE_COUNT, TEAMS_MAX } from '#core/limits.ts'
import { type RuleMember, type RuleState, type RuleTeam, segmentsOf, teamsOf } from '#core/rules/decide.ts'
import type { RuleDraft } from '#core/rules/rule.ts'
import type { Settings } from '#core/stores/settings.ts'
import { readWidget } from '#core/stores/widget.ts'
import type { TeamMember } from '#core/teams/team.ts'
import type { Queries } from '#database/database.ts'
import type { RuleCase } from '#storage/rule-runs/rule-context.ts'
import { readTeam } from '#storage/rule-runs/team.ts'
import { listSegmentsOf } from '#storage/segments/segments.ts'
import { listTeams } from '#storage/teams/teams.ts'

/** A customer's language: of what they wrote, newest first; where that says little, of their browser. */
export type LanguageOf = (texts: string[], locale: string | null) => string

/** By the contact's id. */
type SegmentsOf = ReadonlyMap<string, readonly { id: string }[]>

/** A conversation as rules see it; `at` is when what it is about happened, `segments` what `readSegments` found. */
export function stateOf(
  found: RuleCase,
  at: Date,
  { settings, segments, languageOf }: { settings: Settings; segments: SegmentsOf; languageOf: LanguageOf },
): RuleState {
  const { hours } = readWidget(settings.widget)
  const { channel, customerType, text, tags, memberId, teamId, isChatBot, status, isRead, isStarred, priority } = found
  return {
    channel,
    customerType,
    text,
    language: languageOfCase(found, languageOf),
    isInHours: hours ? isOpenAt(at, hours) : null,
    tags,
    memberId,
    teamId,
    isChatBot,
    orderStates: found.orderStates?.filter((state) => state !== null) ?? null,
    segments: segments.get(found.contactId ?? '')?.map(({ id }) => id) ?? [],
    status,
    isSnoozed: found.snoozedUntil !== null,
    isRead,
    isStarred,
    priority,
  }
}

/** The segments that contacts are in, of those that rules ask for: one look-up, and none without such a rule. */
export async function readSegments(
  queries: Queries,
  rules: readonly RuleDraft[],
  contacts: readonly (string | null)[],
): Promise<SegmentsOf> {
  const among = segmentsOf(rules)
  const ids = [...new Set(contacts.filter((id) => id !== null))]
  if (among.length === 0 || ids.length === 0) return new Map()
  return listSegmentsOf(queries, ids, { now: currentTime(), among })
}

/** The language of a conversation; null where its customer has said nothing. */
export function languageOfCase({ words, locale }: Pick<RuleCase, 'words' | 'locale'>, languageOf: LanguageOf) {
  return words.length > 0 ? languageOf(words, locale) : null
}

/** The store's teams by their ids, where rules give to any. */
export async function teamsById(queries: Queries, rules: readonly RuleDraft[]): Promise<Map<string, RuleTeam>> {
  if (teamsOf(rules).length === 0) return new Map()
  return new Map((await listTeams(queries, TEAMS_MAX.teams)).map((team) => [team.id, team]))
}

/** Members by their ids, as those who may be given a conversation now. */
export async function teamOf(queries: Queries, ids: string[]): Promise<Map<string, RuleMember & TeamMember>> {
  if (ids.length === 0) return new Map()
  const since = new Date(currentTime().getTime() - RULE_COUNT.withinMs)
  const rows = await readTeam(queries, ids, { since, max: RULE_COUNT.max })
  return new Map(rows.map((member) => [member.id, member]))
}
