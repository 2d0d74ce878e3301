import type { Message } from '../../shared/records.ts'

/**
 * Puts new, edited and deleted messages into the conversation. The same message may come by several ways, in any order, and
 * twice: the highest revision wins.
 */
export function merge(known: readonly Message[], incoming: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of incoming) {
    const old = byId.get(message.id)
    if (!old || old.revision <= message.revision) byId.set(message.id, message)
  }
  return [...byId.values()].sort((a, b) => a.position - b.position)
}

/** Whether a page of the newest messages continues the conversation; otherwise some in between are missing. */
export function meets(known: readonly Message[], newest: readonly Message[]): boolean {
  const last = known[known.length - 1]?.position ?? 0
  return newest.length === 0 || newest.some(({ position }) => position <= last)
}
