import { isDeepStrictEqual } from 'node:util'
import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { GUIDANCE_MAX, RULES_MAX, SEGMENTS_MAX } from '#core/limits.ts'
import type { Queries, Transaction } from '#database/database.ts'
import { listGuidance } from '#storage/guidance/guidance.ts'
import { listRules } from '#storage/rules/rules.ts'
import {
  deleteSegment,
  findSegment,
  listSegments,
  listViewsWithSegment,
  type SegmentRow,
  saveSegment,
} from '#storage/segments/segments.ts'
import { findStore } from '#storage/stores/stores.ts'
import { toConditions } from './check.ts'
import type { SegmentCondition, SegmentDraft } from './segment.ts'

/** A store's segments of contacts: its admins keep them, as rules act by them; every member uses them. */

export interface StoreSegment extends Omit<SegmentRow, 'conditions'> {
  conditions: SegmentCondition[]
}

/** Saved views that are named where a segment cannot be deleted. */
const NAMED_MAX = 3

/** All of them, by name. */
export async function listStoreSegments({ shop }: Pick<Caller, 'shop'>): Promise<StoreSegment[]> {
  return (await listSegments(shop, SEGMENTS_MAX.segments)).map(toSegment)
}

/** The segment that a request names. An unknown one, or another store's, is INVALID_PARAMS. */
export async function requireSegment(queries: Queries, id: string, name = 'segment'): Promise<StoreSegment> {
  const row = await findSegment(queries, id)
  if (!row) throw invalidParams(`${name} is not a segment of this store.`)
  return toSegment(row)
}

/** INVALID_PARAMS for one that cannot be, for a name that is taken, and beyond their number. */
export function addSegment(caller: Caller, draft: SegmentDraft): Promise<StoreSegment> {
  return change(caller, async (tx, segments) => {
    if (segments.length >= SEGMENTS_MAX.segments) {
      throw invalidParams(`A store has at most ${SEGMENTS_MAX.segments} segments; delete one first.`)
    }
    const now = currentTime()
    const segment = await save(tx, segments, { ...draft, id: newId(), createdAt: now, updatedAt: now })
    await recordAudit(tx, caller.actor, 'segment.created', segment.id, { name: segment.name })
    return segment
  })
}

/** Changes a segment's name or conditions. The audit log names what changed. */
export function editSegment(caller: Caller, id: string, edit: Partial<SegmentDraft>): Promise<StoreSegment> {
  return change(caller, async (tx, segments) => {
    const before = requireOne(segments, id)
    const segment = await save(tx, segments, { ...before, ...edit, updatedAt: currentTime() })
    const changed = (Object.keys(edit) as (keyof SegmentDraft)[]).filter(
      (key) => !isDeepStrictEqual(before[key], segment[key]),
    )
    if (changed.length > 0) {
      await recordAudit(tx, caller.actor, 'segment.changed', id, { name: segment.name, changed })
    }
    return segment
  })
}

/** Deletes a segment. INVALID_PARAMS names what uses it: a rule or a saved view must not change its meaning by itself. */
export function removeSegment(caller: Caller, id: string): Promise<void> {
  return change(caller, async (tx, segments) => {
    const { name } = requireOne(segments, id)
    const users = await usersOf(tx, id)
    if (users.length > 0) throw invalidParams(`The segment is used by ${users.join(', ')}; change that first.`)
    await deleteSegment(tx, id)
    await recordAudit(tx, caller.actor, 'segment.deleted', id, { name })
  })
}

/** What uses a segment, in words. Views that members keep for themselves are not named: nobody else sees them. */
async function usersOf(tx: Transaction, id: string): Promise<string[]> {
  const rules = (await listRules(tx, RULES_MAX.rules)).filter(({ conditions }) =>
    (conditions as { about: string; values: string[] }[]).some(
      ({ about, values }) => about === 'segment' && values.includes(id),
    ),
  )
  const guidance = (await listGuidance(tx, GUIDANCE_MAX.guidance)).filter(({ content }) =>
    (content as { conditions: { about: string; values: string[] }[] }).conditions.some(
      ({ about, values }) => about === 'segment' && values.includes(id),
    ),
  )
  const views = await listViewsWithSegment(tx, id, NAMED_MAX)
  return [
    ...guidance.slice(0, NAMED_MAX).map(({ name }) => `the guidance “${name}”`),
    ...rules.slice(0, NAMED_MAX).map(({ name }) => `the rule “${name}”`),
    ...views.flatMap(({ name, memberId }) => (memberId === null ? [`the view “${name}”`] : [])),
    ...(views.some(({ memberId }) => memberId !== null) ? ['a view that a member keeps for themselves'] : []),
  ]
}

/** Writers to a store's segments take turns with those of its rules and views; open inboxes hear of what they did. */
function change<T>(caller: Caller, act: (tx: Transaction, segments: StoreSegment[]) => Promise<T>): Promise<T> {
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true)
    const result = await act(tx, (await listSegments(tx, SEGMENTS_MAX.segments)).map(toSegment))
    tx.signal({ kind: 'segments' })
    return result
  })
}

async function save(tx: Transaction, segments: StoreSegment[], given: StoreSegment): Promise<StoreSegment> {
  checkText(given.name, SEGMENTS_MAX.name, 'name')
  const segment = { ...given, name: given.name.trim(), conditions: toConditions(given.conditions) }
  const others = segments.filter(({ id }) => id !== segment.id)
  if (others.some(({ name }) => name.toLowerCase() === segment.name.toLowerCase())) {
    throw invalidParams('name is already used by another segment.')
  }
  await saveSegment(tx, segment)
  return segment
}

function requireOne(segments: StoreSegment[], id: string): StoreSegment {
  const segment = segments.find((one) => one.id === id)
  if (!segment) throw notFound('Segment')
  return segment
}

/** What was stored was checked by the schema. */
function toSegment(row: SegmentRow): StoreSegment {
  return row as StoreSegment
}
