import { type Static, Type } from 'typebox'
import { channel, email, flag, id, list, maybe, text, words } from '#core/import/fields.ts'

/**
 * Records of another help desk, one to a line: `{kind, sourceId, version?, data}`. Ids in the data are the source's own.
 * Texts may come as `html`, which the service turns into text.
 */

const MemberData = Type.Object({ email, name: maybe(words) })
const ContactData = Type.Object({
  name: maybe(words),
  email: maybe(email),
  phone: maybe(text),
  city: maybe(text),
  country: maybe(text),
  countryCode: maybe(text),
  note: maybe(text),
  createdAt: Type.Optional(text),
  lastChatAt: maybe(text),
})
const MessageData = Type.Object({
  sourceId: id,
  sender: Type.Enum(['customer', 'agent', 'bot', 'system']),
  memberId: maybe(id),
  senderName: Type.Optional(text),
  text: Type.Optional(text),
  html: Type.Optional(text),
  isNote: Type.Optional(flag),
  files: list(id),
  createdAt: text,
})
const ConversationData = Type.Object({
  contactId: maybe(id),
  memberId: maybe(id),
  channel,
  status: Type.Enum(['open', 'resolved']),
  tags: list(text),
  createdAt: Type.Optional(text),
  messages: Type.Array(MessageData),
})
const FaqData = Type.Object({
  question: words,
  html: text,
  url: maybe(text),
  status: Type.Optional(Type.Enum(['draft', 'published'])),
})

const line = <K extends string, T extends ReturnType<typeof Type.Object>>(kind: K, data: T) =>
  Type.Object({ kind: Type.Literal(kind), sourceId: id, version: maybe(text), data })

const KINDS = {
  member: line('member', MemberData),
  contact: line('contact', ContactData),
  conversation: line('conversation', ConversationData),
  faq: line('faq', FaqData),
}

export type SourceRecord = { [K in keyof typeof KINDS]: Static<(typeof KINDS)[K]> }[keyof typeof KINDS]
export type SourceMember = Static<typeof MemberData>
export type SourceContact = Static<typeof ContactData>
export type SourceConversation = Static<typeof ConversationData>
export type SourceMessage = Static<typeof MessageData>
export type SourceFaq = Static<typeof FaqData>

export const schemaOf = (kind: unknown) =>
  typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : undefined

/** What became of a record: whether there is something new of it here, and which parts were left out, in words. */
export interface Outcome {
  isNew: boolean
  skipped: string[]
}
