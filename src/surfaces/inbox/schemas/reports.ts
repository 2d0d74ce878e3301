import { type Static, Type } from 'typebox'
import { TARGET_KINDS } from '#core/targets/target.ts'
import { nullable, oneOf, string } from '#surfaces/http/schema.ts'

const figures = {
  conversations: Type.Integer(),
  messages: Type.Integer(),
  replied: Type.Integer(),
  replyMedian: nullable(Type.Number({ description: 'Milliseconds until a member’s first reply.' })),
  replyP90: nullable(Type.Number()),
  resolved: Type.Integer(),
  resolveMedian: nullable(Type.Number({ description: 'Milliseconds until the latest resolving.' })),
  aiTookPart: Type.Integer({ description: 'Those that the AI agent took part in.' }),
  aiAlone: Type.Integer({ description: 'Those of them that no member replied in.' }),
  rated: Type.Integer(),
  ratingAverage: nullable(Type.Number({ description: '1 to 5.' })),
}
const Group = Type.Object({ key: string(), ...figures })
const groups = Type.Array(Group)

export const Report = Type.Object({
  total: Type.Object(figures),
  days: groups,
  hours: groups,
  channels: groups,
  members: groups,
  tags: groups,
  topics: groups,
  ratings: groups,
  targets: Type.Array(
    Type.Object({
      kind: oneOf(TARGET_KINDS),
      conversations: Type.Integer({ description: 'In which such a target was met or missed.' }),
      missed: Type.Integer({ description: 'Of them, those in which it was missed at least once.' }),
    }),
    { description: 'Reply-time targets whose time has ended.' },
  ),
  backlog: nullable(
    Type.Array(
      Type.Object({
        key: string('A day.'),
        resolved: Type.Integer(),
        open: Type.Integer({ description: 'At its end; today: now.' }),
      }),
    ),
  ),
})
export type Report = Static<typeof Report>
export type ReportGroup = Static<typeof Group>

const sales = {
  orders: Type.Integer(),
  amounts: Type.Array(Type.Object({ amount: string(), currencyCode: string() })),
}
const SalesGroup = Type.Object({ key: string('A member’s id, or a campaign’s key.'), ...sales })

/** Orders that were placed after replies; null where the store has turned it off. */
export const SalesReport = Type.Object({
  withinDays: Type.Integer({ description: 'How long after a reply an order counts.' }),
  total: Type.Object(sales),
  aiAgent: Type.Object(sales),
  members: Type.Array(SalesGroup),
  campaigns: Type.Array(SalesGroup),
})
export type SalesReport = Static<typeof SalesReport>
export type Sales = SalesReport['total']
