import { currentTime } from '#base/clock.ts'
import { codePoints, hasText } from '#base/text.ts'
import type { Queries } from '#storage/database.ts'
import { indexTags, listTags } from '#storage/tags.ts'
import type { Caller } from './caller.ts'
import { lockForWrite, saveConversation } from './conversations.ts'
import { invalidParams } from './errors.ts'
import { appendEvents, buildEvent } from './events.ts'
import { TAG_MAX } from './limits.ts'

/** Every tag the store ever used, in alphabetical order. Case matters. */
export function listStoreTags(caller: Caller): Promise<string[]> {
  return listTags(caller.shop)
}

/**
 * Appends tags; answers the resulting list. Blank tags and those over 100 characters are dropped from the request,
 * INVALID_PARAMS when none is left (spec 4.3).
 */
export async function addTags(caller: Caller, id: string, tags: string[]): Promise<string[]> {
  const outcome = await changeTags(caller, id, (current) => {
    const usable = tags.filter((tag) => hasText(tag) && codePoints(tag) <= TAG_MAX)
    if (usable.length === 0) throw invalidParams(`tags holds no usable tag: each needs 1 to ${TAG_MAX} characters.`)
    return [...new Set([...current, ...usable])]
  })
  return outcome.tags
}

/** Takes a tag off; does nothing when it isn't there. Answers the resulting list. */
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

function changeTags(caller: Caller, id: string, change: (current: string[]) => string[]): Promise<TaggedConversation> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    const tags = change(conversation.tags)
    const outcome = { conversationId: conversation.id, tags }
    if (sameList(tags, conversation.tags)) {
      await saveConversation(tx, conversation, move, now)
      return outcome
    }
    await Promise.all([
      reindex(tx, conversation.id, conversation.tags, tags, now),
      saveConversation(tx, conversation, { ...move, tags }, now),
      appendEvents(tx, [buildEvent(tx.shopId, 'conversation.tags_updated', conversation.id, { tags })]),
    ])
    return outcome
  })
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
