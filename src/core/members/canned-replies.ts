import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import {
  checkFileCount,
  claimFilesOfCannedReply,
  type FileStore,
  keepNamed,
  missingFrom,
  type SentFile,
} from '#core/files/files.ts'
import { CANNED_REPLIES_MAX, CANNED_REPLY_HOLES, MESSAGE_TEXT_MAX, SHORTCUT_MAX } from '#core/limits.ts'
import { checkPlaceholders } from '#core/placeholders.ts'
import type { Queries, Transaction } from '#database/database.ts'
import { deleteUploads } from '#storage/files/files.ts'
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
  /** Ids of files that the member sent before, and of those that go with it already: FILES_PER_MESSAGE_MAX at most. */
  files?: string[]
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
  { shortcut, text, isShared = true, actions = {}, files: ids = [] }: Words,
): Promise<CannedReply> {
  return change(caller, memberId, async (tx, known) => {
    const now = currentTime()
    const owner = isShared ? null : memberId
    requireRoom(known, owner)
    checkPlaceholders(text, CANNED_REPLY_HOLES)
    const id = newId()
    const files = await claimFilesOfCannedReply(tx, checkFileCount(ids), { memberId, cannedReplyId: id })
    const made = { id, memberId: owner, shortcut, text, actions, files, createdAt: now, updatedAt: now }
    return save(tx, memberId, known, made)
  })
}

/** Changes what is given. Files that `files` does not name any more are deleted. NOT_FOUND for another member's own. */
export async function editCannedReply(
  caller: Caller,
  memberId: string,
  id: string,
  { isShared, files: ids, ...edit }: Partial<Words>,
  store: FileStore,
): Promise<CannedReply> {
  let gone: string[] = []
  const edited = await change(caller, memberId, async (tx, known) => {
    const current = requireReply(known, id)
    if (edit.text !== undefined) checkPlaceholders(edit.text, CANNED_REPLY_HOLES)
    const owner = isShared === undefined ? current.memberId : isShared ? null : memberId
    if (owner !== current.memberId) requireRoom(known, owner)
    const claim = (fresh: string[]) => claimFilesOfCannedReply(tx, fresh, { memberId, cannedReplyId: id })
    const files = ids ? await keepNamed(ids, current.files, claim) : current.files
    gone = await deleteUploads(tx, missingFrom(files, current.files))
    return save(tx, memberId, known, { ...current, ...edit, files, memberId: owner, updatedAt: currentTime() })
  })
  await store.remove(caller.shop, gone)
  return edited
}

/** Deletes a reply and its files. Messages that it was used in keep theirs. */
export async function removeCannedReply(caller: Caller, memberId: string, id: string, store: FileStore): Promise<void> {
  const gone = await change(caller, memberId, async (tx, known) => {
    const { files } = requireReply(known, id)
    await deleteCannedReply(tx, id)
    return deleteUploads(
      tx,
      files.map((file) => file.id),
    )
  })
  await store.remove(caller.shop, gone)
}

/** Copies of a reply's files for one message, as if the member had sent them now. */
export async function copyFilesOfCannedReply(
  caller: Caller,
  memberId: string,
  id: string,
  store: FileStore,
): Promise<SentFile[]> {
  const { files } = requireReply(await listCannedReplies(caller.shop, memberId, LISTED_MAX), id)
  const copies: SentFile[] = []
  for (const file of files) copies.push(await store.copy(caller, file, memberId))
  return copies
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

async function checkActs(tx: Queries, { assigneeId, snooze, ...actions }: ReplyActs): Promise<void> {
  const memberId = ['me', 'nobody'].includes(assigneeId ?? '') ? null : assigneeId
  await validateReplyActions(tx, { ...actions, memberId, snoozes: snooze !== undefined })
}

function toReply({ memberId, ...reply }: CannedReplyRow): CannedReply {
  return { ...reply, isShared: memberId === null }
}
