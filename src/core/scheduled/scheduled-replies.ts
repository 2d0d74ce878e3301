import { newId } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { type CardChoice, readCards } from '#core/cards/cards.ts'
import { fillFor } from '#core/channels/templates.ts'
import { type ConversationChange, changeConversation } from '#core/conversations/conversation-transaction.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { chooseWay } from '#core/conversations/mail-recipients.ts'
import { checkAlongWith, checkChannelOfFiles, checkWords, writeReply } from '#core/conversations/replies.ts'
import { requireUnmerged } from '#core/conversations/state.ts'
import { forbidden, invalidParams, notFound } from '#core/errors.ts'
import { type FileStore, missingFrom } from '#core/files/files.ts'
import { SCHEDULE_MAX_MS, SCHEDULED_MAX } from '#core/limits.ts'
import { requireActiveMember } from '#core/members/members.ts'
import type { ReplyRecipients } from '#storage/channels/outbound.ts'
import type { TemplateChoice } from '#storage/channels/templates.ts'
import type { OriginalWords } from '#storage/conversations/columns.ts'
import { deleteUploads } from '#storage/files/files.ts'
import { findMember } from '#storage/members/members.ts'
import {
  type AlongWithReply,
  deleteScheduled,
  listScheduled,
  type ScheduledRow,
  saveScheduled,
} from '#storage/scheduled/scheduled-replies.ts'
import { filesOfReply } from './files.ts'

/** Replies that are sent later. All acts on them take turns by the conversation's lock, and so does sending them. */

export type ScheduledReply = Omit<ScheduledRow, 'dueAt'>

export interface NewScheduledReply {
  /** May be empty where files go with it. */
  text: string
  /** Ids of files that its author sent before: FILES_PER_MESSAGE_MAX at most. */
  files: string[]
  /** A time to come, at most a year from now. */
  sendAt: Date
  /** Whether it is cancelled when the customer writes first; otherwise it is put on hold, and its author notified. */
  cancelsOnReply: boolean
  /** Done when it is sent. */
  replyActions: AlongWithReply
  /** Recipients of a reply by mail; null for those of any reply. */
  email: ReplyRecipients | null
  /** What its author wrote, where `text` is its translation. */
  original: OriginalWords | null
  /** Whether the text has marks (decision 120), which are read when it is sent. */
  isFormatted: boolean
  /** Products and discounts that it shows, as they are when it is sent. */
  cards: CardChoice[]
  /** Sent instead of the text, which it fills; without files. */
  template: TemplateChoice | null
}

/** Scheduled replies of a conversation, the next one first: SCHEDULED_MAX at most. */
export async function listScheduledReplies({ shop }: Caller, id: string): Promise<ScheduledReply[]> {
  const conversation = await requireConversation(shop, id)
  return (await listScheduled(shop, conversation.id, SCHEDULED_MAX)).map(toReply)
}

/** Schedules a member's reply. INVALID_PARAMS if the time is not in the future, or if there are SCHEDULED_MAX already. */
export function scheduleReply(
  caller: Caller,
  id: string,
  { memberId, ...reply }: NewScheduledReply & { memberId: string },
): Promise<ScheduledReply> {
  return change(caller, id, async (conversation, all) => {
    requireUnmerged(conversation)
    await requireActiveMember(conversation.tx, memberId)
    const { template } = reply
    if (template && reply.files.length > 0) throw invalidParams('files do not go with a template.')
    if (template && reply.cards.length > 0) throw invalidParams('cards do not go with a template.')
    const text = template ? (await fillFor(conversation, template)).text : reply.text
    const files = await filesOfReply(conversation, memberId, reply.files)
    await checkReply(conversation, memberId, { ...reply, text, files })
    if (all.length >= SCHEDULED_MAX) {
      throw invalidParams(`A conversation has at most ${SCHEDULED_MAX} scheduled replies; cancel or send one first.`)
    }
    const { now } = conversation
    const times = { dueAt: reply.sendAt, createdAt: now, updatedAt: now }
    const state = { heldBecause: null, refusal: null, ...times }
    return save(conversation, {
      id: newId(),
      conversationId: conversation.conversation.id,
      memberId,
      ...reply,
      text,
      files,
      ...state,
    })
  })
}

/**
 * Changes one's own scheduled reply. One that was held waits for its time again: for a new one, where that is over.
 * `files` names all that go with it from now on; what went with it before and is not named is deleted. FORBIDDEN for a
 * colleague's, which is sent in their name.
 */
export async function editScheduledReply(
  caller: Caller,
  id: string,
  scheduledId: string,
  { memberId, files: wanted, ...edit }: Partial<NewScheduledReply> & { memberId: string },
  store: FileStore,
): Promise<ScheduledReply> {
  let left: string[] = []
  const edited = await change(caller, id, async (conversation, all) => {
    const current = requireOwn(all, scheduledId, memberId)
    const files = wanted ? await filesOfReply(conversation, memberId, wanted, current.files) : current.files
    if (current.template && (wanted?.length || (edit.text !== undefined && edit.text !== current.text))) {
      throw invalidParams('A template is sent as it was filled in: cancel it and schedule another one.')
    }
    const isSameText = edit.text === undefined || edit.text === current.text
    const next = { ...current, ...edit, files, original: isSameText ? current.original : null }
    await checkReply(conversation, memberId, next)
    left = await deleteUploads(conversation.tx, missingFrom(files, current.files))
    const waits = { heldBecause: null, refusal: null, dueAt: next.sendAt, updatedAt: conversation.now }
    return save(conversation, { ...next, ...waits })
  })
  await store.remove(caller.shop, left)
  return edited
}

