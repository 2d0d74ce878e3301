import type { RuleAct, RuleCondition, RuleDraft, RuleRecord } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'

/** A rule while it is edited: its rows have keys, so that each keeps what was typed into it. */

export interface EditedRule extends Omit<RuleDraft, 'conditions' | 'acts'> {
  conditions: (RuleCondition & { key: number })[]
  acts: (RuleAct & { key: number })[]
}

let last = 0
export const newKey = () => ++last
const keyed = <T extends object>(row: T) => ({ ...row, key: newKey() })
const bare = <T extends { key: number }>({ key: _, ...row }: T) => row

export function toEdited({ name, isOn, trigger, match, conditions, acts, stops }: RuleDraft | RuleRecord): EditedRule {
  return { name, isOn, trigger, match, stops, conditions: conditions.map(keyed), acts: acts.map(keyed) }
}

/** As it is sent. */
export function toDraft(rule: EditedRule): RuleDraft {
  return { ...rule, name: rule.name.trim(), conditions: rule.conditions.map(bare), acts: rule.acts.map(bare) }
}

export const EMPTY_RULE: RuleDraft = {
  name: '',
  isOn: false,
  trigger: { on: 'message' },
  match: 'all',
  conditions: [],
  acts: [{ do: 'add_tags', values: [] }],
  stops: false,
}

/** What many stores begin with. */
export const EXAMPLES: { about: string; rule: RuleDraft }[] = [
  {
    about: t('A message with the word refund gets a tag and a star, so that nobody overlooks it.'),
    rule: {
      ...EMPTY_RULE,
      name: t('Refunds first'),
      conditions: [{ about: 'words', not: false, values: [t('refund'), t('money back')] }],
      acts: [{ do: 'add_tags', values: [t('refund')] }, { do: 'star' }],
    },
  },
  {
    about: t('New conversations that the AI agent does not hold go to the team in turn, to those who are there.'),
    rule: {
      ...EMPTY_RULE,
      name: t('Hand round new conversations'),
      trigger: { on: 'created' },
      conditions: [
        { about: 'holder', not: false, values: ['team'] },
        { about: 'assignee', not: false, values: ['nobody'] },
      ],
      acts: [{ do: 'assign_in_turn', values: [] }],
    },
  },
  {
    about: t('Where a customer has not answered for a week, the conversation is resolved. If they write, it is back.'),
    rule: {
      ...EMPTY_RULE,
      name: t('Resolve what is silent'),
      trigger: { on: 'idle', minutes: 7 * 24 * 60, waitsFor: 'customer' },
      acts: [{ do: 'resolve' }],
    },
  },
]
