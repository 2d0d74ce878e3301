import { type Static, Type } from 'typebox'
import { FORMAT_KINDS } from '#base/formatting.ts'
import { UNAVAILABLE_REASONS } from '#channels/channel-window.ts'
import { FILES_PER_MESSAGE_MAX, ID_MAX, MAIL_RECIPIENTS_MAX, MESSAGE_TEXT_MAX, PERSON_EMAIL_MAX } from '#core/limits.ts'
import { nonBlankText } from '#core/non-blank-text.ts'
import { PRIORITIES } from '#core/priorities.ts'
import { TARGET_KINDS } from '#core/targets/target.ts'
import {
  Attribute,
  BrowsedPage,
  Conversation as ConversationRecord,
  Customer,
  MessageDetail,
  Note,
  Paging,
  Summary,
} from '#surfaces/http/records.ts'
import { datetime, flag, list, nullable, oneOf, string, text } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Conversations, their messages and what stands beside them. Most of it is sent as ready JSON (decision 3). */

export const Conversation = Type.Object({
  ...ConversationRecord.properties,
  mergedInto: Type.Optional(string('The conversation that it goes on in.')),
  mergedCount: Type.Optional(Type.Integer({ description: 'How many conversations were merged into it.' })),
  isSpam: Type.Optional(flag('It is spam; its status is then resolved.')),
  snoozedUntil: Type.Optional(datetime('While it is put aside: when it comes back, at the latest.')),
  returnedAt: Type.Optional(datetime('It came back, and nobody has taken care of it since.')),
  team: Type.Optional(string('The id of the team that it is with.')),
  priority: Type.Optional(oneOf(PRIORITIES, 'Where it is not normal.')),
  dueAt: Type.Optional(datetime('While a reply-time target is counted: when the next one is missed.')),
  dueFor: Type.Optional(oneOf(TARGET_KINDS, 'Which target that is.')),
  waitsForApproval: Type.Optional(flag('An order action that the AI agent prepared waits for approval.')),
})
export type Conversation = Wire<Static<typeof Conversation>>

export const Counts = Type.Object({
  mine: Type.Integer(),
  unassigned: Type.Integer(),
  open: Type.Integer(),
  ai: Type.Integer(),
  starred: Type.Integer(),
  snoozed: Type.Integer(),
  unread: Type.Integer(),
  due: Type.Integer({ description: 'With a reply-time target that is counted.' }),
  overdue: Type.Integer({ description: 'Of these, those that have missed it.' }),
  teams: Type.Record(Type.String(), Type.Integer(), { description: 'Open ones of each team, by its id.' }),
})
export type Counts = Static<typeof Counts>

const FileRecord = Type.Object({
  name: Type.Optional(string()),
  url: Type.Optional(string()),
  type: Type.Optional(string()),
  size: Type.Optional(Type.Integer()),
})

const language = Type.String({ pattern: '^[a-z]{2,3}$', examples: ['de'] })

/** What a member wrote, of a reply that is sent in translation. */
export const OriginalWords = Type.Object(
  { text: nonBlankText({ maxLength: MESSAGE_TEXT_MAX }), language },
  { additionalProperties: false },
)
export type OriginalWords = Static<typeof OriginalWords>

/** Whether a text that a member sends has marks. */
export const IsFormatted = Type.Boolean({
  description: 'The text has marks: `**bold**`, `_italic_`, `[words](https://…)`, lines that begin with `- ` or `1. `.',
})

/** A message as the team reads it: the REST record, its place in the conversation and its latest change. */
export const Message = Type.Object({
  ...MessageDetail.properties,
  files: Type.Array(FileRecord),
  position: Type.Integer(),
  revision: Type.Integer({ description: 'Larger than its position once it was edited or deleted.' }),
  clientId: nullable(string('Made by the browser that sent it.')),
  original: nullable(OriginalWords),
  formatting: nullable(
    Type.Array(Type.Object({ kind: oneOf(FORMAT_KINDS), from: Type.Integer(), to: Type.Integer() }), {
      description: 'Ranges of the text, in UTF-16 code units. Null where nothing is formatted.',
    }),
  ),
  delivery: nullable(
    Type.Object({
      state: oneOf(['waiting', 'sent', 'delivered', 'read', 'failed', 'received']),
      error: nullable(string('Why it failed, or why it waits.')),
      filesSent: Type.Integer({ description: 'How many of the message’s files were sent.' }),
      recipients: nullable(
        Type.Object(
          { to: list(), cc: list(), bcc: list() },
          { description: 'Of a mail with more than the customer as its recipient.' },
        ),
      ),
    }),
  ),
})
export type Message = Wire<Static<typeof Message>>

export const MessagePage = Type.Object({
  data: Type.Array(Message),
  revision: Type.Integer({ description: 'What a socket goes on from.' }),
  paging: Paging,
})
export type MessagePage = Wire<Static<typeof MessagePage>>

/** Made by the browser when the text was written: a second request with it makes no second message. */
export const ClientId = Type.String({ pattern: '^[\\w-]{8,64}$', examples: ['3f2b8c1e-5d47-4a6b-9c0d-1e2f3a4b5c6d'] })

const addresses = Type.Array(text(PERSON_EMAIL_MAX), { maxItems: 2 * MAIL_RECIPIENTS_MAX })
/** Recipients of one reply by mail, instead of the customer and those in copy. */
export const ReplyRecipients = Type.Object(
  {
    to: addresses,
    cc: Type.Optional(addresses),
    bcc: Type.Optional(addresses),
    accountId: Type.Optional(
      Type.String({ maxLength: ID_MAX, description: 'The mailbox that it leaves by; otherwise the conversation’s.' }),
    ),
  },
  { additionalProperties: false },
)
export type ReplyRecipients = Static<typeof ReplyRecipients>

