import type { Member } from '#core/members/members.ts'
import type { NewMessage } from '#storage/conversations/messages.ts'

/** Sender's name for messages that no person wrote, and for a customer without a name. */
export const SYSTEM_NAME = 'System'
export const VISITOR_NAME = 'Visitor'

/** The fields of a message that name its sender (spec 2.3.5). */
type Sender = Pick<NewMessage, 'senderType' | 'senderName' | 'memberId' | 'isAdmin'> & Partial<NewMessage>

export function fromMember({ id, fullName }: Pick<Member, 'id' | 'fullName'>): Sender {
  return { senderType: 'agent', senderName: fullName, memberId: id, isAdmin: true }
}

/** `senderName` is the store's name for it (`ai.name`). */
export function fromAiAgent(senderName: string): Sender {
  return { senderType: 'bot', senderName, memberId: null, isAdmin: true, isBot: true }
}

/**
 * Id of the member who replied first in ordered messages: '' if that reply names no member; null before the first reply.
 * A message that the team writes before the customer does is not a reply.
 */
export function firstReplyBy(
  messages: readonly Pick<NewMessage, 'senderType' | 'memberId' | 'isNote'>[],
  hasCustomerWritten = false,
): string | null {
  const begin = hasCustomerWritten ? 0 : messages.findIndex(({ senderType }) => senderType === 'customer')
  if (begin < 0) return null
  const reply = messages.slice(begin).find(({ senderType, isNote }) => senderType === 'agent' && !isNote)
  return reply ? (reply.memberId ?? '') : null
}

export function fromCustomer(senderName: string): Sender {
  return { senderType: 'customer', senderName, memberId: null, isAdmin: false }
}

/** A line of the store's that no person wrote, which the customer sees. It is never a conversation's first message. */
export function fromAutomation(senderName: string): Sender {
  return { senderType: 'system', senderName, memberId: null, isAdmin: true, isAutomated: true, isFirst: false }
}

/** A note for the team that no person wrote. */
export function systemNote(text: string): Sender & { text: string } {
  return { ...fromAutomation(SYSTEM_NAME), isNote: true, text }
}

/** The mark of a handoff between the AI agent and the team. */
export function transferLine(text: string): Sender & { text: string } {
  const system = { senderType: 'system', senderName: SYSTEM_NAME, memberId: null } as const
  return { ...system, isAdmin: true, isAutomated: true, isTransfer: true, text }
}
