import { isDeepStrictEqual } from 'node:util'
import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { hasText } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { GUIDANCE_MAX } from '#core/limits.ts'
import { requireSegment } from '#core/segments/segments.ts'
import { requireTeam } from '#core/teams/teams.ts'
import type { Queries, Transaction } from '#database/database.ts'
import { findCustomAction } from '#storage/custom-actions/actions.ts'
import {
  deleteGuidance,
  type GuidanceRow,
  listGuidance,
  placeGuidance,
  saveGuidance,
} from '#storage/guidance/guidance.ts'
import { findArticle } from '#storage/knowledge/articles.ts'
import { findStore } from '#storage/stores/stores.ts'
import { checkGuidance } from './check.ts'
import type { GuidanceDraft } from './guidance.ts'
import { toGuidance } from './guidance-cache.ts'

/** A store's guidance of the AI agent, as its admins keep it. */

export type StoreGuidance = GuidanceDraft & Pick<GuidanceRow, 'id' | 'position' | 'createdAt' | 'updatedAt'>

/** All of it, in its order. */
export async function listStoreGuidance({ shop }: Pick<Caller, 'shop'>): Promise<StoreGuidance[]> {
  return (await listGuidance(shop, GUIDANCE_MAX.guidance)).map(toGuidance)
}

/** Adds guidance, as last in the order. INVALID_PARAMS for what cannot be, and beyond its number. */
export function addGuidance(caller: Caller, draft: GuidanceDraft): Promise<StoreGuidance> {
  return change(caller, async (tx, all) => {
    if (all.length >= GUIDANCE_MAX.guidance) {
      throw invalidParams(`A store has at most ${GUIDANCE_MAX.guidance} guidance; delete one first.`)
    }
    const now = currentTime()
    const position = Math.max(0, ...all.map((one) => one.position)) + 1
    const guidance = await save(tx, { ...draft, id: newId(), position, createdAt: now, updatedAt: now })
    await recordAudit(tx, caller.actor, 'guidance.created', guidance.id, { name: guidance.name, isOn: guidance.isOn })
    return guidance
  })
}

/** Changes parts of guidance, or turns it on or off. The audit log names what changed. NOT_FOUND for none. */
export function editGuidance(caller: Caller, id: string, edit: Partial<GuidanceDraft>): Promise<StoreGuidance> {
  return change(caller, async (tx, all) => {
    const before = requireOne(all, id)
    const guidance = await save(tx, { ...before, ...edit, updatedAt: currentTime() })
    const changed = (Object.keys(edit) as (keyof GuidanceDraft)[]).filter(
      (key) => !isDeepStrictEqual(before[key], guidance[key]),
    )
    const switched = changed.includes('isOn') ? { isOn: guidance.isOn } : {}
    if (changed.length > 0) {
      await recordAudit(tx, caller.actor, 'guidance.changed', id, { name: guidance.name, ...switched, changed })
    }
    return guidance
  })
}

/** Puts guidance into this order, all of it. */
export function orderGuidance(caller: Caller, ids: string[]): Promise<StoreGuidance[]> {
  return change(caller, async (tx, all) => {
    for (const id of ids) requireOne(all, id)
    if (new Set(ids).size !== all.length || ids.length !== all.length) {
      throw invalidParams('ids must name all guidance of the store once.')
    }
    await placeGuidance(tx, ids)
    await recordAudit(tx, caller.actor, 'guidance.ordered', null, { ids })
    return (await listGuidance(tx, GUIDANCE_MAX.guidance)).map(toGuidance)
  })
}

/** Deletes guidance. A question of it that waits for an answer is not gone on with. NOT_FOUND for none. */
export function removeGuidance(caller: Caller, id: string): Promise<void> {
  return change(caller, async (tx, all) => {
    const { name } = requireOne(all, id)
    await deleteGuidance(tx, id)
    await recordAudit(tx, caller.actor, 'guidance.deleted', id, { name })
  })
}

/** Writers to a store's guidance take turns, with those of segments and teams that it names; turns hear of what they did. */
function change<T>(caller: Caller, act: (tx: Transaction, all: StoreGuidance[]) => Promise<T>): Promise<T> {
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true)
    const result = await act(tx, (await listGuidance(tx, GUIDANCE_MAX.guidance)).map(toGuidance))
    tx.signal({ kind: 'guidance' })
    return result
  })
}

async function save(tx: Transaction, guidance: StoreGuidance): Promise<StoreGuidance> {
  checkGuidance(guidance)
  await requireNamed(tx, guidance)
  const { id, isOn, position, createdAt, updatedAt, name: given, ...content } = guidance
  const name = given.trim()
  await saveGuidance(tx, { id, name, isOn, position, content, createdAt, updatedAt })
  return { ...guidance, name }
}

/** INVALID_PARAMS for an article, segment or team that the store does not have. */
async function requireNamed(tx: Queries, { conditions, steps, handOff }: GuidanceDraft): Promise<void> {
  for (const [i, { articleId }] of steps.entries()) {
    if (articleId !== undefined && !(await findArticle(tx, articleId))) {
      throw invalidParams(`steps[${i}].articleId is not an article of this store.`)
    }
  }
  for (const [i, { actionId, values = {} }] of steps.entries()) {
    if (actionId === undefined) continue
    const action = await findCustomAction(tx, actionId)
    if (!action) throw invalidParams(`steps[${i}].actionId is not an action of this store.`)
    const unknown = Object.keys(values).find((name) => !action.parameters.some((one) => one.name === name))
    if (unknown !== undefined) throw invalidParams(`steps[${i}].values.${unknown.slice(0, 40)} is not a parameter.`)
    const missing = action.parameters.find(({ name, required }) => required && !hasText(values[name] ?? ''))
    if (missing) throw invalidParams(`steps[${i}].values.${missing.name} is required.`)
  }
  for (const [i, { about, values }] of conditions.entries()) {
    if (about !== 'segment') continue
    for (const id of values) await requireSegment(tx, id, `conditions[${i}].values`)
  }
  if (handOff.teamId !== null) await requireTeam(tx, handOff.teamId, 'handOff.teamId')
}

function requireOne(all: StoreGuidance[], id: string): StoreGuidance {
  const guidance = all.find((one) => one.id === id)
  if (!guidance) throw notFound('Guidance')
  return guidance
}
