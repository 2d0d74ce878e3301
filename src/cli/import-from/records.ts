/** What sources are read into; the service's form of it is in core/source-import/records.ts. */

/** A file of a message: where the source keeps it. */
interface SourceFile {
  sourceId: string
  name: string
  url: string
}

export interface ReadMessage {
  sourceId: string
  sender: 'customer' | 'agent' | 'bot' | 'system'
  memberId?: string | null
  senderName?: string
  text?: string
  html?: string
  isNote?: boolean
  files: SourceFile[]
  createdAt: string
}

export interface ReadConversation {
  contactId: string | null
  memberId: string | null
  channel: string
  status: 'open' | 'resolved'
  tags: string[]
  createdAt?: string
  messages: ReadMessage[]
}

export type Found =
  | { kind: 'member' | 'contact' | 'faq'; sourceId: string; data: object }
  | { kind: 'conversation'; sourceId: string; version: string; data: ReadConversation }
  | { kind: 'skipped'; of: string; sourceId: string; reason: string }

/** A conversation that a list names, and its last change in the source's own form. */
interface Listed {
  id: string
  version: string
}

/** Finds listed conversations that were not imported yet, or have changed since. */
export type KeepChanged = <T extends Listed>(listed: T[]) => Promise<T[]>

/** Seconds since 1970, milliseconds, or ISO 8601, as ISO 8601; undefined for anything else. */
export function isoTime(value: unknown): string | undefined {
  const ms = typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : Date.parse(String(value))
  return Number.isFinite(ms) && ms > 0 ? new Date(ms).toISOString() : undefined
}

/** A text that says something, otherwise null. */
export function words(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The name at the end of an address. */
export function nameOf(url: string): string {
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : ''
  try {
    return decodeURIComponent(last ?? '') || 'file'
  } catch {
    return last || 'file'
  }
}
