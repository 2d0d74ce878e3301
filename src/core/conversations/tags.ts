import { currentTime } from '#base/clock.ts'
import { byAlphabet, codePoints, hasText } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { TAG_MAX, TAGS_PIECE } from '#core/limits.ts'
import { buildEvent } from '#core/webhooks/events.ts'
import type { Queries, Shop } from '#database/database.ts'
import { type ConversationRow, readConversation } from '#storage/conversations/conversations.ts'
import { addToCatalog, countIndexed, indexTags, listTags } from '#storage/conversations/tags.ts'
import { type ConversationChange, changeConversation } from './conversation-transaction.ts'

/** Every tag the store ever used, in alphabetical order. Case matters. */
export async function listStoreTags(caller: Caller): Promise<string[]> {
  return (await listTags(caller.shop)).sort(byAlphabet)
}

/** Puts a tag into the catalog before any conversation has it; returns the catalog. Making one twice changes nothing. */
export async function makeTag(caller: Caller, name: string): Promise<string[]> {
  checkText(name, TAG_MAX)
  await addToCatalog(caller.shop, [name], currentTime())
  return listStoreTags(caller)
}

/** Tags as they are told, by whomever: a blank one is dropped (spec C9.2), and a repeated one. */
export function distinctTags(tags: string[]): string[] {
  return [...new Set(tags.filter(hasText))]
}

/**
 * Appends tags; returns the resulting list. Blank tags and those over 100 characters are dropped from the request,
 * INVALID_PARAMS when none is left (spec 4.3.3).
 */
export async function addTags(caller: Caller, id: string, tags: string[]): Promise<string[]> {
  const usable = distinctTags(tags).filter((tag) => codePoints(tag) <= TAG_MAX)
  const ahead = usable.length > TAGS_PIECE ? await indexAhead(caller.shop, id, usable) : undefined
  const append = (current: string[]) => {
    if (usable.length === 0) throw invalidParams(`tags holds no usable tag: each needs 1 to ${TAG_MAX} characters.`)
    return [...new Set([...current, ...usable])]
  }
  return (await changeTags(caller, id, append, ahead)).tags
}

/**
 * Very many tags go into the index before the conversation has them, a piece a statement: other stores' statements run
 * in between, where one statement for all of them would hold the embedded database for seconds. Answers the
 * conversation as it was read before. Should its tags never be written, the index alone knows of them, until the
 * request is repeated.
 */
async function indexAhead(shop: Shop, id: string, tags: string[]): Promise<ConversationRow> {
  const before = await readConversation(shop, id)
  if (!before) throw notFound('Conversation')
  const had = new Set(before.tags)
  const added = tags.filter((tag) => !had.has(tag)).sort()
  for (let i = 0; i < added.length; i += TAGS_PIECE) {
    await indexTags(shop, before.id, { added: added.slice(i, i + TAGS_PIECE), removed: [], now: currentTime() })
  }
  return before
}

/** Takes a tag off; does nothing when it isn't there. Returns the resulting list. */
export async function removeTag(caller: Caller, id: string, tag: string): Promise<string[]> {
  return (await changeTags(caller, id, (current) => current.filter((t) => t !== tag))).tags
}

/** Replaces the whole list with one that is clean already. */
export function replaceTags(caller: Caller, id: string, tags: string[]): Promise<TaggedConversation> {
  return changeTags(caller, id, () => tags)
}

interface TaggedConversation {
  /** Whatever form of it was asked with. */
  conversationId: string
  tags: string[]
}

async function changeTags(
  caller: Caller,
  id: string,
  decide: (current: string[]) => string[],
  indexedAhead?: ConversationRow,
): Promise<TaggedConversation> {
  const { result } = await changeConversation(caller, id, async (change) => {
    const { tx, conversation } = change
    const tags = decide(conversation.tags)
    const isReady = indexedAhead !== undefined && (await isIndexed(tx, conversation, indexedAhead, tags))
    writeTags(change, tags, isReady)
    tellRules(change, tags)
    return { conversationId: conversation.id, tags }
  })
  return result
}

/** Part of an act that appends a few tags. */
export function appendTags(change: ConversationChange, tags: string[]): void {
  writeTags(change, [...new Set([...change.conversation.tags, ...tags])], false)
  tellRules(change, tags)
}

/** Part of what rules do: gives it a few tags more, or less. */
export function giveTags(change: ConversationChange, tags: readonly string[]): void {
  writeTags(change, [...tags], false)
}

function tellRules(change: ConversationChange, tags: string[]): void {
  const had = new Set(change.conversation.tags)
  const added = tags.filter((tag) => !had.has(tag))
  if (added.length > 0) change.recordRuleEvents({ tags: added })
}

function writeTags(change: ConversationChange, tags: string[], isIndexedAlready: boolean): void {
  const { tx, conversation, now } = change
  if (sameList(tags, conversation.tags)) return
  change.set({ tags })
  if (!isIndexedAlready) change.addStatement(() => reindex(tx, conversation.id, conversation.tags, tags, now))
  change.emit(buildEvent(tx.shopId, 'conversation.tags_updated', conversation.id, { tags }))
}

/** Whether the index has all tags: somebody may have taken off, meanwhile, what was put there ahead. */
async function isIndexed(
  tx: Queries,
  { id, updatedAt }: ConversationRow,
  before: ConversationRow,
  tags: string[],
): Promise<boolean> {
  if (updatedAt?.getTime() === before.updatedAt?.getTime()) return true
  return (await countIndexed(tx, id)) === tags.length
}

function reindex(tx: Queries, conversationId: string, before: string[], after: string[], now: Date): Promise<void> {
  const had = new Set(before)
  const has = new Set(after)
  return indexTags(tx, conversationId, {
    added: after.filter((tag) => !had.has(tag)),
    removed: before.filter((tag) => !has.has(tag)),
    now,
  })
}

function sameList(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((tag, i) => tag === b[i])
}
