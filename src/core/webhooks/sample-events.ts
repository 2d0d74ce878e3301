import type { EventData } from './events.ts'

const message = {
  messageId: '00000000-0000-7000-8000-000000000000',
  text: 'This is a test event.',
  senderType: 'system' as const,
  memberId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}

/** Data of test events: shaped as the real ones, about no real record. They have no conversation. */
export const SAMPLE_EVENTS: EventData = {
  'message.created': message,
  'message.updated': message,
  'message.removed': message,
  'conversation.created': {
    type: 'anonymous',
    customerId: null,
    channel: 'online_store',
    isChatBot: false,
    isFirstMessage: true,
  },
  'conversation.state_changed': { status: 'resolved', previousStatus: 'open' },
  'conversation.assigned': { memberId: null, previousMemberId: null },
  'conversation.tags_updated': { tags: ['test'] },
  'conversation.removed': {},
  'customer.created': {
    customerId: '00000000-0000-7000-8000-000000000000',
    email: null,
    firstName: 'Test',
    lastName: null,
    phone: null,
    tags: null,
    ordersCount: null,
    totalSpent: null,
  },
}
