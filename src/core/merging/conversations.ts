import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { requireAccess } from '#core/conversations/access.ts'
import { type ConversationChange, openChange } from '#core/conversations/conversation-transaction.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { NOT_SNOOZED } from '#core/conversations/state.ts'
import { giveTags } from '#core/conversations/tags.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { MERGE_UNDO_MS, MERGED_CONVERSATIONS_MAX } from '#core/limits.ts'
import { buildEvent } from '#core/webhooks/events.ts'
import { ChangedMeanwhile, type Queries, type Transaction } from '#database/database.ts'
import { findThread } from '#storage/channels/threads.ts'
import { deleteMerge, findMerge, insertMerge, type MergeRow } from '#storage/contacts/merges.ts'
import type { ConversationPatch } from '#storage/conversations/columns.ts'
import type { ConversationRow } from '#storage/conversations/conversations.ts'
import {
  findMerged,
  listMergedInto,
  listMergedOf,
  type MergedConversation,
  moveMerged,
  moveNotes,
} from '#storage/conversations/merging.ts'
import { lockConversations } from '#storage/locks.ts'

/**
 * Two conversations of one contact that are about one thing: what is said from then on goes into the one that stays. The
 * other one is resolved, keeps its messages and its ids, and is shown where it was merged (docs/decisions/0078).
 */

export interface ConversationMerge {
  id: string
  /** The conversation that stays. */
  conversationId: string
  /** The one that goes on in it. */
  from: string
  undoUntil: Date
}

type Fields = Partial<Pick<ConversationPatch, (typeof TARGET)[number] | (typeof SOURCE)[number]>>

/** What a merge may change of the one that stays, and of the other one. */
const TARGET = ['tags', 'memberId', 'isRead', 'isStarred', 'lastCustomerAt', 'lastActive'] as const
const SOURCE = ['status', 'resolvedAt', 'resolvedBy', 'snoozedUntil', 'snoozedBy', 'returnedAt'] as const

interface Undo {
  target: { before: Fields; after: Fields }
  source: { before: Fields; after: Fields }
  notes: string[]
  children: string[]
}

/** Merges `sourceId` into `targetId`. INVALID_PARAMS says why two conversations cannot be merged. */
export async function mergeConversations(
  caller: Caller,
  targetId: string,
  sourceId: string,
): Promise<ConversationMerge> {
  const { shop, actor } = caller
  await requireAccess(caller, targetId, 'write')
  return shop.transaction(async (tx) => {
    const { target, source, children } = await openBoth(tx, targetId, sourceId)
    await refuse(tx, target.conversation, source.conversation)
    const { now } = target
    const memberId = actor.kind === 'member' ? actor.memberId : null
    const [into, from] = [target.conversation, source.conversation]
    const targetAfter = joined(into, from)
    const sourceAfter: Fields =
      from.status === 'open' ? { status: 'resolved', resolvedAt: now, resolvedBy: memberId, ...NOT_SNOOZED } : {}
    const undo: Undo = {
      target: { before: pick(into, targetAfter), after: targetAfter },
      source: { before: pick(from, sourceAfter), after: sourceAfter },
      notes: await moveNotes(tx, { from: from.id, into: into.id }),
      children: await moveMerged(tx, { ids: children, from: from.id, into: into.id }),
    }
    write(target, { ...targetAfter })
    target.set({ mergedCount: into.mergedCount + from.mergedCount + 1 })
    write(source, sourceAfter)
    source.set({ mergedInto: into.id, mergedAt: now, mergedCount: 0 })
    const undoUntil = new Date(now.getTime() + MERGE_UNDO_MS)
    const id = newId()
    await target.save('more')
    await source.save('more')
    const named = { id, sourceId: from.id, targetId: into.id, memberId }
    await insertMerge(tx, { ...named, kind: 'conversation', undo, undoUntil, createdAt: now })
    await recordAudit(tx, actor, 'conversation.merged', into.id, { from: from.id })
    for (const one of [into.id, from.id]) tx.signal({ kind: 'details', id: one })
    return { id, conversationId: into.id, from: from.id, undoUntil }
  })
}

