import { type Static, Type } from 'typebox'
import { EVENT_TYPES } from '#core/webhooks/events.ts'
import { datetime, flag, list, nullable, objects, oneOf, string } from './schema.ts'

/**
 * The records that several doors show (spec 2), once: the REST API validates, serialises and documents with these
 * schemas, and the inbox's types are made of them.
 */

const LastMessage = Type.Object({
  text: string(),
  senderType: oneOf(['customer', 'agent', 'bot', 'system']),
  createdAt: datetime(),
})

const conversationFields = {
  id: string('App-wide conversation id.'),
  firestoreId: nullable(string('Id in the older datastore.')),
  pgConvoId: nullable(string('Numeric id in the newer datastore.')),
  shopId: string('Store identifier.'),
  sessionId: nullable(string('Browsing session where it started.')),
  customerUuid: nullable(string('Contact id, usable on the customer endpoints.')),
  customerName: nullable(string('Contact name at chat time.')),
  customerEmail: nullable(string('Contact email.')),
  customerType: oneOf(['anonymous', 'guest', 'customer']),
  status: oneOf(['open', 'resolved']),
  isChatBot: flag('Currently handled by the AI agent.'),
  hasChatBot: flag('The AI agent took part at some point.'),
  isRead: flag('Read by the team.'),
  isCustomerRead: flag('Read state, customer side.'),
  isOnline: flag('Customer connected now.'),
  isBlock: flag('Customer is blocked.'),
  isStarred: flag('Starred in the inbox.'),
  hasFirstMsg: flag('Has a first message.'),
  hidePreChatMessage: oneOf(['', 'by-user', 'by-admin']),
  memberId: nullable(string('Assigned member.')),
  channels: list('Channels used in this conversation.'),
  tags: list('Tags on the conversation.'),
  messageCount: nullable(Type.Integer({ description: 'Number of messages the customer can see.' })),
  lastMessage: nullable(LastMessage),
  lastActive: nullable(datetime('Last activity; lists are sorted by it.')),
  createdAt: nullable(datetime('Start time.')),
  updatedAt: nullable(datetime('Last update.')),
}

const isRedacted = { isRedacted: Type.Optional(flag('Present and true on redacted records only.')) }

/** Spec 2.2, as lists give it: 27 keys. */
export const Conversation = Type.Object({ ...conversationFields, ...isRedacted }, { title: 'Conversation' })

/** Spec 2.2, as the detail endpoint gives it: 31 keys. The four more never carry data. */
export const ConversationDetail = Type.Object(
  {
    ...conversationFields,
    customerPhone: Type.Null(),
    memberName: Type.Null(),
    teamId: Type.Null(),
    unreadCount: Type.Literal(0),
    ...isRedacted,
  },
  { title: 'ConversationDetail' },
)

/** Spec 2.3, as the single-message endpoint gives it: 20 keys. */
export const MessageDetail = Type.Object(
  {
    id: string('Message UUID, or a number when it has no UUID.'),
    text: string(),
    senderName: string(),
    memberId: nullable(string('Team member, when a human sent it.')),
    isAdmin: flag('Sent from the store side.'),
    isAutomated: flag('Sent by automation.'),
    isBot: flag('Sent by the AI agent.'),
    isNote: flag('Internal note, invisible to the customer.'),
    isFirst: flag('First message of the conversation.'),
    isTransfer: flag('Handover marker between AI agent and human.'),
    isQuickReplyMsg: flag('Sent via quick reply.'),
    isAskBotMessage: flag('The customer addressed the AI agent.'),
    isDeleted: flag('Message deleted.'),
    contentType: oneOf(['text', 'file']),
    topic: nullable(string('Topic assigned by the AI agent.')),
    chatbotProducts: objects('Products the AI agent showed.'),
    chatbotFaqs: objects('FAQ entries the AI agent used.'),
    files: objects('Attachments.'),
    replyMessage: nullable(
      Type.Object({}, { additionalProperties: true, description: 'Message this one replies to.' }),
    ),
    createdAt: datetime('Send time.'),
  },
  { title: 'MessageDetail' },
)

/** Spec 2.3, as lists give it: 18 keys. */
export const Message = Type.Omit(MessageDetail, ['isDeleted', 'contentType'], { title: 'Message' })

