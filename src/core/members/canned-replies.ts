import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { CANNED_REPLIES_MAX, MESSAGE_TEXT_MAX, SHORTCUT_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import {
  type CannedReplyRow,
  deleteCannedReply,
  findCannedReply,
  findShortcut,
  listCannedReplies,
  saveCannedReply,
} from '#storage/members/canned-replies.ts'
import { findStore } from '#storage/stores/stores.ts'

export type CannedReply = CannedReplyRow

/** Texts that the team writes often, each behind a shortcut; all of the store's, by shortcut. */
export function listStoreCannedReplies(caller: Caller): Promise<CannedReply[]> {
  return listCannedReplies(caller.shop, CANNED_REPLIES_MAX)
}

export function addCannedReply(caller: Caller, reply: { shortcut: string; text: string }): Promise<CannedReply> {
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true) // locked: two made at once are counted one after the other
    if ((await listCannedReplies(tx, CANNED_REPLIES_MAX)).length >= CANNED_REPLIES_MAX) {
      throw invalidParams(`A store has at most ${CANNED_REPLIES_MAX} canned replies; delete one first.`)
    }
    const now = currentTime()
    return save(tx, caller, { id: newId(), ...reply, createdAt: now, updatedAt: now })
  })
}

export function editCannedReply(
  caller: Caller,
  id: string,
  change: { shortcut?: string; text?: string },
): Promise<CannedReply> {
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true)
    const current = await findCannedReply(tx, id)
    if (!current) throw notFound('Canned reply')
    return save(tx, caller, { ...current, ...change, updatedAt: currentTime() })
  })
}

export async function removeCannedReply(caller: Caller, id: string): Promise<void> {
  if (!(await deleteCannedReply(caller.shop, id))) throw notFound('Canned reply')
}

async function save(tx: Queries, { actor }: Caller, reply: CannedReplyRow): Promise<CannedReply> {
  const shortcut = reply.shortcut.trim().replace(/^\//, '').toLowerCase()
  if (!/^[\p{L}\p{N}_-]+$/u.test(shortcut)) {
    throw invalidParams('shortcut is one word of letters, digits, - and _.')
  }
  checkText(shortcut, SHORTCUT_MAX, 'shortcut')
  checkText(reply.text, MESSAGE_TEXT_MAX)
  const holder = await findShortcut(tx, shortcut)
  if (holder && holder !== reply.id) throw invalidParams('shortcut is taken: another canned reply has it.')
  return saveCannedReply(tx, { ...reply, shortcut, updatedBy: actor.kind === 'member' ? actor.memberId : null })
}
