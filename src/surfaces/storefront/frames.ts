import { isStorable } from '#base/text.ts'
import type { ClientState } from '#core/visitors/visitor-snapshot.ts'
import type { Frame } from '#surfaces/realtime/socket.ts'

// What visitors' frames hold (docs/storefront-protocol.md).

/** The number of a change. */
export const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** What a browser says that it knows already; what it cannot know counts as unsaid. */
export function readKnown({ conversationId, revision }: Frame): ClientState {
  return {
    conversationId:
      typeof conversationId === 'string' && conversationId.length <= 128 && isStorable(conversationId)
        ? conversationId
        : undefined,
    revision: isRevision(revision) ? revision : undefined,
  }
}

/** Pages that a shopper has opened, or null if the value is invalid. */
export function readPages(value: unknown): { url: string; title?: string; viewedAt?: string }[] | null {
  if (!Array.isArray(value) || value.length > 50) return null
  const isText = (text: unknown) => typeof text === 'string' && isStorable(text)
  const isGood = value.every(
    (page) =>
      page !== null &&
      typeof page === 'object' &&
      isText(page.url) &&
      (page.title === undefined || isText(page.title)) &&
      (page.viewedAt === undefined || isText(page.viewedAt)),
  )
  return isGood ? value : null
}