/** Spec 2.4: 30 keys. Only id, type, channels and createdAt always carry a value. */
export const Customer = Type.Object(
  {
    id: string('Matches customerUuid on conversations.'),
    platformId: nullable(string('Matching id at the e-commerce platform.')),
    name: nullable(string()),
    firstName: nullable(string()),
    lastName: nullable(string()),
    email: nullable(string()),
    phone: nullable(string()),
    type: oneOf(['anonymous', 'guest', 'customer']),
    channels: list(),
    tags: nullable(list()),
    note: nullable(string('Free text.')),
    customAttributes: nullable(
      Type.Record(Type.String(), Type.String(), { description: 'Set by the storefront widget.' }),
    ),
    address1: nullable(string()),
    address2: nullable(string()),
    city: nullable(string()),
    zip: nullable(string()),
    country: nullable(string()),
    countryCode: nullable(string()),
    ordersCount: nullable(Type.Integer()),
    totalSpent: nullable(Type.Number()),
    ipAddress: nullable(string()),
    ipLocation: nullable(string()),
    browser: nullable(string()),
    browserVersion: nullable(string()),
    os: nullable(string()),
    deviceType: nullable(string()),
    senderSeq: nullable(Type.Integer()),
    lastChatAt: nullable(datetime()),
    createdAt: datetime(),
    updatedAt: nullable(datetime()),
    ...isRedacted,
  },
  { title: 'Customer' },
)

/** Spec 2.5: 10 keys. */
export const Member = Type.Object(
  {
    id: string('Matches memberId elsewhere.'),
    email: string('Work email.'),
    firstName: nullable(string()),
    lastName: nullable(string()),
    fullName: string(),
    avatarUrl: string(),
    role: oneOf(['admin', 'member']),
    active: flag(),
    enableAwayMode: nullable(flag()),
    createdAt: datetime(),
  },
  { title: 'Member' },
)

/** Spec 2.6. */
export const Note = Type.Object(
  {
    id: string(),
    text: string('Up to 150 characters.'),
    isUpdated: flag('Edited after creation.'),
    createdAt: datetime(),
    updatedAt: datetime(),
  },
  { title: 'Note' },
)

/** Spec 2.7. */
export const Attribute = Type.Object(
  {
    id: string(),
    name: string('Up to 255 characters; unique in its conversation.'),
    value: string('Up to 1,000 characters.'),
    createdAt: datetime(),
    updatedAt: datetime(),
  },
  { title: 'Attribute' },
)

export const BrowsedPage = Type.Object(
  { url: string(), title: string(), viewedAt: datetime() },
  { title: 'BrowsedPage' },
)

export const Summary = Type.Object(
  { text: string(), createdAt: datetime(), updatedAt: datetime() },
  { title: 'Summary' },
)

export const Deleted = Type.Object({ id: string('Id of the record that was deleted.') }, { title: 'Deleted' })

export const Paging = Type.Object(
  { nextCursor: nullable(string('Pass it back as cursor; null on the last page.')), hasMore: flag() },
  { title: 'Paging' },
)

export const EventName = Type.String({ description: `One of ${EVENT_TYPES.join(', ')}.` })

/** An event as it is delivered (spec 6.2). */
export const WebhookEvent = Type.Object(
  {
    eventId: string('The same in every delivery of the event.'),
    type: EventName,
    shopId: string('Store identifier.'),
    conversationId: nullable(string()),
    occurredAt: datetime(),
    data: Type.Object({}, { additionalProperties: true, description: 'By type, as under Webhooks.' }),
  },
  { title: 'WebhookEvent' },
)

export const EventDigest = Type.Object(
  {
    day: string('A day in UTC, such as 2026-01-31.'),
    count: Type.Integer({ minimum: 0 }),
    digest: string('SHA-256 in hex of the sorted eventIds, joined by line feeds.'),
  },
  { title: 'EventDigest' },
)

/** Spec 2.8: 9 keys, and three more after the first delivery attempt. */
export const Subscription = Type.Object(
  {
    id: string(),
    shopId: string('Store identifier.'),
    url: string('https endpoint.'),
    events: Type.Array(EventName),
    isActive: flag('Delivering or not.'),
    secret: string('Signing secret; begins with whsec_.'),
    metadata: Type.Object({}, { additionalProperties: true }),
    createdAt: datetime(),
    updatedAt: datetime(),
    lastDeliveryAt: Type.Optional(datetime('Start of the last attempt.')),
    lastDeliveryStatus: Type.Optional(oneOf(['delivered', 'retrying', 'dropped', 'failed'])),
    lastDeliveryError: Type.Optional(nullable(string())),
  },
  { title: 'Subscription' },
)

/** How a store proves that the domain of its help centre is its own. */
export const HelpDomainProof = Type.Object(
  {
    domain: string('As `settings.helpCentre.domain` names it.'),
    txtName: string('Name of the TXT record that proves it.'),
    txtValue: string('Its value.'),
    proven: Type.Boolean({ description: 'Whether the domain serves the help pages, where they are on.' }),
  },
  { title: 'HelpDomainProof' },
)
export type HelpDomainProof = Static<typeof HelpDomainProof>
