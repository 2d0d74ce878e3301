import { type Static, Type } from 'typebox'
import { ORDER_ACTION_STATES, ORDER_ACTIONS } from '#core/order-actions/action.ts'
import { TIMELINE_KINDS } from '#core/timeline.ts'
import { datetime, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import { RUN_STATES } from './custom-actions.ts'
import type { Wire } from './wire.ts'

/** One thing that happened with a contact. */
export const TimelineLine = Type.Object({
  kind: oneOf(TIMELINE_KINDS),
  id: string(),
  at: datetime(),
  conversationId: nullable(string()),
  text: nullable(
    string('Newest words, words of a rating, an order’s number, a page’s title, an event’s or an action’s name.'),
  ),
  detail: nullable(
    string(
      'A conversation’s or an order’s status, an event’s properties, a rating’s score, a shop’s words, an own action’s answer.',
    ),
  ),
  channel: nullable(string()),
  url: nullable(string()),
  total: nullable(Type.Object({ amount: string(), currencyCode: string() })),
  action: nullable(Type.Object({ kind: oneOf(ORDER_ACTIONS), state: oneOf(ORDER_ACTION_STATES) })),
  run: nullable(
    Type.Object({
      state: oneOf(RUN_STATES),
      input: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    }),
  ),
})
export type TimelineLine = Wire<Static<typeof TimelineLine>>
