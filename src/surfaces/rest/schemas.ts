import { type TSchema, Type } from 'typebox'
import { CHANNELS } from '#channels/availability.ts'
import { EVENT_TYPES } from '#core/events.ts'

/**
 * The records of the REST API (spec 2), once: these schemas validate what comes in, serialise what goes out, and are
 * the components of the OpenAPI document.
 */

export const oneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description ? { description } : {}) })

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const text = (description?: string) => Type.String(description ? { description } : {})
const flag = (description?: string) => Type.Boolean(description ? { description } : {})
const datetime = (description?: string) =>
  Type.Unsafe<Date | string>({ type: 'string', format: 'date-time', ...(description ? { description } : {}) })
const list = (description?: string) => Type.Array(Type.String(), description ? { description } : {})
const objects = (description: string) => Type.Array(Type.Object({}, { additionalProperties: true }), { description })

const LastMessage = Type.Object({
  text: text(),
  senderType: oneOf(['customer', 'agent', 'bot', 'system']),
  createdAt: datetime(),
})

const conversationFields = {
  id: text('App-wide conversation id.'),
  firestoreId: nullable(text('Id in the older datastore.')),
  pgConvoId: nullable(text('Numeric id in the newer datastore.')),
  shopId: text('Store identifier.'),
  sessionId: nullable(text('Browsing session where it started.')),
  customerUuid: nullable(text('Contact id, usable on the customer endpoints.')),
  customerName: nullable(text('Contact name at chat time.')),
  customerEmail: nullable(text('Contact email.')),
  customerType: oneOf(['anonymous', 'guest', 'customer']),
  status: oneOf(['open', 'resolved']),
  isChatBot: flag('Currently handled by the AI agent.'),
  hasChatBot: flag('The AI agent took part at some point.'),
  isRead: flag('Read state, agent side.'),
  isCustomerRead: flag('Read state, customer side.'),
  isOnline: flag('Customer connected now.'),
  isBlock: flag('Customer is blocked.'),
  isStarred: flag('Starred in the inbox.'),
  hasFirstMsg: flag('Has a first message.'),
  hidePreChatMessage: oneOf(['', 'by-user', 'by-admin']),
  memberId: nullable(text('Assigned member.')),
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

const messageFields = {
  id: text('Message UUID, or a number when it has no UUID.'),
  text: text(),
  senderName: text(),
  memberId: nullable(text('Team member, when a human sent it.')),
  isAdmin: flag('Sent from the store side.'),
  isAutomated: flag('Sent by automation.'),
  isBot: flag('Sent by the AI agent.'),
  isNote: flag('Internal note, invisible to the customer.'),
  isFirst: flag('First message of the conversation.'),
  isTransfer: flag('Handover marker between AI agent and human.'),
  isQuickReplyMsg: flag('Sent via quick reply.'),
  isAskBotMessage: flag('The customer addressed the AI agent.'),
  topic: nullable(text('Topic assigned by the AI agent.')),
  chatbotProducts: objects('Products the AI agent showed.'),
  chatbotFaqs: objects('FAQ entries the AI agent used.'),
  files: objects('Attachments.'),
  replyMessage: nullable(Type.Object({}, { additionalProperties: true, description: 'Message this one replies to.' })),
  createdAt: datetime('Send time.'),
}

/** Spec 2.3, as lists give it: 18 keys. */
export const Message = Type.Object(messageFields, { title: 'Message' })

/** Spec 2.3, as the single-message endpoint gives it: 20 keys. */
export const MessageDetail = Type.Object(
  { ...messageFields, isDeleted: flag('Message deleted.'), contentType: oneOf(['text', 'file']) },
  { title: 'MessageDetail' },
)

/** Spec 2.4: 30 keys. Only id, type, channels and createdAt always carry a value. */
export const Customer = Type.Object(
  {
    id: text('Matches customerUuid on conversations.'),
    platformId: nullable(text('Matching id at the e-commerce platform.')),
    name: nullable(text()),
    firstName: nullable(text()),
    lastName: nullable(text()),
    email: nullable(text()),
    phone: nullable(text()),
    type: oneOf(['anonymous', 'guest', 'customer']),
    channels: list(),
    tags: nullable(list()),
    note: nullable(text('Free text.')),
    customAttributes: nullable(
      Type.Record(Type.String(), Type.String(), { description: 'Set by the storefront widget.' }),
    ),
    address1: nullable(text()),
    address2: nullable(text()),
    city: nullable(text()),
    zip: nullable(text()),
    country: nullable(text()),
    countryCode: nullable(text()),
    ordersCount: nullable(Type.Integer()),
    totalSpent: nullable(Type.Number()),
    ipAddress: nullable(text()),
    ipLocation: nullable(text()),
    browser: nullable(text()),
    browserVersion: nullable(text()),
    os: nullable(text()),
    deviceType: nullable(text()),
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
    id: text('Matches memberId elsewhere.'),
    email: text('Work email.'),
    firstName: nullable(text()),
    lastName: nullable(text()),
    fullName: text(),
    avatarUrl: text(),
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
    id: text(),
    text: text('Up to 150 characters.'),
    isUpdated: flag('Edited after creation.'),
    createdAt: datetime(),
    updatedAt: datetime(),
  },
  { title: 'Note' },
)

/** Spec 2.7. */
export const Attribute = Type.Object(
  {
    id: text(),
    name: text('Up to 255 characters; unique in its conversation.'),
    value: text('Up to 1,000 characters.'),
    createdAt: datetime(),
    updatedAt: datetime(),
  },
  { title: 'Attribute' },
)

export const BrowsedPage = Type.Object({ url: text(), title: text(), viewedAt: datetime() }, { title: 'BrowsedPage' })

export const Summary = Type.Object({ text: text(), createdAt: datetime(), updatedAt: datetime() }, { title: 'Summary' })

export const Deleted = Type.Object({ id: text('Id of the record that was deleted.') }, { title: 'Deleted' })

export const Typing = Type.Object({ conversationId: text(), memberId: text(), active: flag() }, { title: 'Typing' })

const Meta = Type.Object({ source: oneOf(['postgresql', 'firestore'], 'Datastore that was read; diagnostic only.') })

export const Paging = Type.Object(
  { nextCursor: nullable(text('Pass it back as cursor; null on the last page.')), hasMore: flag() },
  { title: 'Paging' },
)

/** Answers with one record, or an array without pages. */
export const data = <T extends TSchema>(schema: T) => Type.Object({ data: schema })
/** The same where the datastore is told. */
export const dataWithMeta = <T extends TSchema>(schema: T) => Type.Object({ data: schema, meta: Meta })
/** A page of a list. */
export const page = <T extends TSchema>(schema: T) =>
  Type.Object({ data: Type.Array(schema), paging: Paging, meta: Meta })

export const ErrorBody = Type.Object(
  { error: Type.Object({ code: text('Branch on this.'), message: text('For people; may change.') }) },
  { title: 'Error' },
)

/** Paths and queries. */
export const ConversationPath = Type.Object({
  id: Type.String({ description: 'Any of the conversation’s ids: id, firestoreId or pgConvoId.' }),
})

export const pageQuery = (size: { default: number; max: number }) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: size.default,
      description: `Records a page; more than ${size.max} is taken as ${size.max}.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'paging.nextCursor of the previous page.' })),
})

export const ChannelName = oneOf(CHANNELS, 'Channel the conversation started on.')

export const EventName = Type.String({ description: `One of ${EVENT_TYPES.join(', ')}.` })

/** Spec 2.8: 9 keys, and three more after the first delivery attempt. */
export const Subscription = Type.Object(
  {
    id: text(),
    shopId: text('Store identifier.'),
    url: text('https endpoint.'),
    events: Type.Array(EventName),
    isActive: flag('Delivering or not.'),
    secret: text('Signing secret; begins with whsec_.'),
    metadata: Type.Object({}, { additionalProperties: true }),
    createdAt: datetime(),
    updatedAt: datetime(),
    lastDeliveryAt: Type.Optional(datetime('Start of the last attempt.')),
    lastDeliveryStatus: Type.Optional(oneOf(['delivered', 'retrying', 'dropped', 'failed'])),
    lastDeliveryError: Type.Optional(nullable(text())),
  },
  { title: 'Subscription' },
)
