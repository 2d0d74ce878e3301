import { type TSchema, Type } from 'typebox'
import { CHANNELS } from '#channels/channel-window.ts'
import { EVENT_TYPES, type EventType } from '#core/webhooks/events.ts'
import { SAMPLE_EVENTS } from '#core/webhooks/sample-events.ts'
import { datetime, flag, list, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import { JSON_TYPE } from './answers.ts'
import type { Components, Schema } from './schemas.ts'

const message = Type.Object(
  {
    messageId: string(),
    text: string(),
    senderType: oneOf(['customer', 'agent', 'bot', 'system'], 'Act on customer only, or you answer yourself.'),
    memberId: nullable(string('The member who wrote.')),
    createdAt: datetime(),
  },
  { title: 'MessageData' },
)
const status = oneOf(['open', 'resolved'])

/** When each event happens, and its `data` (spec 6.1). */
const EVENTS: Record<EventType, { when: string; description?: string; data: TSchema }> = {
  'message.created': {
    when: 'A message was written',
    description: 'By the customer, a member or the AI agent, through the API too. Not for internal notes.',
    data: message,
  },
  'message.updated': { when: 'A message was edited', data: message },
  'message.removed': { when: 'A message was deleted', data: message },
  'conversation.created': {
    when: 'A conversation started',
    data: Type.Object(
      {
        type: oneOf(['anonymous', 'guest', 'customer'], 'The customer’s type.'),
        customerId: nullable(string('The contact’s id.')),
        channel: oneOf(CHANNELS, 'Where it started.'),
        isChatBot: flag('The AI agent has it.'),
        isFirstMessage: flag(),
      },
      { title: 'ConversationCreatedData' },
    ),
  },
  'conversation.state_changed': {
    when: 'A conversation was resolved or reopened',
    data: Type.Object({ status, previousStatus: status }, { title: 'StateChangedData' }),
  },
  'conversation.assigned': {
    when: 'A conversation was assigned',
    data: Type.Object(
      { memberId: nullable(string('Null: to nobody.')), previousMemberId: nullable(string()) },
      { title: 'AssignedData' },
    ),
  },
  'conversation.tags_updated': {
    when: 'A conversation’s tags changed',
    data: Type.Object({ tags: list('The whole resulting list.') }, { title: 'TagsUpdatedData' }),
  },
  'conversation.removed': { when: 'A conversation was deleted', data: Type.Object({}, { title: 'RemovedData' }) },
  'customer.created': {
    when: 'A contact was made',
    description: 'It has no conversation: conversationId is null.',
    data: Type.Object(
      {
        customerId: string(),
        email: nullable(string()),
        firstName: nullable(string()),
        lastName: nullable(string()),
        phone: nullable(string()),
        tags: nullable(list()),
        ordersCount: nullable(Type.Integer()),
        totalSpent: nullable(Type.Number()),
      },
      { title: 'CustomerCreatedData' },
    ),
  },
}

/** What stands in the place of `data` when an event would be larger than 80,000 bytes (spec 6.2.3). */
const Truncated = Type.Object(
  { truncated: Type.Literal(true), originalSize: Type.Integer({ description: 'Bytes.' }) },
  { title: 'Truncated' },
)

const HEADERS: Record<string, string> = {
  'X-Webhook-Event': 'The event’s name.',
  'X-Webhook-Timestamp': 'Unix time in seconds. Refuse what is older than a few minutes.',
  'X-Webhook-Signature':
    'Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret.',
  'X-Webhook-Event-Id': 'The same in each attempt and for each subscription: drop what you had already.',
  'X-Webhook-Delivery-Id': 'Of this subscription’s delivery; the same in each attempt.',
}

/** The envelope of an event (spec 6.2). */
export const envelope = (type: EventType) =>
  Type.Object({
    eventId: Type.String({ format: 'uuid' }),
    type: Type.Literal(type),
    shopId: string(),
    conversationId: nullable(string('As GET /chat/conversations/{id} takes it.')),
    occurredAt: datetime('Order by it: events may arrive in any order.'),
    data: Type.Union([EVENTS[type].data, Truncated]),
  })

/** The document's `webhooks`: what an endpoint of a subscriber has to take. */
export function describeEvents(components: Components): Record<string, object> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeEvent(type, components) }]))
}

/** One entry of `webhooks`. Ids and times of the example are fixed, so that the document changes only with the API. */
function describeEvent(type: EventType, components: Components): object {
  const { when, description = '' } = EVENTS[type]
  const example = {
    eventId: '019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c',
    type,
    shopId: 'shop_8f14e45fceea167a5a36',
    conversationId: type === 'customer.created' ? null : '019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35',
    occurredAt: '2026-11-20T09:16:40.018Z',
    data: SAMPLE_EVENTS[type],
  }
  const name = type.split(/[._]/).map((word) => word[0]?.toUpperCase() + word.slice(1))
  return {
    operationId: `on${name.join('')}`,
    summary: when,
    description: `${description} Sent to each active subscription that names it.`.trim(),
    tags: ['Events'],
    security: [],
    parameters: Object.entries(HEADERS).map(([header, words]) => ({
      name: header,
      in: 'header',
      required: true,
      description: words,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { [JSON_TYPE]: { schema: components.lift(envelope(type) as Schema), example } },
    },
    responses: {
      '2XX': { description: 'Delivered. Answer within 10 seconds, and do the work afterwards.' },
      '410': { description: 'The endpoint is gone: the subscription is disabled at once.' },
      '4XX': { description: 'Dropped, never tried again; 3xx too.' },
      '5XX': { description: 'Tried again, up to seven times over some nine hours; no answer too.' },
    },
  }
}
