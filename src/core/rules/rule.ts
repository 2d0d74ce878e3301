import { type Static, Type } from 'typebox'
import { CHANNELS } from '#channels/channel-window.ts'
import { ID_MAX, RULES_MAX, TEMPLATE_PARAMETER_MAX } from '#core/limits.ts'
import { nonBlankText } from '#core/non-blank-text.ts'
import { PRIORITIES } from '#core/priorities.ts'

/** What a rule is made of: when, if, then. Conditions and actions have one shape each, whatever they are about. */

const choice = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description })
const closed = { additionalProperties: false } as const

export const RULE_TRIGGERS = ['created', 'message', 'idle', 'tag', 'missed', 'resolved'] as const
export type RuleTriggerKind = (typeof RULE_TRIGGERS)[number]

export const RuleTrigger = Type.Object(
  {
    on: choice(
      RULE_TRIGGERS,
      'A new conversation, a customer’s message, a silence, a tag that was put on, a reply-time target that is missed, a conversation that is resolved.',
    ),
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: RULES_MAX.minutes, description: 'Minutes without a message.' }),
    ),
    waitsFor: Type.Optional(
      choice(['team', 'customer'], 'Of a silence: who is to say something; team where the customer spoke last.'),
    ),
    tag: Type.Optional(Type.String({ maxLength: RULES_MAX.value })),
  },
  closed,
)
export type RuleTrigger = Static<typeof RuleTrigger>

const CONDITIONS = [
  'channel',
  'language',
  'hours',
  'words',
  'tags',
  'contact',
  'assignee',
  'holder',
  'order',
  'priority',
  'segment',
] as const
export type ConditionKind = (typeof CONDITIONS)[number]

/** The values of conditions that have a few; of the others any text. */
export const CONDITION_VALUES: Partial<Record<ConditionKind, readonly string[]>> = {
  channel: CHANNELS,
  hours: ['open', 'closed'],
  contact: ['anonymous', 'guest', 'customer'],
  assignee: ['somebody', 'nobody'],
  holder: ['ai_agent', 'team'],
  priority: PRIORITIES,
}

export const RuleCondition = Type.Object(
  {
    about: choice(CONDITIONS, 'What is looked at.'),
    not: Type.Boolean({ description: 'Negates the condition.' }),
    values: Type.Array(Type.String({ maxLength: RULES_MAX.value }), {
      minItems: 1,
      maxItems: RULES_MAX.values,
      description: 'Any one of them is enough.',
    }),
  },
  closed,
)
export type RuleCondition = Static<typeof RuleCondition>

const RULE_ACTS = [
  'assign',
  'assign_in_turn',
  'assign_to_least_busy',
  'give_to_team',
  'add_tags',
  'remove_tags',
  'note',
  'resolve',
  'snooze',
  'mark_unread',
  'star',
  'set_priority',
  'send_template',
  'call_endpoint',
] as const

export const RuleAct = Type.Object(
  {
    do: choice(RULE_ACTS, 'What is done.'),
    values: Type.Optional(
      Type.Array(Type.String({ maxLength: ID_MAX }), {
        maxItems: RULES_MAX.values,
        description: 'Members’ ids, a team’s id, an endpoint’s id, tags, or a priority.',
      }),
    ),
    text: Type.Optional(Type.String({ maxLength: 2 * RULES_MAX.note, description: 'Text of an internal note.' })),
    hours: Type.Optional(Type.Integer({ minimum: 1, maximum: RULES_MAX.hours, description: 'Hours to snooze.' })),
    template: Type.Optional(
      Type.Object(
        {
          name: nonBlankText({ maxLength: 512 }),
          language: nonBlankText({ maxLength: 20 }),
          parameters: Type.Array(Type.String({ maxLength: TEMPLATE_PARAMETER_MAX }), {
            maxItems: RULES_MAX.values,
            description: 'A text for each placeholder; {{name}} and {{order}} are filled in.',
          }),
          asksRating: Type.Boolean({ description: 'An answer of 1 to 5 is kept as the rating.' }),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type RuleAct = Static<typeof RuleAct>

export const RuleDraft = Type.Object(
  {
    name: Type.String({ maxLength: 2 * RULES_MAX.name }),
    isOn: Type.Boolean(),
    trigger: RuleTrigger,
    match: choice(['all', 'any'], 'How many of the conditions have to hold; without any the rule always applies.'),
    conditions: Type.Array(RuleCondition, { maxItems: RULES_MAX.conditions }),
    actions: Type.Array(RuleAct, { minItems: 1, maxItems: RULES_MAX.actions }),
    stopProcessing: Type.Boolean({ description: 'If this rule matches, later rules are skipped.' }),
  },
  closed,
)
export type RuleDraft = Static<typeof RuleDraft>

/** Why an act of a rule changed nothing. */
const REASONS = [
  'already',
  'not_a_member',
  'nobody_available',
  'not_a_team',
  'not_an_endpoint',
  'is_resolved',
  'cannot_send',
] as const

export const RuleOutcome = Type.Object({
  do: choice(RULE_ACTS, 'The act.'),
  isDone: Type.Boolean(),
  reason: Type.Optional(choice(REASONS, 'Why not.')),
  memberId: Type.Optional(Type.String({ description: 'Member who was assigned the conversation.' })),
})
export type RuleOutcome = Static<typeof RuleOutcome>