/** Cancels a scheduled reply: any member may keep something from being sent. Its files are deleted. */
export async function cancelScheduledReply(
  caller: Caller,
  id: string,
  scheduledId: string,
  store: FileStore,
): Promise<{ id: string }> {
  const gone = await change(caller, id, async (conversation, all) => {
    const { id, files } = requireOne(all, scheduledId)
    const uploads = await deleteUploads(
      conversation.tx,
      files.map((file) => file.id),
    )
    remove(conversation, all, id)
    return { id, uploads }
  })
  await store.remove(caller.shop, gone.uploads)
  return { id: gone.id }
}

/** Sends one's own scheduled reply now; answers the message's id. It is refused like any reply, and then stays. */
export async function sendScheduledNow(
  caller: Caller,
  id: string,
  scheduledId: string,
  memberId: string,
): Promise<{ messageId: string }> {
  const { messages } = await changeConversation(caller, id, async (conversation) => {
    const all = await listScheduled(conversation.tx, conversation.conversation.id, SCHEDULED_MAX)
    await sendInto(conversation, all, requireOwn(all, scheduledId, memberId))
  })
  return { messageId: messages.at(-1)?.id as string }
}

/** Part of an act that sends a scheduled reply: the ordinary reply of its author, and the row is gone with it. */
export async function sendInto(
  conversation: ConversationChange,
  all: ScheduledRow[],
  { id, text, memberId, replyActions, files, email, original, isFormatted, cards, template }: ScheduledRow,
): Promise<void> {
  const { tx } = conversation
  // Filled in again: a template that was changed or paused since is refused.
  const filled = template && (await fillFor(conversation, template))
  const more = { ...(email && { email }), ...(original && { original }), isFormatted: isFormatted && !filled, cards }
  const words = { text: filled?.text ?? text, memberId, ...more }
  await writeReply(conversation, await findMember(tx, memberId), words, replyActions, {
    kept: files,
    ...(filled && { template: filled.filled }),
  })
  remove(conversation, all, id)
}

function remove(conversation: ConversationChange, all: ScheduledRow[], id: string): void {
  const { tx } = conversation
  conversation.addStatement(() => deleteScheduled(tx, id))
  conversation.set({ hasScheduled: all.some((other) => other.id !== id) })
  tx.signal({ kind: 'details', id: conversation.conversation.id })
}

function save(conversation: ConversationChange, row: ScheduledRow): ScheduledReply {
  const { tx } = conversation
  conversation.addStatement(() => saveScheduled(tx, row))
  conversation.set({ hasScheduled: true })
  tx.signal({ kind: 'details', id: conversation.conversation.id })
  return toReply(row)
}

async function change<T>(
  caller: Caller,
  id: string,
  act: (conversation: ConversationChange, all: ScheduledRow[]) => Promise<T> | T,
): Promise<T> {
  const { result } = await changeConversation(caller, id, async (conversation) =>
    act(conversation, await listScheduled(conversation.tx, conversation.conversation.id, SCHEDULED_MAX)),
  )
  return result
}

function requireOne(all: ScheduledRow[], id: string): ScheduledRow {
  const one = all.find((row) => row.id === id)
  if (!one) throw notFound('Scheduled reply')
  return one
}

function requireOwn(all: ScheduledRow[], id: string, memberId: string): ScheduledRow {
  const one = requireOne(all, id)
  if (one.memberId !== memberId) {
    throw forbidden('It is sent in the name of who wrote it, who alone changes it or sends it now; you may cancel it.')
  }
  return one
}

async function checkReply(
  conversation: ConversationChange,
  memberId: string,
  {
    text,
    files,
    sendAt,
    replyActions,
    email,
    cards,
  }: Pick<ScheduledRow, 'text' | 'files' | 'sendAt' | 'replyActions' | 'email' | 'cards'>,
): Promise<void> {
  const { now } = conversation
  checkWords(text, files.length + cards.length)
  await readCards(conversation.tx, cards, conversation.settings)
  checkChannelOfFiles(conversation, files)
  if (email) await chooseWay(conversation, email)
  if (!(sendAt > now && sendAt.getTime() <= now.getTime() + SCHEDULE_MAX_MS)) {
    throw invalidParams('sendAt is a time to come, at most a year from now.')
  }
  await checkAlongWith(conversation, memberId, replyActions)
  if (replyActions.snoozedUntil !== undefined && !(new Date(replyActions.snoozedUntil) > sendAt)) {
    throw invalidParams('replyActions.snoozedUntil must be later than sendAt.')
  }
}

function toReply({ dueAt: _, ...reply }: ScheduledRow): ScheduledReply {
  return reply
}
