import { type Static, Type } from 'typebox'
import { SEGMENTS_MAX } from '#core/limits.ts'
import { SegmentCondition } from '#core/segments/segment.ts'
import { datetime, flag, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from '../schemas/wire.ts'

export const Segment = Type.Object({
  id: string(),
  name: string(),
  conditions: Type.Array(SegmentCondition),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type Segment = Wire<Static<typeof Segment>>

/** A segment's name beside a contact. */
export const NamedSegment = Type.Object({ id: string(), name: string() })
export type NamedSegment = Static<typeof NamedSegment>

export const MemberContact = Type.Object({
  id: string(),
  name: nullable(string()),
  email: nullable(string()),
  phone: nullable(string()),
  type: oneOf(['anonymous', 'guest', 'customer']),
  ordersCount: nullable(Type.Integer()),
  totalSpent: nullable(Type.Number({ description: 'In the store’s currency, as the shop says.' })),
  lastChatAt: nullable(datetime('When they wrote last.')),
  createdAt: datetime(),
  isBlocked: flag(),
  isRedacted: flag('Their data was deleted; they are in no segment.'),
})
export type MemberContact = Wire<Static<typeof MemberContact>>

const counted = {
  count: Type.Integer({ description: `At most ${SEGMENTS_MAX.counted}, which stands for that many and more.` }),
  isWhole: flag(
    `False in stores of more than ${SEGMENTS_MAX.countScan} contacts, of which only the newest are counted.`,
  ),
}
export const ContactCount = Type.Object(counted)
export type ContactCount = Static<typeof ContactCount>

export const SegmentTrial = Type.Object({
  ...counted,
  contacts: Type.Array(MemberContact, { description: 'The newest few.' }),
})
export type SegmentTrial = Wire<Static<typeof SegmentTrial>>
