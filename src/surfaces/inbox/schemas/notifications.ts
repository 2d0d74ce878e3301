import { type Static, Type } from 'typebox'
import { datetime, flag, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

export const Notification = Type.Object({
  id: string(),
  kind: oneOf(['mention', 'assignment', 'return']),
  conversationId: string(),
  messageId: nullable(string('The internal note with the mention.')),
  actorId: nullable(string('The member who did it; null where it was no member.')),
  createdAt: datetime(),
  isRead: flag(),
  text: nullable(string('The beginning of the note.')),
  contactName: nullable(string('Whom the conversation is with.')),
})
export type Notification = Wire<Static<typeof Notification>>
