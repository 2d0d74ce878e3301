import { type Static, Type } from 'typebox'
import { CHANNELS } from '#channels/channel-window.ts'
import { SEGMENTS_MAX } from '#core/limits.ts'

/** What a segment of contacts is made of: a name, and conditions of one shape, whatever they are about. */

const CONDITIONS = [
  'orders',
  'spent',
  'type',
  'wrote',
  'created',
  'email',
  'domain',
  'phone',
  'country',
  'channel',
  'tag',
  'blocked',
] as const
export type SegmentConditionKind = (typeof CONDITIONS)[number]

/** What conditions of each kind are told: a range of numbers, days, values any one of which is enough, or nothing. */
export const CONDITION_PARTS: Record<SegmentConditionKind, 'range' | 'days' | 'values' | 'nothing'> = {
  orders: 'range',
  spent: 'range',
  type: 'values',
  wrote: 'days',
  created: 'days',
  email: 'nothing',
  domain: 'values',
  phone: 'nothing',
  country: 'values',
  channel: 'values',
  tag: 'values',
  blocked: 'nothing',
}

/** The values of those kinds that have a few. */
export const SEGMENT_VALUES: Partial<Record<SegmentConditionKind, readonly string[]>> = {
  type: ['anonymous', 'guest', 'customer'],
  channel: CHANNELS,
}

const amount = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: SEGMENTS_MAX.amount, description }))

export const SegmentCondition = Type.Object(
  {
    about: Type.Unsafe<SegmentConditionKind>({
      type: 'string',
      enum: CONDITIONS,
      description: 'What is looked at: of wrote and created whether it was in the last days.',
    }),
    not: Type.Boolean({ description: 'Holds for the other contacts.' }),
    values: Type.Optional(
      Type.Array(Type.String({ maxLength: SEGMENTS_MAX.value }), {
        maxItems: SEGMENTS_MAX.values,
        description: 'Any one of them is enough: types, domains, countries (ISO 3166-1 alpha-2), channels, tags.',
      }),
    ),
    atLeast: amount('Orders, or what was spent in the store’s currency.'),
    atMost: amount('The same; both bounds are part of the range.'),
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: SEGMENTS_MAX.days, description: 'Of 24 hours, before now.' }),
    ),
  },
  { additionalProperties: false },
)
export type SegmentCondition = Static<typeof SegmentCondition>

/** All of them hold for the contacts of a segment. */
export const SegmentConditions = Type.Array(SegmentCondition, { minItems: 1, maxItems: SEGMENTS_MAX.conditions })

export const SegmentDraft = Type.Object(
  { name: Type.String({ maxLength: 2 * SEGMENTS_MAX.name }), conditions: SegmentConditions },
  { additionalProperties: false },
)
export type SegmentDraft = Static<typeof SegmentDraft>
