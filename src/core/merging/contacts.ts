import { isDeepStrictEqual } from 'node:util'
import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { customerFields } from '#core/contacts/create-contact.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { MERGE_MAX, MERGE_UNDO_MS } from '#core/limits.ts'
import { notifyTabsOfContact } from '#core/visitors/visitors.ts'
import type { Queries, Transaction } from '#database/database.ts'
import type { CustomerFields } from '#storage/contacts/contact-changes.ts'
import { type ContactFields, patchContact } from '#storage/contacts/contacts.ts'
import { deleteMerge, findMerge, insertMerge, type MergeRow } from '#storage/contacts/merges.ts'
import {
  countBelongings,
  type MergeableContact,
  type Moved,
  moveBelongings,
  readMergeable,
  returnBelongings,
} from '#storage/contacts/merging.ts'
import { areJoinedToOthers } from '#storage/conversations/merging.ts'
import { lockPeople, takeTurn } from '#storage/locks.ts'
import { mergeFields } from './merged-fields.ts'

/** Two contacts who are one person: one stays, the other becomes a part of it (docs/decisions/0078). */

/** A merge that was done, and until when it can be undone. */
export interface Merge {
  id: string
  /** The contact that stays. */
  customerUuid: string
  /** The one that is a part of it now. */
  from: string
  undoUntil: Date
}

/** What undoing a merge needs, as it is stored. */
interface Undo {
  moved: Moved
  /** The fields that the contact which stays got, and what they were. */
  before: ContactFields
  after: ContactFields
  /** What conversations were given to repeat. */
  written: CustomerFields
}

/** What would come of a merge. */
export interface MergePreview {
  target: MergeableContact
  source: MergeableContact
  /** The contact that stays, as it would be. */
  result: MergeableContact
  /** What the other one brings along; numbers stop at a bound (MERGE_MAX + 1). */
  brings: { conversations: number; orders: number; browsers: number }
  /** Why it cannot be done; null where it can. */
  refusal: string | null
}

/** Looks at a merge without doing it. NOT_FOUND where one of the two is not there, or went into another one. */
export async function previewMerge({ shop }: Caller, targetId: string, sourceId: string): Promise<MergePreview> {
  const { target, source } = pick(await readMergeable(shop, [targetId, sourceId]), targetId, sourceId)
  const brings = await countBelongings(shop, sourceId, MERGE_MAX + 1)
  const result = { ...target, ...mergeFields(target, source) }
  return { target, source, result, brings, refusal: refusalOf(target, source) ?? refusalOfSize(brings) }
}

/**
 * Makes `sourceId` a part of `targetId`: conversations, orders, browsers and what it is known as on channels move over, and
 * fields that the other one lacks. Its id goes on to answer, as that of the contact that stays. INVALID_PARAMS says what
 * stands in the way.
 */
export function mergeContacts(caller: Caller, targetId: string, sourceId: string): Promise<Merge> {
  return caller.shop.transaction(async (tx) => {
    const { target, source } = await lockBoth(tx, targetId, sourceId)
    const refusal = refusalOf(target, source) ?? refusalOfSize(await countBelongings(tx, sourceId, MERGE_MAX + 1))
    if (refusal !== null) throw invalidParams(refusal)
    const now = currentTime()
    const after = mergeFields(target, source)
    const written = customerFields(withName({ ...target, ...after }))
    const moved = await moveBelongings(tx, { from: sourceId, into: targetId, customer: written, now })
    await patchContact(tx, targetId, { ...after, updatedAt: now })
    const before = Object.fromEntries(Object.keys(after).map((key) => [key, target[key as keyof MergeableContact]]))
    const undo: Undo = { moved, before: before as ContactFields, after, written }
    const undoUntil = new Date(now.getTime() + MERGE_UNDO_MS)
    const memberId = caller.actor.kind === 'member' ? caller.actor.memberId : null
    const id = newId()
    await insertMerge(tx, { id, kind: 'contact', sourceId, targetId, memberId, undo, undoUntil, createdAt: now })
    await recordAudit(tx, caller.actor, 'customer.merged', targetId, { from: sourceId })
    await notifyTabsOfContact(tx, targetId)
    return { id, customerUuid: targetId, from: sourceId, undoUntil }
  })
}

/**
 * Parts two contacts again, for as long as that can be done: each has what it had, and what came since by its own browsers
 * and addresses. What was changed since stays changed. NOT_FOUND for an unknown merge, and once it is undone.
 */
