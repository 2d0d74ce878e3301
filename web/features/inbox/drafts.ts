import { myId } from './state.ts'

/** What was written and not sent, kept in this browser for a month at most. */

export interface Draft {
  text: string
  isNote: boolean
}

const KEYS = 'parley-drafts'
/** Each member's own: a browser may be shared. */
const key = () => `${KEYS}:${myId()}`
const MOST = 100

type Drafts = Record<string, Draft & { at: number }>

function read(): Drafts {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? '{}') as Drafts
  } catch {
    return {}
  }
}

export function draftOf(id: string): Draft {
  const { text = '', isNote = false } = read()[id] ?? {}
  return { text, isNote }
}

export function keepDraft(id: string, { text, isNote }: Draft): void {
  const drafts = read()
  if (text) drafts[id] = { text, isNote, at: Date.now() }
  else if (drafts[id]) delete drafts[id]
  else return
  const since = Date.now() - 30 * 24 * 60 * 60 * 1000
  const kept = Object.entries(drafts)
    .filter(([, { at }]) => at > since)
    .sort(([, a], [, b]) => b.at - a.at)
  try {
    localStorage.setItem(key(), JSON.stringify(Object.fromEntries(kept.slice(0, MOST))))
  } catch {
    // No room, or none allowed: the draft lives as long as the page.
  }
}

/** On signing out: nobody else's drafts stay behind. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(KEYS)) localStorage.removeItem(name)
  } catch {}
}
