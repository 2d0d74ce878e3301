import { type Static, Type } from 'typebox'
import { CARD_KINDS } from '#core/cards/cards.ts'
import { datetime, flag, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import { TemplateChoice } from './channels.ts'
import { ReplyRecipients, SentFile } from './conversations.ts'
import { Along } from './texts.ts'
import type { Wire } from './wire.ts'

/** A reply that is to be sent later. */
export const ScheduledLine = Type.Object({
  id: string(),
  conversationId: string(),
  memberId: string('In whose name it is sent.'),
  text: string(),
  isFormatted: flag('The text has marks, which are read when it is sent.'),
  sendAt: datetime(),
  cancelsOnReply: flag('Cancelled when the customer writes first; else held.'),
  replyActions: Along,
  files: Type.Array(SentFile),
  cards: Type.Array(Type.Object({ kind: oneOf(CARD_KINDS), id: string() }), {
    description: 'Products and discounts that it shows, as they are when it is sent.',
  }),
  email: nullable(ReplyRecipients),
  template: nullable(TemplateChoice),
  heldBecause: nullable(oneOf(['customer_wrote', 'refused'])),
  refusal: nullable(string('Why it could not be sent.')),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type ScheduledLine = Wire<Static<typeof ScheduledLine>>
