/** Examples of the OpenAPI document: one store, one conversation, the same people in all of them. */

const CONVERSATION_ID = '019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35'
const CUSTOMER_ID = '019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41'
const MEMBER_ID = '019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20'
const ASKED = '2026-11-20T09:14:07.512Z'
const ANSWERED = '2026-11-20T09:16:40.018Z'

const conversation = {
  id: CONVERSATION_ID,
  firestoreId: null,
  pgConvoId: '1842',
  shopId: 'shop_8f14e45fceea167a5a36',
  sessionId: '019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62',
  customerUuid: CUSTOMER_ID,
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  customerType: 'customer',
  status: 'open',
  isChatBot: false,
  hasChatBot: true,
  isRead: true,
  isCustomerRead: false,
  isOnline: true,
  isBlock: false,
  isStarred: false,
  hasFirstMsg: true,
  hidePreChatMessage: '',
  memberId: MEMBER_ID,
  channels: ['online_store'],
  tags: ['delivery'],
  messageCount: 2,
  lastMessage: { text: 'It leaves our warehouse today.', senderType: 'agent', createdAt: ANSWERED },
  lastActive: ANSWERED,
  createdAt: ASKED,
  updatedAt: ANSWERED,
}

const message = {
  id: '019a8c40-d2f2-7b64-8e07-6a1d5c9f3b48',
  text: 'It leaves our warehouse today.',
  senderName: 'Grace Hopper',
  memberId: MEMBER_ID,
  isAdmin: true,
  isAutomated: false,
  isBot: false,
  isNote: false,
  isFirst: false,
  isTransfer: false,
  isQuickReplyMsg: false,
  isAskBotMessage: false,
  topic: null,
  chatbotProducts: [],
  chatbotFaqs: [],
  files: [],
  replyMessage: null,
  createdAt: ANSWERED,
}

const subscription = {
  id: '019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26',
  shopId: conversation.shopId,
  url: 'https://shop.example.com/parley-events',
  events: ['message.created', 'conversation.state_changed'],
  isActive: true,
  secret: 'whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e',
  metadata: { environment: 'production' },
  createdAt: ASKED,
  updatedAt: ASKED,
  lastDeliveryAt: ANSWERED,
  lastDeliveryStatus: 'delivered',
  lastDeliveryError: null,
}

const KEY_ID = '019a81b4-5d20-7b1e-9f3a-6c2d8e4f7a90'
const store = { shopId: conversation.shopId, appId: 'app_3f2a9c1d8e7b6a5f4c3d', name: 'Acme', plan: 'pro' }
const installed = { settings: { autoAssign: false }, installedAt: '2026-06-01T08:00:00.000Z', uninstalledAt: null }

const { secret: _, ...webhook } = subscription
const delivery = {
  id: '5b0d7c7e-3f0a-4d67-9a3e-0f1b2c3d4e5f',
  subscriptionId: subscription.id,
  eventId: '019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c',
  type: 'message.created',
  conversationId: CONVERSATION_ID,
  status: 'delivered',
  attempts: 1,
  nextAt: ANSWERED,
  createdAt: ANSWERED,
  finishedAt: ANSWERED,
}

/** By the title of the schema. */
export const RECORDS: Record<string, unknown> = {
  Conversation: conversation,
  ConversationDetail: { ...conversation, customerPhone: null, memberName: null, teamId: null, unreadCount: 0 },
  Message: message,
  MessageDetail: { ...message, isDeleted: false, contentType: 'text' },
  Customer: {
    id: CUSTOMER_ID,
    platformId: '7203948571',
    name: 'Ada Lovelace',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '+44 20 7946 0958',
    type: 'customer',
    channels: ['online_store'],
    tags: ['vip'],
    note: null,
    customAttributes: { shoeSize: '39' },
    address1: '12 St James’s Square',
    address2: null,
    city: 'London',
    zip: 'SW1Y 4JH',
    country: 'United Kingdom',
    countryCode: 'GB',
    ordersCount: 3,
    totalSpent: 248.5,
    ipAddress: '203.0.113.7',
    ipLocation: 'London, United Kingdom',
    browser: 'Firefox',
    browserVersion: '144.0',
    os: 'macOS',
    deviceType: 'desktop',
    senderSeq: 1,
    lastChatAt: ASKED,
    createdAt: '2026-08-02T18:30:11.090Z',
    updatedAt: ASKED,
  },
  Member: {
    id: MEMBER_ID,
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    fullName: 'Grace Hopper',
    avatarUrl: '',
    role: 'admin',
    active: true,
    enableAwayMode: null,
    createdAt: '2026-06-01T08:00:00.000Z',
  },
  Note: {
    id: '019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70',
    text: 'Ask the warehouse about the second parcel',
    isUpdated: false,
    createdAt: ANSWERED,
    updatedAt: ANSWERED,
  },
  Attribute: {
    id: '019a8c42-6b3f-7c81-8d25-7e0b4f9a6c13',
    name: 'orderNumber',
    value: '1042',
    createdAt: ANSWERED,
    updatedAt: ANSWERED,
  },
  Subscription: subscription,
  BrowsedPage: { url: 'https://shop.example.com/boots', title: 'Winter boots', viewedAt: ASKED },
  Summary: {
    text: 'Ada asked where order 1042 is; Grace told her that it ships today.',
    createdAt: ANSWERED,
    updatedAt: ANSWERED,
  },
  ChannelAccount: {
    id: '019a2f10-6c00-7aaa-8bbb-0123456789ab',
    channel: 'email',
    name: 'Acme',
    address: 'help@shop.example.com',
    externalId: null,
    state: 'connected',
    lastError: null,
    createdAt: ASKED,
  },
  Store: { ...store, owner: { memberId: MEMBER_ID, email: 'grace@example.com' }, ...installed },
  NewStore: { ...store, owner: { memberId: MEMBER_ID, email: 'grace@example.com', password: 'wq3kZ8n1pVtY' } },
  Key: { id: KEY_ID, name: 'Warehouse', createdAt: ASKED },
  NewKey: { id: KEY_ID, name: 'Warehouse', createdAt: ASKED, key: 'sk_0123456789abcdef0123456789abcdef' },
  IdentitySecret: { id: KEY_ID, createdAt: ASKED },
  NewIdentitySecret: { id: KEY_ID, secret: 'ids_5f0c9e8b3d62a4177d2e7b90019a8c3e', createdAt: ASKED },
  Imported: {
    imported: { contact: 2, conversation: 1 },
    rejected: [{ line: 3, message: 'customerUuid is not a contact of this store.' }],
  },
  DataRequest: { customerUuid: CUSTOMER_ID, requestedAt: ASKED },
  Webhook: webhook,
  EndpointHealth: { attempts: 120, successRate: 0.99, medianMs: 84, p95Ms: 310, queued: 0, queueAgeMs: null },
  Delivery: delivery,
  DeliveryDetail: {
    ...delivery,
    body: '{"eventId":"019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c","type":"message.created"}',
    log: [{ attempt: 1, startedAt: ANSWERED, durationMs: 84, responseStatus: 200, error: null }],
  },
  Deleted: { id: '019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70' },
  Typing: { conversationId: CONVERSATION_ID, memberId: MEMBER_ID, active: true },
  Paging: { nextCursor: 'WzE3NjM2MzAyMDAwMTgsIjAxOWE4YzNlIl0', hasMore: true },
}

