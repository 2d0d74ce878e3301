import type { Message } from '../api/records.ts'
import { inbox, type MessagesState, NO_MESSAGES } from './state.ts'

/** Messages as they arrive: by page, by socket, and as the answer to one that was sent. */

/** Merges messages into a conversation; those that were pending under a clientId have arrived. */
export function takeMessages(id: string, arrived: Message[], change: Partial<MessagesState> = {}): void {
  inbox.set(({ messages, pending }) => {
    const state = messages[id] ?? NO_MESSAGES
    const revision = Math.max(state.revision, change.revision ?? 0)
    const clientIds = new Set(arrived.map((one) => one.clientId).filter(Boolean))
    const waiting = pending[id]?.filter(({ clientId }) => !clientIds.has(clientId)) ?? []
    return {
      messages: { ...messages, [id]: { ...state, ...change, messages: merge(state.messages, arrived), revision } },
      ...(pending[id] ? { pending: { ...pending, [id]: waiting } } : {}),
    }
  })
}

/** By position; of two states of one message, the one with the later revision stays. */
export function merge(known: Message[], arrived: Message[]): Message[] {
  const byId = new Map(known.map((one) => [one.id, one]))
  for (const message of arrived) {
    const former = byId.get(message.id)
    if (!former || former.revision <= message.revision) byId.set(message.id, message)
  }
  return [...byId.values()].sort((a, b) => a.position - b.position)
}
