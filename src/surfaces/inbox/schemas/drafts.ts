import { type Static, Type } from 'typebox'
import { CARDS_MAX, MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { datetime, nullable, string } from '#surfaces/http/schema.ts'
import { OriginalWords, ReplyRecipients } from './conversations.ts'
import { CardOffer, ReplyActs } from './texts.ts'
import type { Wire } from './wire.ts'

/** What a member wrote and did not send, with what goes along. */
export const SharedDraft = Type.Object(
  {
    // Longer than a message: a draft may be too long to be sent.
    text: Type.String({ maxLength: 2 * MESSAGE_TEXT_MAX }),
    isNote: Type.Boolean(),
    acts: Type.Optional(ReplyActs),
    email: Type.Optional(ReplyRecipients),
    original: Type.Optional(OriginalWords),
    cards: Type.Optional(
      Type.Array(Type.Object(CardOffer.properties, { additionalProperties: false }), { maxItems: CARDS_MAX }),
    ),
  },
  { additionalProperties: false },
)

export const DraftLine = Type.Object({
  conversationId: string(),
  draft: nullable(SharedDraft),
  updatedAt: datetime(),
})
export type DraftLine = Wire<Static<typeof DraftLine>>
