import type { CardOffer, OriginalWords, ReplyActs, ReplyRecipients } from '../api/records.ts'
import { myKey } from './state.ts'

/** What was written and not sent, kept in this browser for a month at most; shared-drafts.ts shares it with the others. */

export interface Draft {
  text: string
  isNote: boolean
  /** Actions of the canned reply that the text began with. */
  acts?: ReplyActs
  /** Recipients of a reply by mail, where the member chose them. */
  email?: ReplyRecipients
  /** What the member wrote, where the text is its translation. */
  original?: OriginalWords
  /** Products and discounts that it shows. */
  cards?: CardOffer[]
}
export type Drafts = Record<string, Draft & { at: number }>

const KEYS = 'parley-drafts'
/** Each member of each store has their own: browsers are shared. */
const key = () => `${KEYS}:${myKey()}`
export const DRAFTS_MAX = 100
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

function read(): Drafts {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? '{}') as Drafts
  } catch {
    return {}
  }
}

export function draftOf(id: string): Draft {
  const { at: _, ...draft } = read()[id] ?? { text: '', isNote: false, at: 0 }
  return draft
}

/** When each draft was changed last, in milliseconds since 1970. */
export function draftTimes(): Record<string, number> {
  return Object.fromEntries(Object.entries(read()).map(([id, { at }]) => [id, at]))
}

export function keepDraft(id: string, draft: Draft): void {
  const drafts = read()
  if (isEmptyDraft(draft) && !drafts[id]) return
  if (drafts[id] && JSON.stringify({ ...draft, at: drafts[id].at }) === JSON.stringify(drafts[id])) return
  try {
    localStorage.setItem(key(), JSON.stringify(withDraft(drafts, id, draft, Date.now())))
  } catch {
    // No room, or not allowed: the draft lives as long as the page.
  }
}

/** Whether nothing of a draft is worth keeping. */
export const isEmptyDraft = ({ text, cards }: Draft) => !text && !cards?.length

/** The drafts with this one, or without it where its text is empty; the oldest and the surplus go. */
export function withDraft(drafts: Drafts, id: string, draft: Draft, now: number): Drafts {
  const { [id]: _, ...others } = drafts
  const all = !isEmptyDraft(draft) ? { ...others, [id]: { ...draft, at: now } } : others
  const kept = Object.entries(all)
    .filter(([, { at }]) => at > now - KEPT_MS)
    .sort(([, a], [, b]) => b.at - a.at)
  return Object.fromEntries(kept.slice(0, DRAFTS_MAX))
}

/** On signing out, so that the next member on this browser finds nobody's drafts: of this store, or of all. */
export function forgetDrafts(ofAll: boolean): void {
  try {
    const names = ofAll ? Object.keys(localStorage).filter((name) => name.startsWith(KEYS)) : [key()]
    for (const name of names) localStorage.removeItem(name)
  } catch {
    // Not allowed, so there are none.
  }
}
