import { type Static, Type } from 'typebox'
import { nullable, string } from '#surfaces/http/schema.ts'

const figures = {
  conversations: Type.Integer(),
  messages: Type.Integer(),
  replied: Type.Integer(),
  replyMedian: nullable(Type.Number({ description: 'Milliseconds until a member’s first reply.' })),
  replyP90: nullable(Type.Number()),
  resolved: Type.Integer(),
  resolveMedian: nullable(Type.Number({ description: 'Milliseconds until the latest resolving.' })),
}
const Group = Type.Object({ key: string(), ...figures })
const groups = Type.Array(Group)

export const Report = Type.Object({
  total: Type.Object(figures),
  days: groups,
  channels: groups,
  members: groups,
  tags: groups,
})
export type Report = Static<typeof Report>
export type ReportGroup = Static<typeof Group>
