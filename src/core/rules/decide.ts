import type { Priority } from '#core/priorities.ts'
import { matchesConditions, matchesTrigger, type RuleEvent, type RuleFacts } from './conditions.ts'
import type { RuleAct, RuleDraft, RuleOutcome } from './rule.ts'

/** A rule whose turn it may be. */
export type ActiveRule = RuleDraft & { id: string; lastMemberId: string | null }

/** What rules look at and change of a conversation. */
export interface RuleState extends RuleFacts {
  priority: Priority
  teamId: string | null
  status: 'open' | 'resolved'
  isSnoozed: boolean
  isRead: boolean
  isStarred: boolean
}

/** A member whom a rule may give a conversation to. */
export interface RuleMember {
  isActive: boolean
  /** Has the inbox open, is not away, and has fewer open conversations than their capacity. */
  isAvailable: boolean
  openCount: number
}

/** A team that a rule may give a conversation to. */
export interface RuleTeam {
  memberIds: readonly string[]
}

/** What is to be done about what happened. */
export interface RulePlan {
  /** The rules that apply, in order, with what became of each of their actions. */
  runs: { rule: ActiveRule; outcomes: RuleOutcome[] }[]
  state: RuleState
  notes: { name: string; text: string }[]
  snoozeHours: number | null
  /** By the rule's id: who was the last in turn. */
  turns: Map<string, string>
}

/**
 * Decides what rules do, without doing it. They have their turns in the order given; each sees what those before it have
 * changed; one that stops ends it.
 */
export function decide(
  rules: readonly ActiveRule[],
  happening: RuleEvent,
  state: RuleState,
  team: ReadonlyMap<string, RuleMember>,
  teams: ReadonlyMap<string, RuleTeam>,
): RulePlan {
  const plan: RulePlan = { runs: [], state: { ...state }, notes: [], snoozeHours: null, turns: new Map() }
  for (const rule of rules) {
    if (!matchesTrigger(rule.trigger, happening) || matchesConditions(rule, plan.state) !== true) continue
    const outcomes = rule.actions.map((act) => ({ do: act.do, ...ACTS[act.do](act, { plan, rule, team, teams }) }))
    plan.runs.push({ rule, outcomes })
    if (rule.stopProcessing) break
  }
  return plan
}

interface DecisionContext {
  plan: RulePlan
  rule: ActiveRule
  team: ReadonlyMap<string, RuleMember>
  teams: ReadonlyMap<string, RuleTeam>
}
type RuleDecision = Omit<RuleOutcome, 'do'>

const DONE: RuleDecision = { isDone: true }
const notDone = (reason: NonNullable<RuleOutcome['reason']>): RuleDecision => ({ isDone: false, reason })

