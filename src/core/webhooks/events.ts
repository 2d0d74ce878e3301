import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { EVENT_BYTES_MAX } from '#core/limits.ts'
import type { SenderType } from '#storage/conversations/columns.ts'
import type { EventRow } from '#storage/webhooks/events.ts'

type MessageData = {
  messageId: string
  text: string
  senderType: SenderType
  memberId: string | null
  createdAt: string
}

/** The nine events and their `data` (spec 6.1). `conversation.removed` is empty. */
export interface EventData {
  'message.created': MessageData
  'message.updated': MessageData
  'message.removed': MessageData
  'conversation.created': {
    type: string
    customerId: string | null
    channel: string
    isChatBot: boolean
    isFirstMessage: boolean
  }
  'conversation.state_changed': { status: string; previousStatus: string }
  'conversation.assigned': { memberId: string | null; previousMemberId: string | null }
  'conversation.tags_updated': { tags: string[] }
  'conversation.removed': Record<string, never>
  'customer.created': {
    customerId: string
    email: string | null
    firstName: string | null
    lastName: string | null
    phone: string | null
    tags: string[] | null
    ordersCount: number | null
    totalSpent: number | null
  }
}

export type EventType = keyof EventData

export const EVENT_TYPES = [
  'message.created',
  'message.updated',
  'message.removed',
  'conversation.created',
  'conversation.state_changed',
  'conversation.assigned',
  'conversation.tags_updated',
  'conversation.removed',
  'customer.created',
] as const satisfies readonly EventType[]

/** An event ready for the outbox. */
export interface OutboxEvent extends EventRow {
  type: EventType
}

/**
 * Builds an event with its envelope (spec 6.2). A payload above 80,000 bytes keeps its envelope; its data becomes
 * `{truncated: true, originalSize}`, the size being that of the whole envelope as it would have been sent.
 */
export function buildEvent<T extends EventType>(
  shopId: string,
  type: T,
  conversationId: string | null,
  data: EventData[T],
): OutboxEvent {
  const id = newId()
  const occurredAt = currentTime()
  const serialise = (content: unknown) =>
    JSON.stringify({ eventId: id, type, shopId, conversationId, occurredAt, data: content })
  const whole = serialise(data)
  const bytes = Buffer.byteLength(whole)
  const body = bytes > EVENT_BYTES_MAX ? serialise({ truncated: true, originalSize: bytes }) : whole
  return { id, type, conversationId, occurredAt, body }
}

/** What an event contains of a message. */
export interface MessageInEvent {
  id: string
  text: string
  senderType: SenderType
  memberId: string | null
  createdAt: Date
}

/** An event about a message: created, updated or removed. */
export function messageEvent(
  shopId: string,
  type: 'message.created' | 'message.updated' | 'message.removed',
  conversationId: string,
  { id: messageId, text, senderType, memberId, createdAt }: MessageInEvent,
): OutboxEvent {
  const data = { messageId, text, senderType, memberId, createdAt: createdAt.toISOString() }
  return buildEvent(shopId, type, conversationId, data)
}
