import { type Static, Type } from 'typebox'
import { CARD_KINDS } from '#core/cards/cards.ts'
import { CARDS_MAX, ID_MAX, REPLY_TAGS_MAX, TAG_MAX } from '#core/limits.ts'
import { datetime, flag, nullable, oneOf, string, text } from '#surfaces/http/schema.ts'
import { SentFile } from './conversations.ts'
import type { Wire } from './wire.ts'

/** Texts that members keep: canned replies, and the articles of the knowledge base. */

/** What is done to the conversation when a canned reply is sent. */
export const ReplyActs = Type.Object(
  {
    tags: Type.Optional(Type.Array(text(TAG_MAX), { minItems: 1, maxItems: REPLY_TAGS_MAX })),
    assigneeId: Type.Optional(
      Type.String({ minLength: 1, maxLength: ID_MAX, description: 'A member’s id, me (whoever sends it), or nobody.' }),
    ),
    teamId: Type.Optional(
      Type.String({ minLength: 1, maxLength: ID_MAX, description: 'The team that gets it; not with assigneeId.' }),
    ),
    status: Type.Optional(oneOf(['resolved'])),
    snooze: Type.Optional(oneOf(['laterToday', 'tomorrow', 'nextWeek'], 'On the sender’s clock; not with status.')),
  },
  { additionalProperties: false },
)
export type ReplyActs = Static<typeof ReplyActs>

/** What is done to the conversation along with a reply: tags are appended; memberId null for nobody; teamId without memberId. */
export const Along = Type.Object(
  {
    tags: Type.Optional(Type.Array(text(TAG_MAX), { minItems: 1, maxItems: REPLY_TAGS_MAX })),
    memberId: Type.Optional(nullable(text(ID_MAX))),
    teamId: Type.Optional(text(ID_MAX)),
    status: Type.Optional(oneOf(['resolved'])),
    snoozedUntil: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
)
export type Along = Static<typeof Along>

export const CannedReply = Type.Object({
  id: string(),
  shortcut: string(),
  text: string('{{name}}, {{member}}, {{order}} and {{store}} are filled in where it is picked.'),
  isShared: flag('The whole store’s; else the own one of who asks.'),
  actions: ReplyActs,
  files: Type.Array(SentFile),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type CannedReply = Wire<Static<typeof CannedReply>>

export const Article = Type.Object({
  id: string(),
  question: string(),
  answer: string(),
  body: nullable(string()),
  url: nullable(string()),
  productId: nullable(string()),
  locale: nullable(string()),
  slug: nullable(string()),
  collectionId: nullable(string()),
  status: oneOf(['draft', 'published']),
  private: Type.Boolean(),
  translationGroupId: nullable(string()),
  description: string(),
  reviewAt: nullable(string()),
  publishedAt: nullable(datetime()),
  editedAt: datetime(),
  editedBy: nullable(string()),
  isBehind: flag('A translation whose original has been changed since.'),
})
export type Article = Wire<Static<typeof Article>>

/** One of the articles that are translations of each other. */
export const ArticleTranslation = Type.Object({
  id: string(),
  locale: string(),
  question: string(),
  status: oneOf(['draft', 'published']),
  editedAt: datetime(),
  isOriginal: flag(),
  isBehind: flag(),
})
export type ArticleTranslation = Wire<Static<typeof ArticleTranslation>>

/** What an article said before it was changed. */
export const ArticleVersion = Type.Object({
  n: Type.Integer(),
  content: Type.Object({
    question: string(),
    answer: string(),
    body: nullable(string()),
    description: string(),
  }),
  editedBy: nullable(string()),
  editedAt: datetime(),
})
export type ArticleVersion = Wire<Static<typeof ArticleVersion>>

/** A picture of article bodies: `![…](/files/{id})`. Width and height are in pixels. */
export const ArticlePicture = Type.Object({
  id: string(),
  width: Type.Integer(),
  height: Type.Integer(),
  url: string(),
})
export type ArticlePicture = Static<typeof ArticlePicture>

export const ArticleCollection = Type.Object({
  id: string(),
  locale: nullable(string()),
  name: string(),
  slug: string(),
  description: string(),
  icon: string(),
  position: Type.Integer(),
})
export type ArticleCollection = Static<typeof ArticleCollection>

/** Products and public discounts that a reply shows. */
export const CardChoices = Type.Array(
  Type.Object({ kind: oneOf(CARD_KINDS), id: text(ID_MAX) }, { additionalProperties: false }),
  { minItems: 1, maxItems: CARDS_MAX },
)

const money = Type.Object({ amount: string(), currencyCode: string() })
/** A product or a public discount, as a message shows it. */
export const CardOffer = Type.Object({
  kind: oneOf(CARD_KINDS),
  id: string(),
  title: string(),
  url: nullable(string()),
  imageUrl: nullable(string()),
  available: flag(),
  priceRange: nullable(Type.Object({ min: money, max: money })),
  code: Type.Optional(nullable(string('Of a discount: what the customer enters.'))),
  summary: Type.Optional(string('Of a discount.')),
})
export type CardOffer = Static<typeof CardOffer>
