import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { CANNED_REPLIES_MAX, CANNED_REPLY_HOLES, MESSAGE_TEXT_MAX, SHORTCUT_MAX } from '#core/limits.ts'
import type { Queries, Transaction } from '#database/database.ts'
import {
  type CannedReplyRow,
  deleteCannedReply,
  listCannedReplies,
  type ReplyActs,
  saveCannedReply,
} from '#storage/members/canned-replies.ts'
import { findStore } from '#storage/stores/stores.ts'
import { validateReplyActions } from './reply-actions.ts'

export type CannedReply = Omit<CannedReplyRow, 'memberId'> & { isShared: boolean }

interface Words {
  shortcut: string
  text: string
  /** The whole store's, unless it says otherwise. */
  isShared?: boolean
  actions?: ReplyActs
}

/** The store's, and as many of one member's own. */
const LISTED_MAX = 2 * CANNED_REPLIES_MAX

/**
 * Texts that the team writes often, each behind a shortcut, and what is done along with them: the store's and the
 * member's own, by shortcut.
 */
export async function listMyCannedReplies(caller: Caller, memberId: string): Promise<CannedReply[]> {
  return (await listCannedReplies(caller.shop, memberId, LISTED_MAX)).map(toReply)
}

export function addCannedReply(
  caller: Caller,
  memberId: string,
  { shortcut, text, isShared = true, actions = {} }: Words,
): Promise<CannedReply> {
  return change(caller, memberId, (tx, known) => {
    const now = currentTime()
    const owner = isShared ? null : memberId
    requireRoom(known, owner)
    checkHoles(text)
    const made = { id: newId(), memberId: owner, shortcut, text, actions, createdAt: now, updatedAt: now }
    return save(tx, memberId, known, made)
  })
}

/** Changes what is given. NOT_FOUND for another member's own. */
export function editCannedReply(
  caller: Caller,
  memberId: string,
  id: string,
  { isShared, ...edit }: Partial<Words>,
): Promise<CannedReply> {
  return change(caller, memberId, (tx, known) => {
    const current = requireReply(known, id)
    if (edit.text !== undefined) checkHoles(edit.text)
    const owner = isShared === undefined ? current.memberId : isShared ? null : memberId
    if (owner !== current.memberId) requireRoom(known, owner)
    return save(tx, memberId, known, { ...current, ...edit, memberId: owner, updatedAt: currentTime() })
  })
}

export function removeCannedReply(caller: Caller, memberId: string, id: string): Promise<void> {
  return change(caller, memberId, (tx, known) => deleteCannedReply(tx, requireReply(known, id).id))
}

/** The store is locked: what two make at once is counted, and compared, one after the other. */
function change<T>(
  { shop }: Caller,
  memberId: string,
  act: (tx: Transaction, known: CannedReplyRow[]) => Promise<T>,
): Promise<T> {
  return shop.transaction(async (tx) => {
    await findStore(tx, true)
    return act(tx, await listCannedReplies(tx, memberId, LISTED_MAX))
  })
}

function requireRoom(known: CannedReplyRow[], owner: string | null): void {
  if (known.filter(({ memberId }) => memberId === owner).length < CANNED_REPLIES_MAX) return
  const whose = owner === null ? 'A store' : 'A member'
  throw invalidParams(`${whose} has at most ${CANNED_REPLIES_MAX} canned replies; delete one first.`)
}

function requireReply(known: CannedReplyRow[], id: string): CannedReplyRow {
  const reply = known.find((one) => one.id === id)
  if (!reply) throw notFound('Canned reply')
  return reply
}

async function save(
  tx: Queries,
  updatedBy: string,
  known: CannedReplyRow[],
  reply: CannedReplyRow,
): Promise<CannedReply> {
  const shortcut = reply.shortcut.trim().replace(/^\//, '').toLowerCase()
  if (!/^[\p{L}\p{N}_-]+$/u.test(shortcut)) {
    throw invalidParams('shortcut is one word of letters, digits, - and _.')
  }
  checkText(shortcut, SHORTCUT_MAX, 'shortcut')
  checkText(reply.text, MESSAGE_TEXT_MAX)
  if (known.some((other) => other.shortcut === shortcut && other.id !== reply.id)) {
    throw invalidParams('shortcut is already used by another canned reply.')
  }
  await checkActs(tx, reply.actions)
  return toReply(await saveCannedReply(tx, { ...reply, shortcut, updatedBy }))
}

/** What nobody fills in would reach the customer as it stands. */
function checkHoles(text: string): void {
  const known = CANNED_REPLY_HOLES.map((name) => `{{${name}}}`)
  for (const [hole] of text.matchAll(/\{\{[^{}]*\}\}/g)) {
    if (!known.includes(hole)) throw invalidParams(`text: ${hole} is not known; ${known.join(', ')} are.`)
  }
}

async function checkActs(tx: Queries, { assigneeId, snooze, ...actions }: ReplyActs): Promise<void> {
  const memberId = ['me', 'nobody'].includes(assigneeId ?? '') ? null : assigneeId
  await validateReplyActions(tx, { ...actions, memberId, snoozes: snooze !== undefined })
}

function toReply({ memberId, ...reply }: CannedReplyRow): CannedReply {
  return { ...reply, isShared: memberId === null }
}