const ACTS: Record<RuleAct['do'], (act: RuleAct, around: DecisionContext) => RuleDecision> = {
  assign: ({ values = [] }, around) => giveTo(around, values[0]),
  assign_in_turn: ({ values = [] }, { plan, rule, team, teams }) => {
    const last = plan.turns.get(rule.id) ?? rule.lastMemberId
    const begin = values.indexOf(last ?? '') + 1
    const next = [...values.slice(begin), ...values.slice(0, begin)].find((id) => team.get(id)?.isAvailable)
    if (next === undefined) return notDone('nobody_available')
    const outcome = giveTo({ plan, rule, team, teams }, next)
    if (outcome.isDone) plan.turns.set(rule.id, next)
    return outcome
  },
  assign_to_least_busy: ({ values = [] }, around) => {
    const free = values.flatMap((id) => {
      const member = around.team.get(id)
      return member?.isAvailable ? [{ id, openCount: member.openCount }] : []
    })
    const [first] = free.sort((a, b) => a.openCount - b.openCount)
    return first ? giveTo(around, first.id) : notDone('nobody_available')
  },
  give_to_team: ({ values = [] }, { plan: { state }, teams }) => {
    const [id = ''] = values
    const team = teams.get(id)
    if (!team) return notDone('not_a_team')
    if (state.teamId === id) return notDone('already')
    state.teamId = id
    // A member outside of the team loses the conversation, as when a member gives it to the team.
    if (state.memberId !== null && !team.memberIds.includes(state.memberId)) state.memberId = null
    return DONE
  },
  add_tags: ({ values = [] }, { plan: { state } }) => {
    const added = values.filter((tag) => !state.tags.includes(tag))
    if (added.length === 0) return notDone('already')
    state.tags = [...new Set([...state.tags, ...added])]
    return DONE
  },
  remove_tags: ({ values = [] }, { plan: { state } }) => {
    const left = state.tags.filter((tag) => !values.includes(tag))
    if (left.length === state.tags.length) return notDone('already')
    state.tags = left
    return DONE
  },
  note: ({ text = '' }, { plan, rule: { name } }) => {
    plan.notes.push({ name, text })
    return DONE
  },
  resolve: (_, { plan }) => {
    if (plan.state.status === 'resolved') return notDone('already')
    Object.assign(plan.state, { status: 'resolved', isSnoozed: false })
    plan.snoozeHours = null
    return DONE
  },
  snooze: ({ hours = 1 }, { plan }) => {
    if (plan.state.status === 'resolved') return notDone('is_resolved')
    plan.state.isSnoozed = true
    plan.snoozeHours = hours
    return DONE
  },
  mark_unread: (_, { plan: { state } }) => turn(state, 'isRead', false),
  star: (_, { plan: { state } }) => turn(state, 'isStarred', true),
  // Whether it can be sent is known once it is tried.
  send_template: (_, { plan: { state } }) => (state.channel === 'phone_messenger' ? DONE : notDone('cannot_send')),
  // Whether there still is such an endpoint is known once the call is queued.
  call_endpoint: () => DONE,
  set_priority: ({ values: [priority] = [] }, { plan: { state } }) => turn(state, 'priority', priority as Priority),
}

function giveTo({ plan: { state }, team }: DecisionContext, memberId: string | undefined): RuleDecision {
  if (memberId === undefined || !team.get(memberId)?.isActive) return notDone('not_a_member')
  if (state.memberId === memberId) return notDone('already')
  state.memberId = memberId
  return { isDone: true, memberId }
}

function turn<K extends 'isRead' | 'isStarred' | 'priority'>(
  state: RuleState,
  what: K,
  to: RuleState[K],
): RuleDecision {
  if (state[what] === to) return notDone('already')
  state[what] = to
  return DONE
}

/** The members whom any of the rules may assign to. */
export function membersOf(rules: readonly RuleDraft[]): string[] {
  const ids = rules.flatMap(({ actions }) => actions.filter((act) => act.do.startsWith('assign')))
  return [...new Set(ids.flatMap(({ values = [] }) => values))]
}

/** The teams that any of the rules may give to. */
export function teamsOf(rules: readonly RuleDraft[]): string[] {
  return valuesOf(rules, 'give_to_team')
}

/** The endpoints that any of the rules calls. */
export function endpointsOf(rules: readonly RuleDraft[]): string[] {
  return valuesOf(rules, 'call_endpoint')
}

const valuesOf = (rules: readonly RuleDraft[], act: RuleAct['do']) => [
  ...new Set(rules.flatMap(({ actions }) => actions.flatMap((one) => (one.do === act ? (one.values ?? []) : [])))),
]

/** The segments that any of the rules asks for. */
export function segmentsOf(rules: readonly Pick<RuleDraft, 'conditions'>[]): string[] {
  const asked = rules.flatMap(({ conditions }) => conditions.filter(({ about }) => about === 'segment'))
  return [...new Set(asked.flatMap(({ values }) => values))]
}

/** Whether members have to be chosen among: then only one transaction of the store does so at a time. */
export function choosesMembers(rules: readonly RuleDraft[]): boolean {
  return rules.some(({ actions }) => actions.some((act) => act.do !== 'assign' && act.do.startsWith('assign')))
}
