import { currentTime } from '#base/clock.ts'
import { readWords } from '#base/words.ts'
import type { Caller } from '#core/caller.ts'
import { listUnanswered, type UnansweredRow } from '#storage/ai-agent/decisions.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 30
/** Questions that are looked through. */
const QUESTIONS_MAX = 1_000
/** Questions that share so much of their words are one. */
const ALIKE = 0.6

/** Questions of customers that are much the same, and that the AI agent could not answer. */
export interface UnansweredGroup extends UnansweredRow {
  /** How many there are; the newest one stands for all. */
  count: number
}

/** What the last 30 days' customers asked without an answer, most often first: up to `limit` groups. */
export async function listUnansweredGroups({ shop }: Caller, limit: number): Promise<UnansweredGroup[]> {
  const since = new Date(currentTime().getTime() - DAYS * DAY_MS)
  const groups: { row: UnansweredRow; words: Set<string>; count: number }[] = []
  for (const row of await listUnanswered(shop, since, QUESTIONS_MAX)) {
    const words = new Set(readWords(row.text).map(({ stem }) => stem))
    const group = groups.find((one) => likeness(one.words, words) >= ALIKE)
    if (group) group.count++
    else groups.push({ row, words, count: 1 })
  }
  return groups
    .sort((a, b) => b.count - a.count)
    .slice(0, limit)
    .map(({ row, count }) => ({ ...row, count }))
}

/** The share of words that both have, 0 to 1. */
function likeness(a: Set<string>, b: Set<string>): number {
  const both = a.intersection(b).size
  return both === 0 ? 0 : both / (a.size + b.size - both)
}