/** Parts two conversations again: each is as it was, but for what was changed since. NOT_FOUND for an unknown merge. */
export async function undoConversationMerge(
  caller: Caller,
  id: string,
): Promise<Pick<ConversationMerge, 'conversationId' | 'from'>> {
  const known = await findMerge(caller.shop, id)
  if (known?.kind !== 'conversation') throw notFound('Merge')
  const { sourceId, targetId } = known
  await requireAccess(caller, targetId, 'write')
  await caller.shop.transaction(async (tx) => {
    const { target, source } = await openBoth(tx, targetId, sourceId, (known.undo as Undo).children)
    const merge = await findMerge(tx, id)
    if (!merge) throw notFound('Merge')
    refuseUndo(source.conversation, merge, target.now)
    const undo = merge.undo as Undo
    write(target, unchanged(target.conversation, undo.target))
    write(source, unchanged(source.conversation, undo.source))
    await moveNotes(tx, { from: targetId, into: sourceId, ids: undo.notes })
    const children = await moveMerged(tx, { ids: undo.children, from: targetId, into: sourceId })
    target.set({ mergedCount: target.conversation.mergedCount - children.length - 1 })
    source.set({ mergedInto: null, mergedAt: null, mergedCount: children.length })
    await target.save('more')
    await source.save('more')
    await deleteMerge(tx, id)
    await recordAudit(tx, caller.actor, 'conversation.unmerged', targetId, { from: sourceId })
    for (const one of [targetId, sourceId]) tx.signal({ kind: 'details', id: one })
  })
  return { conversationId: targetId, from: sourceId }
}

/** How a conversation was merged: into which one, and which were merged into it. */
export async function readMerges(
  { shop }: Caller,
  id: string,
): Promise<{ own: MergedConversation | null; merged: MergedConversation[] }> {
  const conversation = await requireConversation(shop, id)
  const now = currentTime()
  const [own, merged] = await Promise.all([
    conversation.mergedInto === null ? undefined : findMerged(shop, conversation.id, now),
    conversation.mergedCount === 0 ? [] : listMergedOf(shop, conversation.id, now, MERGED_CONVERSATIONS_MAX),
  ])
  return { own: own ?? null, merged }
}

/** Both, and those that were merged into the one that goes, locked by one statement (storage/locks.ts). */
async function openBoth(tx: Transaction, targetId: string, sourceId: string, more: string[] = []) {
  const [into, from] = [await requireConversation(tx, targetId), await requireConversation(tx, sourceId)]
  const children = await listMergedInto(tx, from.id)
  await lockConversations(tx, [...new Set([into.id, from.id, ...children, ...more])])
  // Merged meanwhile: there are others to be locked.
  if ((await listMergedInto(tx, from.id)).length !== children.length) throw new ChangedMeanwhile()
  const target = await openChange(tx, into.id)
  const source = into.id === from.id ? target : await openChange(tx, from.id)
  return { target, source, children }
}

/** What the one that stays gets of the other one: only what changes. */
function joined(into: ConversationRow, from: ConversationRow): Fields {
  const tags = [...new Set([...into.tags, ...from.tags])]
  const isOpen = from.status === 'open'
  return {
    ...(tags.length > into.tags.length && { tags }),
    ...(into.memberId === null && from.memberId !== null && isOpen && { memberId: from.memberId }),
    ...(into.isRead && !from.isRead && isOpen && { isRead: false }),
    ...(!into.isStarred && from.isStarred && { isStarred: true }),
    ...(isLater(from.lastCustomerAt, into.lastCustomerAt) && { lastCustomerAt: from.lastCustomerAt }),
    ...(isLater(from.lastActive, into.lastActive) && { lastActive: from.lastActive }),
  }
}

const isLater = (a: Date | null, b: Date | null) => a !== null && (b === null || a > b)

function pick(row: ConversationRow, fields: Fields): Fields {
  return Object.fromEntries(Object.keys(fields).map((key) => [key, row[key as keyof Fields]]))
}

