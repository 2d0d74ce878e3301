import { type Static, Type } from 'typebox'
import { datetime, nullable, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** A merge that was done. */
export const MergeLine = Type.Object({
  id: string(),
  customerUuid: string('The contact that stays.'),
  from: string('The contact that is a part of it now.'),
  undoUntil: datetime(),
})
export type MergeLine = Wire<Static<typeof MergeLine>>

/** A merge of two conversations. */
export const ConversationMergeLine = Type.Object({
  id: string(),
  conversationId: string('The conversation that stays.'),
  from: string('The conversation that goes on in it.'),
  undoUntil: datetime(),
})
export type ConversationMergeLine = Wire<Static<typeof ConversationMergeLine>>

const MergedLine = Type.Object({
  id: string(),
  mergedAt: nullable(datetime()),
  messageCount: nullable(Type.Integer()),
  createdAt: nullable(datetime()),
  mergeId: nullable(string('What undoes it; null once it cannot be undone.')),
  undoUntil: nullable(datetime()),
  memberId: nullable(string()),
})

/** How a conversation was merged. */
export const Merges = Type.Object({ own: nullable(MergedLine), merged: Type.Array(MergedLine) })
export type Merges = Wire<Static<typeof Merges>>

/** Names the two conversations that were parted. */
export const PartedConversations = Type.Object({ conversationId: string(), from: string() })

/** Names the two contacts that were parted. */
export const Parted = Type.Object({ customerUuid: string(), from: string() })

/** What members compare before they merge. */
const Side = Type.Object({
  id: string(),
  name: nullable(string()),
  email: nullable(string()),
  phone: nullable(string()),
  type: string(),
  platformId: nullable(string()),
  place: nullable(string()),
  tags: Type.Array(string()),
  note: nullable(string()),
  customAttributes: Type.Record(Type.String(), Type.String()),
})

export const MergePreviewLine = Type.Object({
  target: Side,
  source: Side,
  result: Side,
  brings: Type.Object({ conversations: Type.Integer(), orders: Type.Integer(), browsers: Type.Integer() }),
  refusal: nullable(string('Why it cannot be done.')),
})
export type MergePreviewLine = Wire<Static<typeof MergePreviewLine>>
