import type { PageText } from './read-html.ts'
import type { Sitemap } from './read-sitemap.ts'
import type { PackedFile } from './unpack.ts'

/** What the thread that reads documents of strangers is asked, by kind, and what it answers. */
export interface Readings {
  page: { ask: { html: string; address: string }; answer: PageText }
  fragment: { ask: { html: string; address: string; title: string }; answer: string }
  sitemap: { ask: { bytes: Uint8Array }; answer: Sitemap }
  archive: { ask: { bytes: Uint8Array }; answer: PackedFile[] }
}

export type ReadingKind = keyof Readings

/** To the thread. */
export type ReadingRequest = { [Kind in ReadingKind]: { kind: Kind; ask: Readings[Kind]['ask'] } }[ReadingKind]

/** From it, one for each request in their order. */
export type ReadingReply = { answer: unknown } | { failed: string }
