import { judgeCondition, type RuleFacts } from '#core/rules/conditions.ts'
import type { GuidanceCondition, GuidanceDraft } from './guidance.ts'

/** Facts that conditions of guidance are checked against: those of rules, and more. Absent: not looked up; null: looked up, and there is none. */
export interface GuidanceFacts extends Partial<Omit<RuleFacts, 'memberId' | 'isChatBot' | 'priority'>> {
  isSignedIn?: boolean
  contactTags?: readonly string[]
  /** Values of the contact's and the conversation's attributes, by name. */
  attributes?: ReadonlyMap<string, string>
  /** Address of the page that the customer viewed last. */
  page?: string | null
}

/** Returns for each condition whether it holds, in the same order. */
export function judgeConditions(conditions: readonly GuidanceCondition[], facts: GuidanceFacts): boolean[] {
  return conditions.map((condition) => judge(condition, facts))
}

/** Whether the conditions together hold: any one of them, or all, as `match` says. Without conditions they do. */
export function areMet({ match }: Pick<GuidanceDraft, 'match'>, verdicts: readonly boolean[]): boolean {
  if (verdicts.length === 0) return true
  return match === 'any' ? verdicts.includes(true) : !verdicts.includes(false)
}

function judge(condition: GuidanceCondition, facts: GuidanceFacts): boolean {
  const { about, not, values } = condition
  switch (about) {
    case 'signed_in':
      return values.includes(facts.isSignedIn ? 'yes' : 'no') !== not
    case 'contact_tags':
      return values.some((tag) => facts.contactTags?.includes(tag)) !== not
    case 'attribute':
      return values.some((value) => isSame(facts.attributes?.get(condition.name ?? ''), value)) !== not
    case 'page':
      // With an unknown page neither "is" nor "is not" holds.
      return typeof facts.page === 'string' && values.some((part) => facts.page?.includes(part.trim())) !== not
    case 'order':
      // Without a proven order neither "is" nor "is not" holds.
      return facts.orderStates != null && judgeCondition({ about, not, values }, facts) === true
    default:
      return judgeCondition({ about, not, values }, facts) === true
  }
}

const isSame = (found: string | undefined, value: string) =>
  found !== undefined && found.trim().toLowerCase() === value.trim().toLowerCase()
