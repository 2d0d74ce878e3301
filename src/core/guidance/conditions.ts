import { judgeCondition, type RuleFacts } from '#core/rules/conditions.ts'
import type { GuidanceCondition, GuidanceDraft } from './guidance.ts'

/** What conditions of guidance are about: rules' own, and more. Absent: not known yet; null: there is none. */
export interface GuidanceFacts extends Partial<Omit<RuleFacts, 'memberId' | 'isChatBot' | 'priority'>> {
  isSignedIn?: boolean
  contactTags?: readonly string[]
  /** Values of the contact's and the conversation's attributes, by name. */
  attributes?: ReadonlyMap<string, string>
  /** Address of the page that the customer viewed last. */
  page?: string | null
}

/** Whether each of the conditions holds, in their order. */
export function judgeConditions(conditions: readonly GuidanceCondition[], facts: GuidanceFacts): boolean[] {
  return conditions.map((condition) => judge(condition, facts))
}

/** Whether as many of them hold as have to. */
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
      // An unknown page is neither this one nor another.
      return typeof facts.page === 'string' && values.some((part) => facts.page?.includes(part.trim())) !== not
    case 'order':
      // Without a proven order no condition on it holds, negated or not.
      return facts.orderStates != null && judgeCondition({ about, not, values }, facts) === true
    default:
      return judgeCondition({ about, not, values }, facts) === true
  }
}

const isSame = (found: string | undefined, value: string) =>
  found !== undefined && found.trim().toLowerCase() === value.trim().toLowerCase()
