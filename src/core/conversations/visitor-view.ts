import type { FormatRange } from '#base/formatting.ts'
import { UNREAD_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import type { MemberMarks } from '#storage/conversations/conversations.ts'
import { countUnseen, type LiveMessageRow, type VisibleConversationRow } from '#storage/conversations/live.ts'
import type { NewMessage } from '#storage/conversations/messages.ts'

/**
 * What a visitor sees of records (docs/storefront-protocol.md). Built field by field, so that no internal data is
 * sent by accident: a new column has to be named here to reach a browser.
 */

export interface VisitorMessage {
  id: string
  clientId: string | null
  position: number
  revision: number
  text: string
  sender: { type: string; name: string; avatarUrl: string | null }
  createdAt: Date
  isDeleted: boolean
  isEdited: boolean
  isTransfer: boolean
  isAutomated: boolean
  files: object[]
  products: object[]
  faqs: object[]
  replyTo: object | null
  /** What of the text is bold, italic, a link or a list; absent where nothing is. */
  formatting?: FormatRange[]
}

/** A message for visitors; null for notes, which they never see. A deleted one keeps its place, without its text. */
export function toVisitorMessage(row: LiveMessageRow): VisitorMessage | null {
  if (row.isNote) return null
  const gone = row.isDeleted
  return {
    id: row.id,
    clientId: row.clientId,
    position: row.position,
    revision: row.revision,
    text: gone ? '' : row.text,
    sender: { type: row.senderType, name: row.senderName, avatarUrl: row.avatarUrl || null },
    createdAt: row.createdAt,
    isDeleted: gone,
    isEdited: row.isChanged && !gone,
    isTransfer: row.isTransfer,
    isAutomated: row.isAutomated,
    files: gone ? [] : row.files,
    products: gone ? [] : row.chatbotProducts,
    faqs: gone ? [] : row.chatbotFaqs,
    replyTo: gone ? null : row.replyMessage,
    ...(row.formatting && !gone && { formatting: row.formatting }),
  }
}

/** A customer's message that was just written, without reading it back. */
export function toSentMessage(message: NewMessage): VisitorMessage {
  const { id, clientId = null, text, senderType: type, senderName: name, createdAt, files = [] } = message
  const position = Number(message.position)
  return {
    id,
    clientId,
    position,
    revision: position,
    text,
    sender: { type, name, avatarUrl: null },
    createdAt,
    isDeleted: false,
    isEdited: false,
    isTransfer: false,
    isAutomated: false,
    files,
    products: [],
    faqs: [],
    replyTo: message.replyMessage ?? null,
  }
}

export function toVisitorMessages(rows: readonly LiveMessageRow[]): VisitorMessage[] {
  return rows.map(toVisitorMessage).filter((message) => message !== null)
}

export interface VisitorConversation {
  id: string
  status: 'open' | 'resolved'
  isChatBot: boolean
  assignee: { name: string; avatarUrl: string | null } | null
  createdAt: Date | null
  lastActive: Date | null
  unreadCount: number
  readByCustomer: number
  readByAgent: number
  revision: number
}

/** A conversation for its visitor, with a count of what they have not seen. Where a side has read everything, that counts more than its last position. */
export function toVisitorConversation(row: VisibleConversationRow, unreadCount: number): VisitorConversation {
  return {
    id: row.id,
    status: row.status,
    isChatBot: row.isChatBot,
    assignee: row.memberName === null ? null : { name: row.memberName, avatarUrl: row.memberAvatarUrl || null },
    createdAt: row.createdAt,
    lastActive: row.lastActive,
    unreadCount,
    readByCustomer: row.isCustomerRead ? row.revision : row.customerPosition,
    readByAgent: row.isRead ? row.revision : row.agentPosition,
    revision: row.revision,
  }
}

/** Counts unread messages now. */
export async function readVisitorConversation(
  shop: Queries,
  row: VisibleConversationRow,
): Promise<VisitorConversation> {
  const { id, isCustomerRead, customerPosition: after } = row
  return toVisitorConversation(row, isCustomerRead ? 0 : await countUnseen(shop, id, { after, limit: UNREAD_MAX }))
}

/**
 * What members see of a conversation beside the REST record's keys, each while it is so: until when it is snoozed or since
 * when it is back, the team that it is with (the record's own `teamId` carries nothing: spec 2.2.2), where it was merged to,
 * how many were merged into it, how urgent it is, which reply-time target is missed when, and that an order
 * action waits for approval. Null for nothing.
 */
export function moreForMembers(marks: MemberMarks): object | null {
  const { snoozedUntil, returnedAt, teamId, mergedInto, mergedCount, statusBeforeSpam, priority, dueAt, dueFor } = marks
  const { waitsForApproval } = marks
  const isMarked = snoozedUntil ?? returnedAt ?? teamId ?? mergedInto ?? dueAt ?? statusBeforeSpam
  if (isMarked === null && mergedCount === 0 && priority === 'normal' && !waitsForApproval) return null
  return {
    ...(snoozedUntil && { snoozedUntil }),
    ...(returnedAt && { returnedAt }),
    ...(teamId !== null && { team: teamId }),
    ...(mergedInto !== null && { mergedInto }),
    ...(mergedCount > 0 && { mergedCount }),
    ...(statusBeforeSpam !== null && { isSpam: true }),
    ...(priority !== 'normal' && { priority }),
    ...(dueAt && { dueAt, dueFor }),
    ...(waitsForApproval && { waitsForApproval }),
  }
}

/** A conversation for the team: the REST record's keys, and those of `moreForMembers`. */
export function toMemberConversation({ renderedJson, ...marks }: MemberMarks & { renderedJson: string }): string {
  const more = moreForMembers(marks)
  return more ? addKeys(renderedJson, more) : renderedJson
}

/** A record that is ready JSON, with more keys behind its own. */
export const addKeys = (renderedJson: string, more: object): string =>
  `${renderedJson.slice(0, -1)},${JSON.stringify(more).slice(1)}`

/** A message for the team: the REST record's 20 keys, and where it stands (all as JSON). */
export function toMemberMessage({
  renderedJson,
  isDeleted,
  contentType,
  position,
  revision,
  clientId,
  original,
  formatting,
  delivery,
}: LiveMessageRow): string {
  return addKeys(renderedJson, { isDeleted, contentType, position, revision, clientId, original, formatting, delivery })
}