/** Ids of files that the member uploaded before. */
export const FileIds = Type.Array(Type.String({ maxLength: 64 }), { maxItems: FILES_PER_MESSAGE_MAX })

/** A file that a member sent, as messages carry it. */
export const SentFile = Type.Object({
  id: string(),
  name: string(),
  size: Type.Integer({ description: 'Bytes.' }),
  type: string('As in content-type.'),
  url: string('A path of this service.'),
})
export type SentFile = Static<typeof SentFile>

/** Whether the channel takes replies now, until when, and why not. */
export const Availability = Type.Object({
  repliesUntil: nullable(datetime('Null where there is no end to it, or replies are not taken.')),
  reason: nullable(oneOf(UNAVAILABLE_REASONS, 'Null while replies are taken.')),
  windowHours: nullable(Type.Integer({ description: 'How long after the customer wrote this channel takes replies.' })),
  account: nullable(
    Type.Object(
      { name: nullable(string()), address: nullable(string()) },
      {
        description:
          'What replies leave by. Null in the online store, and where the channel was never connected: then they stay here.',
      },
    ),
  ),
  subject: nullable(string('Of mail: what its thread is about.')),
  recipient: Type.Optional(string('The address that replies go to, of mail that leaves by a mailbox.')),
  copies: Type.Optional(Type.Array(Type.String(), { description: 'Addresses in copy of members’ replies.' })),
})
export type Availability = Wire<Static<typeof Availability>>

const Order = Type.Object({
  orderNumber: string(),
  status: string(),
  financialStatus: nullable(string()),
  fulfillmentStatus: nullable(string()),
  createdAt: string(),
  total: Type.Object({ amount: string(), currencyCode: string() }),
  lineItems: Type.Array(Type.Object({ title: string(), variantTitle: nullable(string()), quantity: Type.Integer() })),
  shipments: Type.Array(
    Type.Object({
      carrier: nullable(string()),
      trackingNumber: nullable(string()),
      trackingUrl: nullable(string()),
      status: string(),
    }),
  ),
  statusUrl: nullable(string()),
})
export type Order = Static<typeof Order>

const anything = Type.Record(Type.String(), Type.Unknown())

/** The details beside a conversation. */
export const Context = Type.Object({
  contact: nullable(Customer),
  notes: Type.Array(Note),
  attributes: Type.Array(Attribute),
  pages: Type.Array(BrowsedPage),
  said: Type.Array(Type.Object({ kind: string(), data: anything, updatedAt: datetime() })),
  events: Type.Array(Type.Object({ id: string(), name: string(), props: nullable(anything), createdAt: datetime() })),
  summary: nullable(Summary),
  orders: Type.Array(Order),
  claimedOrders: Type.Array(Order),
  merged: Type.Array(
    Type.Object({
      id: string(),
      name: nullable(string()),
      email: nullable(string()),
      mergeId: nullable(string('What undoes it; null once it cannot be undone.')),
      undoUntil: nullable(datetime()),
      memberId: nullable(string()),
    }),
  ),
  segments: Type.Array(Type.Object({ id: string(), name: string() }), { description: 'That the contact is in.' }),
  related: Type.Array(Conversation),
})
export type Context = Wire<Static<typeof Context>>

const Person = Type.Object({
  id: string(),
  type: string(),
  name: nullable(string()),
  email: nullable(string()),
  lastChatAt: nullable(datetime()),
})

const FoundMessage = Type.Object({
  messageId: string(),
  text: string(),
  senderName: string(),
  isNote: flag(),
  createdAt: datetime(),
  conversation: Conversation,
})

/** One step through all messages. */
export const FoundMessages = Type.Object({
  data: Type.Array(FoundMessage),
  until: nullable(datetime('How far back this step came: the activity of its last conversation. Null at the end.')),
  paging: Paging,
})
export type FoundMessages = Wire<Static<typeof FoundMessages>>

export const Findings = Type.Object({
  people: Type.Array(Person),
  messages: Type.Array(FoundMessage),
  conversation: nullable(Conversation),
  bounds: Type.Object({ conversations: Type.Integer(), messagesOfEach: Type.Integer() }),
})
export type Findings = Wire<Static<typeof Findings>>
export type Person = Wire<Static<typeof Person>>

/** A mail as it came. */
export const Original = Type.Object({
  subject: nullable(string()),
  sender: nullable(string('The address that it names as its sender’s.')),
  isVerified: Type.Boolean({ description: 'The sender’s domain vouches for it.' }),
  text: string('With what it quotes.'),
  html: nullable(string('Without scripts and without anything that is fetched from elsewhere.')),
  to: Type.Array(Type.String(), { description: 'Whom it names as its recipients: `Name <address>`.' }),
  cc: Type.Array(Type.String()),
})
export type Original = Static<typeof Original>

/** Languages of a conversation for one member. */
export const Translation = Type.Object({
  always: Type.Boolean({ description: 'This member has the conversation translated always.' }),
  customerLanguage: nullable(string('Such as `fr`; null while nobody knows it.')),
})
export type Translation = Static<typeof Translation>

export const MessageTranslation = Type.Object({
  messageId: string(),
  text: nullable(string('Null where the message is in that language already.')),
  from: nullable(string('The language of the message.')),
})
export type MessageTranslation = Static<typeof MessageTranslation>

/** A language that members read in, or customers write in. */
export const LanguageCode = language
