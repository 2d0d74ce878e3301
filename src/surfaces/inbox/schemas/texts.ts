import { type Static, Type } from 'typebox'
import { datetime, nullable, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Texts that members keep: canned replies, and the articles of the knowledge base. */

export const CannedReply = Type.Object({
  id: string(),
  shortcut: string(),
  text: string(),
  createdAt: datetime(),
  updatedAt: datetime(),
})
export type CannedReply = Wire<Static<typeof CannedReply>>

/** Imported articles may carry more keys, which are sent along. */
export const Article = Type.Object(
  { id: string(), question: string(), answer: string(), url: nullable(string()), productId: nullable(string()) },
  { additionalProperties: true },
)
export type Article = Static<typeof Article>
