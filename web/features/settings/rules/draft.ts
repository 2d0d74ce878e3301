import type { RuleAct, RuleCondition, RuleDraft, RuleRecord } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'

/** A rule while it is edited: its rows have keys, so that each keeps what was typed into it. */

export interface EditedRule extends Omit<RuleDraft, 'conditions' | 'actions'> {
  conditions: (RuleCondition & { key: number })[]
  actions: (RuleAct & { key: number })[]
}

let last = 0
export const newKey = () => ++last
const keyed = <T extends object>(row: T) => ({ ...row, key: newKey() })
const bare = <T extends { key: number }>({ key: _, ...row }: T) => row

export function toEdited({
  name,
  isOn,
  trigger,
  match,
  conditions,
  actions,
  stopProcessing,
}: RuleDraft | RuleRecord): EditedRule {
  return { name, isOn, trigger, match, stopProcessing, conditions: conditions.map(keyed), actions: actions.map(keyed) }
}

/** As it is sent. */
export function toDraft(rule: EditedRule): RuleDraft {
  return { ...rule, name: rule.name.trim(), conditions: rule.conditions.map(bare), actions: rule.actions.map(bare) }
}

export const EMPTY_RULE: RuleDraft = {
  name: '',
  isOn: false,
  trigger: { on: 'message' },
  match: 'all',
  conditions: [],
  actions: [{ do: 'add_tags', values: [] }],
  stopProcessing: false,
}

/** What many stores begin with. */
export const EXAMPLES: { about: string; rule: RuleDraft }[] = [
  {
    about: t('A message with the word refund gets a tag and a star, so that nobody overlooks it.'),
    rule: {
      ...EMPTY_RULE,
      name: t('Refunds first'),
      conditions: [{ about: 'words', not: false, values: [t('refund'), t('money back')] }],
      actions: [{ do: 'add_tags', values: [t('refund')] }, { do: 'star' }],
    },
  },
  {
    about: t('New conversations that the AI agent does not handle are assigned round robin to members who are online.'),
    rule: {
      ...EMPTY_RULE,
      name: t('Distribute new conversations'),
      trigger: { on: 'created' },
      conditions: [
        { about: 'holder', not: false, values: ['team'] },
        { about: 'assignee', not: false, values: ['nobody'] },
      ],
      actions: [{ do: 'assign_in_turn', values: [] }],
    },
  },
  {
    about: t('Resolves a conversation when the customer has not replied for a week. It reopens if they write.'),
    rule: {
      ...EMPTY_RULE,
      name: t('Resolve inactive conversations'),
      trigger: { on: 'idle', minutes: 7 * 24 * 60, waitsFor: 'customer' },
      actions: [{ do: 'resolve' }],
    },
  },
  {
    about: t('Asks customers on WhatsApp how it went, by a template; an answer of 1 to 5 is the rating.'),
    rule: {
      ...EMPTY_RULE,
      name: t('Ask for a rating on WhatsApp'),
      trigger: { on: 'resolved' },
      conditions: [{ about: 'channel', not: false, values: ['phone_messenger'] }],
      actions: [{ do: 'send_template', template: { name: '', language: '', parameters: [], asksRating: true } }],
    },
  },
]
