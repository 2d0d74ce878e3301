import type { Message } from '../../shared/records.ts'

/**
 * Puts new, edited and deleted messages into the thread. The same message may come by several ways, in any order, and
 * twice: the highest revision wins. Messages of one millisecond stay in the order in which the server gave them.
 */
export function merge(known: readonly Message[], incoming: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of incoming) {
    const old = byId.get(message.id)
    if (!old || old.revision <= message.revision) byId.set(message.id, message)
  }
  return [...byId.values()].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
}

/** Older messages, which the server gives newest first, before those that are here. */
export function prepend(known: readonly Message[], older: readonly Message[]): Message[] {
  const ids = new Set(known.map(({ id }) => id))
  return merge(
    [...older].reverse().filter(({ id }) => !ids.has(id)),
    known,
  )
}
