import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { RULES_MAX, SEGMENTS_MAX, TEAMS_MAX } from '#core/limits.ts'
import type { Queries, Transaction } from '#database/database.ts'
import { listMembers } from '#storage/members/members.ts'
import { listRuleEndpoints } from '#storage/rules/endpoints.ts'
import { deleteRule, listRules, placeRules, type RuleRow, saveRule } from '#storage/rules/rules.ts'
import { listSegments } from '#storage/segments/segments.ts'
import { findStore } from '#storage/stores/stores.ts'
import { listTeams } from '#storage/teams/teams.ts'
import { checkRule } from './check.ts'
import { endpointsOf, membersOf, segmentsOf, teamsOf } from './decide.ts'
import type { RuleDraft } from './rule.ts'
import { toRule } from './rules-cache.ts'

/** A store's rules, as its admins keep them. */

export type Rule = RuleDraft & Pick<RuleRow, 'id' | 'position' | 'createdAt' | 'updatedAt'>

/** All of them, in their order. */
export async function listStoreRules({ shop }: Pick<Caller, 'shop'>): Promise<Rule[]> {
  return (await listRules(shop, RULES_MAX.rules)).map(toView)
}

/** A rule, as last in the order. INVALID_PARAMS for one that cannot be, and beyond their number. */
export function addRule(caller: Caller, draft: RuleDraft): Promise<Rule> {
  return change(caller, async (tx, rules) => {
    if (rules.length >= RULES_MAX.rules) {
      throw invalidParams(`A store has at most ${RULES_MAX.rules} rules; delete one first.`)
    }
    const now = currentTime()
    const position = Math.max(0, ...rules.map((rule) => rule.position)) + 1
    const rule = await save(tx, { ...draft, id: newId(), position, createdAt: now, updatedAt: now })
    await recordAudit(tx, caller.actor, 'rule.created', rule.id, { name: rule.name, isOn: rule.isOn })
    return rule
  })
}

/** Changes parts of a rule, or switches it on or off. The audit log names what changed. */
export function editRule(caller: Caller, id: string, edit: Partial<RuleDraft>): Promise<Rule> {
  return change(caller, async (tx, rules) => {
    const before = requireRule(rules, id)
    const rule = await save(tx, { ...before, ...edit, updatedAt: currentTime() })
    const changed = (Object.keys(edit) as (keyof RuleDraft)[]).filter(
      (key) => JSON.stringify(before[key]) !== JSON.stringify(rule[key]),
    )
    const switched = changed.includes('isOn') ? { isOn: rule.isOn } : {}
    if (changed.length > 0) {
      await recordAudit(tx, caller.actor, 'rule.changed', id, { name: rule.name, ...switched, changed })
    }
    return rule
  })
}

/** Puts rules into this order, all of them. */
export function orderRules(caller: Caller, ids: string[]): Promise<Rule[]> {
  return change(caller, async (tx, rules) => {
    for (const id of ids) requireRule(rules, id)
    if (new Set(ids).size !== rules.length || ids.length !== rules.length) {
      throw invalidParams('ids must name each rule of the store once.')
    }
    await placeRules(tx, ids)
    await recordAudit(tx, caller.actor, 'rules.ordered', null, { ids })
    return (await listRules(tx, RULES_MAX.rules)).map(toView)
  })
}

export function removeRule(caller: Caller, id: string): Promise<void> {
  return change(caller, async (tx, rules) => {
    const { name } = requireRule(rules, id)
    await deleteRule(tx, id)
    await recordAudit(tx, caller.actor, 'rule.deleted', id, { name })
  })
}

/** Characters of an unknown id that an error repeats. */
const ID_SHOWN = 64

/**
 * INVALID_PARAMS for a rule that cannot be, that asks for no segment, calls no endpoint, or gives conversations to no member or
 * no team.
 */
export async function requirePossible(shop: Queries, draft: RuleDraft): Promise<void> {
  checkRule(draft)
  const teams = teamsOf([draft])
  if (teams.length > 0) {
    const known = new Set((await listTeams(shop, TEAMS_MAX.teams)).map((team) => team.id))
    requireKnown('actions: unknown team', teams, known)
  }
  const endpoints = endpointsOf([draft])
  if (endpoints.length > 0) {
    const known = new Set((await listRuleEndpoints(shop)).map((endpoint) => endpoint.id))
    requireKnown('actions: unknown endpoint', endpoints, known)
  }
  const segments = segmentsOf([draft])
  if (segments.length > 0) {
    const known = new Set((await listSegments(shop, SEGMENTS_MAX.segments)).map((segment) => segment.id))
    requireKnown('conditions: unknown segment', segments, known)
  }
  const ids = membersOf([draft])
  if (ids.length === 0) return
  const members = new Set((await listMembers(shop)).map((member) => member.id))
  requireKnown('actions: unknown member', ids, members)
}

/** Throws INVALID_PARAMS for the first id that the store does not have, and names it. */
function requireKnown(problem: string, ids: string[], known: Set<string>): void {
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw invalidParams(`${problem} ${JSON.stringify(unknown.slice(0, ID_SHOWN))}.`)
}

/** Writers to a store's rules take turns; acts hear of what they did. */
function change<T>(caller: Caller, act: (tx: Transaction, rules: Rule[]) => Promise<T>): Promise<T> {
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true)
    const result = await act(tx, (await listRules(tx, RULES_MAX.rules)).map(toView))
    tx.signal({ kind: 'rules' })
    return result
  })
}

async function save(tx: Transaction, rule: Rule): Promise<Rule> {
  await requirePossible(tx, rule)
  await saveRule(tx, rule)
  return rule
}

function requireRule(rules: Rule[], id: string): Rule {
  const rule = rules.find((one) => one.id === id)
  if (!rule) throw notFound('Rule')
  return rule
}

function toView(row: RuleRow): Rule {
  const { lastMemberId: _, ...rule } = toRule(row)
  return rule
}