/** Request bodies by operation; where there are several, each shows another use. */
export const BODIES: Record<string, Record<string, { summary?: string; value: object | string }>> = {
  setState: { resolve: { summary: 'Resolve', value: { status: 'resolved' } } },
  assign: {
    assign: { summary: 'To a member', value: { memberId: MEMBER_ID } },
    unassign: { summary: 'To nobody', value: { memberId: null } },
  },
  setTyping: { typing: { value: { memberId: MEMBER_ID, active: true } } },
  postMessage: {
    reply: { summary: 'A reply', value: { text: 'It leaves our warehouse today.', memberId: MEMBER_ID } },
    note: { summary: 'An internal note', value: { text: 'Third time she asks.', memberId: MEMBER_ID, isNote: true } },
    customer: { summary: 'The customer’s words', value: { text: 'Where is my order?', asCustomer: true } },
  },
  addTags: { tags: { value: { tags: ['delivery', 'vip'] } } },
  addNote: { note: { value: { text: 'Ask the warehouse about the second parcel' } } },
  editNote: { note: { value: { text: 'Warehouse asked; answer due Monday' } } },
  setAttribute: { attribute: { value: { name: 'orderNumber', value: '1042' } } },
  subscribe: {
    subscription: {
      value: {
        url: 'https://shop.example.com/parley-events',
        events: ['message.created', 'conversation.state_changed'],
        metadata: { environment: 'production' },
      },
    },
  },
  changeSubscription: {
    pause: { summary: 'Pause', value: { isActive: false } },
    resume: { summary: 'Resume', value: { isActive: true } },
    events: { summary: 'Other events', value: { events: ['message.created'] } },
  },
  subscribeLegacy: {
    subscription: { value: { url: 'https://shop.example.com/parley-events', events: ['message.created'] } },
  },
  changeLegacySubscription: { pause: { summary: 'Pause', value: { isActive: false } } },
  changeLegacySubscriptionById: { pause: { summary: 'Pause', value: { isActive: false } } },
  createStore: { store: { value: { name: 'Acme', plan: 'pro', owner: { email: 'grace@example.com' } } } },
  changeStore: {
    plan: { summary: 'Another plan', value: { plan: 'plus' } },
    settings: { summary: 'Settings', value: { settings: { autoAssign: true } } },
  },
  createKey: { key: { value: { name: 'Warehouse' } } },
  connectChannel: {
    mailbox: {
      summary: 'A mailbox',
      value: {
        channel: 'email',
        address: 'help@shop.example.com',
        name: 'Acme',
        smtp: { url: 'smtps://help%40shop.example.com:password@mail.example.com' },
        imap: { url: 'imaps://help%40shop.example.com:password@mail.example.com' },
      },
    },
    messenger: {
      summary: 'A telephone number at the phone messenger',
      value: { channel: 'phone_messenger', externalId: '106540352242922', accessToken: 'EAAG…', name: 'Acme' },
    },
  },
  importRecords: { lines: { value: '{"kind":"contact","data":{"id":"ada","name":"Ada Lovelace"}}\n' } },
  makeSampleData: { data: { value: { contacts: 50, conversations: 100, messagesPerConversation: 8, seed: 1 } } },
  redactCustomer: { redact: { value: { customerUuid: CUSTOMER_ID, orders: ['#1042'] } } },
  requestCustomerData: { request: { value: { customerUuid: CUSTOMER_ID } } },
  editAttribute: { value: { summary: 'A new value', value: { value: '1043' } } },
}
