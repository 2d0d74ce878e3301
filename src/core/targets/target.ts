import { type Static, Type } from 'typebox'
import { TARGET_MINUTES_MAX } from '#core/limits.ts'

/** How soon a store wants to answer its customers and resolve their conversations, by how urgent these are. */

/** The team's first reply in a conversation, each one after it, and the conversation's end. */
export const TARGET_KINDS = ['first_reply', 'next_reply', 'resolve'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

const minutes = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: TARGET_MINUTES_MAX }), Type.Null()], {
    description: `${description}, in minutes; null for no target.`,
  })

const Targets = Type.Object(
  {
    first_reply: minutes(
      'From the customer’s first message, or the hand-over by the AI agent, to the first reply of the team',
    ),
    next_reply: minutes('From the first message that waits for an answer to a later reply'),
    resolve: minutes('From the beginning, or the reopening, to the end, without the time in which it was snoozed'),
  },
  { additionalProperties: false },
)

/** What an admin sets. */
export const ReplyTargets = Type.Object(
  {
    inHours: Type.Boolean({
      description: 'Only opening hours count, where the store has set any (settings.widget.hours).',
    }),
    targets: Type.Object(
      { urgent: Targets, high: Targets, normal: Targets, low: Targets },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
export type ReplyTargets = Static<typeof ReplyTargets>

const NONE = { first_reply: null, next_reply: null, resolve: null }
/** What a store has that has set none. */
export const NO_TARGETS: ReplyTargets = {
  inHours: true,
  targets: { urgent: NONE, high: NONE, normal: NONE, low: NONE },
}

/** Whether there is any target at all. */
export function hasTargets({ targets }: ReplyTargets): boolean {
  return Object.values(targets).some((ofPriority) => Object.values(ofPriority).some((target) => target !== null))
}
