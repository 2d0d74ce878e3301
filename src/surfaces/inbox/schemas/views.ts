import { type Static, Type } from 'typebox'
import { CHANNELS } from '#channels/channel-window.ts'
import { ID_MAX, TAG_MAX } from '#core/limits.ts'
import { PRIORITIES } from '#core/priorities.ts'
import { datetime, flag, oneOf, string, text } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

const chosen = Type.Optional(Type.Boolean())

/** What a list of conversations can be narrowed to. All conditions hold at once; of several tags any one is enough. */
export const ViewFilters = Type.Object(
  {
    status: Type.Optional(oneOf(['open', 'resolved'])),
    assigneeId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ID_MAX,
        description: 'A member’s id, me (whoever looks), or unassigned.',
      }),
    ),
    team: Type.Optional(
      Type.String({ minLength: 1, maxLength: ID_MAX, description: 'A team’s id, or none for those without.' }),
    ),
    channel: Type.Optional(oneOf(CHANNELS)),
    tags: Type.Optional(Type.Array(text(TAG_MAX), { minItems: 1, maxItems: 10 })),
    isRead: chosen,
    isStarred: chosen,
    isChatBot: chosen,
    isSnoozed: chosen,
    isDue: chosen,
    priority: Type.Optional(oneOf(PRIORITIES)),
    segment: Type.Optional(
      Type.String({ minLength: 1, maxLength: ID_MAX, description: 'The contact is in this segment, by its id.' }),
    ),
    activeWithinDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 365, description: 'Had messages within the last N days.' }),
    ),
  },
  { additionalProperties: false },
)
export type ViewFilters = Static<typeof ViewFilters>

export const SavedView = Type.Object({
  id: string(),
  name: string(),
  isShared: flag('The whole store’s; else the own one of who asks.'),
  filters: ViewFilters,
  position: Type.Integer({ description: 'Its place among the store’s, or among one’s own.' }),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type SavedView = Wire<Static<typeof SavedView>>

export const SavedViewCounts = Type.Object({
  counts: Type.Record(Type.String(), Type.Integer(), {
    description: 'By the view’s id, for those that show open conversations.',
  }),
  isWhole: flag('False where only the newest of very many open conversations were counted.'),
})
export type SavedViewCounts = Static<typeof SavedViewCounts>