/** Writes fields, with the events and the rest that goes with them. */
function write(change: ConversationChange, { tags, ...fields }: Fields): void {
  const { conversation, tx } = change
  const { id } = conversation
  if (tags) giveTags(change, tags)
  change.set(fields)
  if (fields.status && fields.status !== conversation.status) {
    const told = { status: fields.status, previousStatus: conversation.status }
    change.emit(buildEvent(tx.shopId, 'conversation.state_changed', id, told))
  }
  if (fields.memberId !== undefined && fields.memberId !== conversation.memberId) {
    const told = { memberId: fields.memberId, previousMemberId: conversation.memberId }
    change.emit(buildEvent(tx.shopId, 'conversation.assigned', id, told))
  }
}

const TIMES: ReadonlySet<string> = new Set(['lastCustomerAt', 'lastActive', 'resolvedAt', 'snoozedUntil', 'returnedAt'])

/** The fields to give back: those that still are what the merge made of them. All of a resolved one's go together. */
function unchanged(row: ConversationRow, { before, after }: Undo['target']): Fields {
  const same = (key: string) => JSON.stringify(row[key as keyof Fields]) === JSON.stringify(after[key as keyof Fields])
  if ('status' in before && !same('status')) return {}
  return Object.fromEntries(
    Object.entries(before)
      .filter(([key]) => same(key))
      .map(([key, value]) => [key, TIMES.has(key) && typeof value === 'string' ? new Date(value) : value]),
  )
}

/** INVALID_PARAMS if two conversations cannot be merged, with the reason. */
async function refuse(tx: Queries, into: ConversationRow, from: ConversationRow): Promise<void> {
  const refusal = refusalOf(into, from) ?? (into.channel === 'online_store' ? null : await refusalOfWay(tx, into, from))
  if (refusal !== null) throw invalidParams(refusal)
}

function refusalOf(into: ConversationRow, from: ConversationRow): string | null {
  if (into.id === from.id) return 'A conversation cannot be merged with itself: choose another one.'
  if (into.isPlayground || from.isPlayground) return 'Conversations of the playground are not merged.'
  if (into.contactId === null || into.contactId !== from.contactId) {
    return 'These are conversations of two contacts: merge the contacts first.'
  }
  if (into.mergedInto !== null || from.mergedInto !== null) {
    return 'One of the two goes on in another conversation already: choose that one.'
  }
  if (into.isRedacted || from.isRedacted) return 'Redacted conversations are not merged.'
  if (into.channel !== from.channel) {
    return 'They are on two channels: a reply would leave by another way than the customer wrote.'
  }
  if (into.isChatBot || from.isChatBot) return 'The AI agent holds one of the two: take over first.'
  if (from.waitsForApproval) return 'An action waits for approval in the one that goes: decide on it first.'
  if (from.hasScheduled) return 'Replies are scheduled in the one that goes: send or cancel them first.'
  if (into.status === 'resolved' && from.status === 'open') return 'The one that stays is resolved: reopen it first.'
  if (from.mergedCount + into.mergedCount >= MERGED_CONVERSATIONS_MAX) {
    return `At most ${MERGED_CONVERSATIONS_MAX} conversations are merged into one.`
  }
  if (into.channel === 'online_store' && isLater(from.lastActive, into.lastActive)) {
    return 'The customer has the newer one on screen: merge the older one into it.'
  }
  return null
}

/** Replies leave by the way of the one that stays: that must lead to whom the other one's did. */
async function refusalOfWay(tx: Queries, into: ConversationRow, from: ConversationRow): Promise<string | null> {
  const [one, other] = await Promise.all([findThread(tx, into.id), findThread(tx, from.id)])
  if (!other) return null
  if (one && one.accountId === other.accountId && one.recipient.toLowerCase() === other.recipient.toLowerCase())
    return null
  return 'The customer is reached in two ways, or under two addresses: replies would go to one of them only.'
}

function refuseUndo(source: ConversationRow, { undoUntil, targetId }: MergeRow, now: Date): void {
  if (undoUntil <= now) throw invalidParams('This merge can no longer be undone (10-minute limit).')
  if (source.mergedInto !== targetId) {
    throw invalidParams('This conversation was merged once more since: undo that first.')
  }
}