export async function undoMerge(caller: Caller, id: string): Promise<Pick<Merge, 'customerUuid' | 'from'>> {
  const known = await findMerge(caller.shop, id)
  if (known?.kind !== 'contact') throw notFound('Merge')
  const { sourceId, targetId } = known
  await caller.shop.transaction(async (tx) => {
    const { target, source } = await lockBoth(tx, targetId, sourceId)
    const merge = await findMerge(tx, id)
    if (!merge) throw notFound('Merge')
    const now = currentTime()
    const refusal = undoRefusalOf(target, source, merge, now)
    if (refusal !== null) throw invalidParams(refusal)
    const { moved, before, after, written } = merge.undo as Undo
    if (
      await areJoinedToOthers(
        tx,
        moved.conversations.map((one) => one.id),
      )
    ) {
      throw invalidParams('Conversations of the two were merged since: undo that first.')
    }
    await returnBelongings(tx, {
      from: targetId,
      into: sourceId,
      moved,
      written,
      own: customerFields(withName(source)),
      platformId: source.platformId === target.platformId ? null : (source.platformId ?? null),
      now,
    })
    await patchContact(tx, targetId, { ...unchanged(target, before, after), updatedAt: now })
    await deleteMerge(tx, id)
    await recordAudit(tx, caller.actor, 'customer.unmerged', targetId, { from: sourceId })
    await notifyTabsOfContact(tx, targetId)
    await notifyTabsOfContact(tx, sourceId)
  })
  return { customerUuid: targetId, from: sourceId }
}

/** Orders are written one transaction at a time, so that comes first (storage/locks.ts). */
async function lockBoth(tx: Transaction, targetId: string, sourceId: string) {
  await takeTurn(tx, 'records')
  await lockPeople(tx, [targetId, sourceId])
  return readBoth(tx, targetId, sourceId)
}

const readBoth = async (shop: Queries, targetId: string, sourceId: string) =>
  pick(await readMergeable(shop, [targetId, sourceId]), targetId, sourceId)

function pick(found: Map<string, MergeableContact>, targetId: string, sourceId: string) {
  const target = found.get(targetId)
  const source = found.get(sourceId)
  if (!target || !source) throw notFound('Customer')
  return { target, source }
}

/** Why two contacts cannot be merged, from the point of view of the target. */
function refusalOf(target: MergeableContact, source: MergeableContact): string | null {
  if (target.id === source.id) return 'A contact cannot be merged with itself: choose another one.'
  if (target.mergedInto !== null || source.mergedInto !== null) {
    return 'One of the two is a part of another contact already: choose that one.'
  }
  if (target.isRedacted || source.isRedacted) return 'One of the two was redacted: nobody can be merged with them.'
  if (target.isBlocked || source.isBlocked) return 'One of the two is blocked: unblock them first.'
  return null
}

function refusalOfSize(brings: MergePreview['brings']): string | null {
  if (Object.values(brings).every((count) => count <= MERGE_MAX)) return null
  return `The contact that goes has more than ${MERGE_MAX} conversations, orders or browsers: let that one stay.`
}

function undoRefusalOf(
  target: MergeableContact,
  source: MergeableContact,
  { undoUntil }: MergeRow,
  now: Date,
): string | null {
  if (undoUntil <= now) return 'This merge can no longer be undone (10-minute limit).'
  if (source.mergedInto !== target.id) return 'This contact was merged once more since: undo that first.'
  if (target.isRedacted || source.isRedacted) return 'This contact was redacted since: there is nothing to part.'
  if (target.isBlocked) return 'This contact was blocked since: unblock them first.'
  return null
}

const TIMES: ReadonlySet<string> = new Set(['emailClaimedAt', 'lastChatAt'])

/** The fields to give back: those that still are what the merge made of them. */
function unchanged(target: MergeableContact, before: ContactFields, after: ContactFields): ContactFields {
  const same = (key: string) =>
    isDeepStrictEqual(stored(target[key as keyof MergeableContact]), stored(after[key as keyof ContactFields]))
  const kept = Object.entries(before).filter(([key]) => same(key))
  return Object.fromEntries(
    kept.map(([key, value]) => [key, TIMES.has(key) && typeof value === 'string' ? new Date(value) : value]),
  )
}

/** As the database gives it back from JSON: times as texts. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

const withName = ({ name = null, firstName = null, lastName = null, email = null, type }: ContactFields) => ({
  name,
  firstName,
  lastName,
  email,
  type: type ?? ('anonymous' as const),
})
