import { type Static, Type } from 'typebox'
import { MAIL_WANTS } from '#core/mail/notification-preferences.ts'
import { datetime, flag, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

export const Notification = Type.Object({
  id: string(),
  kind: oneOf(['mention', 'assignment', 'return', 'held', 'missed', 'approval']),
  conversationId: string(),
  messageId: nullable(string('The internal note with the mention.')),
  actorId: nullable(string('The member who did it; null where it was no member.')),
  createdAt: datetime(),
  isRead: flag(),
  text: nullable(string('The beginning of the note.')),
  contactName: nullable(string('Whom the conversation is with.')),
})
export type Notification = Wire<Static<typeof Notification>>

const minute = nullable(Type.Integer({ minimum: 0, maximum: 24 * 60 - 1, description: 'A minute of the day.' }))

export const MAIL_CHOICE = {
  wants: oneOf(MAIL_WANTS, 'Mentions, and conversations that the member was given; or answers of customers too.'),
  quietFrom: minute,
  quietUntil: minute,
  timeZone: Type.String({ minLength: 1, maxLength: 64, description: 'Where the quiet hours are, as Europe/Berlin.' }),
  byMail: Type.Optional(Type.Boolean({ description: 'By mail, too; else on browsers alone.' })),
  unassignedMissed: Type.Optional(
    Type.Boolean({ description: 'Told of missed reply-time targets where nobody has the conversation, too.' }),
  ),
}

export const MailChoice = Type.Object({
  ...MAIL_CHOICE,
  byMail: flag(),
  unassignedMissed: flag(),
  isMailed: flag('Mail leaves this service at all.'),
})
export type MailChoice = Static<typeof MailChoice>

/** How the member is notified while no page of the inbox is open. */
export const PushState = Type.Object({
  publicKey: string('What a browser is to take pushes of, in base64url.'),
  hidesText: flag('Pushes of the store show neither what was said nor whom a conversation is with.'),
  browsers: Type.Array(
    Type.Object({
      id: string('That of its session.'),
      userAgent: string(),
      createdAt: datetime(),
      isCurrent: flag('Whether the request came from it.'),
    }),
  ),
})
export type PushState = Wire<Static<typeof PushState>>
