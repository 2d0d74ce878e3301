import { currentTime } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import { notFound } from '#core/errors.ts'
import { likeness, stemsOf } from '#core/search/likeness.ts'
import { listUnanswered, settleQuestions, type UnansweredRow, unsettleQuestions } from '#storage/ai-agent/decisions.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 30
/** Questions that are looked through. */
const QUESTIONS_MAX = 1_000
/** Share of common words from which two questions count as the same one. */
const ALIKE = 0.6

/** Questions of customers that are much the same, and that the AI agent could not answer. */
export interface UnansweredGroup extends UnansweredRow {
  /** How many there are; the newest one stands for all. */
  count: number
}

interface Alike {
  /** The newest, and all of them. */
  row: UnansweredRow
  ids: string[]
  words: Set<string>
}

/** What the last 30 days' customers asked without an answer and nobody has settled, most often first: up to `limit` groups. */
export async function listUnansweredGroups(caller: Caller, limit: number): Promise<UnansweredGroup[]> {
  return (await groupUnanswered(caller)).slice(0, limit).map(({ row, ids }) => ({ ...row, count: ids.length }))
}

/**
 * Removes a question and similar ones from the list, until a customer asks it again.
 * NOT_FOUND for what is not on the list.
 */
export async function settleUnanswered(caller: Caller, id: string): Promise<void> {
  const group = (await groupUnanswered(caller)).find(({ ids }) => ids.includes(id))
  if (!group) throw notFound('Question')
  await settleQuestions(caller.shop, id, group.ids)
}

/** Takes it back. NOT_FOUND where nothing was settled so. */
export async function unsettleUnanswered({ shop, access = null }: Caller, id: string): Promise<void> {
  if ((await unsettleQuestions(shop, access, id)) === 0) throw notFound('Question')
}

async function groupUnanswered({ shop, access = null }: Caller): Promise<Alike[]> {
  const since = new Date(currentTime().getTime() - DAYS * DAY_MS)
  const groups: Alike[] = []
  for (const row of await listUnanswered(shop, access, since, QUESTIONS_MAX)) {
    const words = stemsOf(row.text)
    const group = groups.find((one) => likeness(one.words, words) >= ALIKE)
    if (group) group.ids.push(row.id)
    else groups.push({ row, ids: [row.id], words })
  }
  return groups.sort((a, b) => b.ids.length - a.ids.length)
}
