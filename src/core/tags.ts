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
export function addTags(caller: Caller, id: string, tags: string[]): Promise<string[]> {
  return changeTags(caller, id, (current) => {
    const usable = tags.filter((tag) => hasText(tag) && codePoints(tag) <= TAG_MAX)
    if (usable.length === 0) throw invalidParams(`tags holds no usable tag: each needs 1 to ${TAG_MAX} characters.`)
    return [...new Set([...current, ...usable])]
  })
}

/** Takes a tag off; does nothing when it isn't there. Answers the resulting list. */
export function removeTag(caller: Caller, id: string, tag: string): Promise<string[]> {
  return changeTags(caller, id, (current) => current.filter((t) => t !== tag))
}

/** Replaces the whole list with one that is clean already. Answers it. */
export function replaceTags(caller: Caller, id: string, tags: string[]): Promise<string[]> {
  return changeTags(caller, id, () => tags)
}

function changeTags(caller: Caller, id: string, change: (current: string[]) => string[]): Promise<string[]> {
  return caller.shop.transaction(async (tx) => {
    const now = currentTime()
    const { conversation, move } = await lockForWrite(tx, id, now)
    const tags = change(conversation.tags)
    if (sameList(tags, conversation.tags)) {
      await saveConversation(tx, conversation, move, now)
      return tags
    }
    await Promise.all([
      reindex(tx, conversation.id, conversation.tags, tags, now),
      saveConversation(tx, conversation, { ...move, tags }, now),
      appendEvents(tx, [buildEvent(tx.shopId, 'conversation.tags_updated', conversation.id, { tags })]),
    ])
    return tags
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
