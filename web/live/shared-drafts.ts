import * as api from '../api/drafts.ts'
import type { DraftLine } from '../api/records.ts'
import { newClientId } from '../base/client-id.ts'
import { type Draft, draftOf, draftTimes, isEmptyDraft, keepDraft } from './drafts.ts'

/**
 * Drafts that a member's browsers share: each is sent when typing pauses, and the newest counts. A draft that is being typed
 * in is never replaced by another browser's.
 */

/** Typing pauses this long before a draft is sent. */
const REST_MS = 1_000
/** A draft counts as being typed in for this long after a key. */
const TYPED_MS = 5_000
const EMPTY: Draft = { text: '', isNote: false }

/** This page, among the member's. */
const browser = newClientId()
/** Drafts as the service knows them, as JSON. */
const synced = new Map<string, string>()
/** What each composer shows, as JSON: only a change of it is typing. */
const shown = new Map<string, string>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const typedAt = new Map<string, number>()
/** The last request of each draft. */
const pushes = new Map<string, Promise<void>>()
const listeners = new Map<string, (draft: Draft) => void>()

const jsonOf = (draft: Draft | null) => JSON.stringify(draft && !isEmptyDraft(draft) ? draft : null)

/** Sends a draft soon, if the member has changed it. What a composer opens with is compared by `loadDrafts`. */
export function shareDraft(id: string, draft: Draft): void {
  const json = jsonOf(draft)
  const before = shown.get(id)
  shown.set(id, json)
  if (before === undefined || json === before) return
  if (json === synced.get(id)) {
    clearTimeout(timers.get(id))
    timers.delete(id)
    return
  }
  typedAt.set(id, Date.now())
  clearTimeout(timers.get(id))
  // What was sent or emptied is gone elsewhere at once.
  timers.set(
    id,
    setTimeout(() => void push(id), isEmptyDraft(draft) ? 0 : REST_MS),
  )
}

/** Sends a draft once an earlier state of it has arrived: the service keeps what comes last. */
function push(id: string): Promise<void> {
  clearTimeout(timers.get(id))
  timers.delete(id)
  const pushed = (pushes.get(id) ?? Promise.resolve()).then(() => send(id))
  pushes.set(id, pushed)
  return pushed
}

async function send(id: string): Promise<void> {
  const draft = draftOf(id)
  const json = jsonOf(draft)
  const before = synced.get(id)
  synced.set(id, json)
  if (await api.putDraft(id, json === 'null' ? null : draft, browser)) return
  // Sent again with the next change, or when the page is live again.
  if (before === undefined) synced.delete(id)
  else synced.set(id, before)
}

/** Sends what waits, on leaving a conversation or the page. */
export function flushDraft(id: string): void {
  if (timers.has(id)) void push(id)
}

/** Calls the composer of a conversation with a newer draft of another browser. */
export function onSharedDraft(id: string, listener: (draft: Draft) => void): () => void {
  listeners.set(id, listener)
  return () => void listeners.delete(id)
}

/** Another browser changed a draft. */
export async function hearOfDraft(id: string, from: string): Promise<void> {
  if (from === browser) return
  const line = await api.getDraft(id).catch(() => null)
  if (line) take(line)
}

/** Compares with what the service has: what is newer there is taken, what is newer here is sent. */
export async function loadDrafts(): Promise<void> {
  const lines = await api.listDrafts().catch(() => null)
  if (!lines) return
  const times = draftTimes()
  for (const line of lines) {
    if ((times[line.conversationId] ?? 0) < Date.parse(line.updatedAt)) take(line)
  }
  const known = new Map(lines.map((line) => [line.conversationId, Date.parse(line.updatedAt)]))
  for (const [id, at] of Object.entries(times)) if (at > (known.get(id) ?? 0)) await push(id)
}

function take({ conversationId: id, draft }: DraftLine): void {
  if (timers.has(id) || Date.now() - (typedAt.get(id) ?? 0) < TYPED_MS) return
  const next = (draft as Draft | null) ?? EMPTY
  synced.set(id, jsonOf(next))
  shown.set(id, jsonOf(next))
  if (jsonOf(draftOf(id)) === jsonOf(next)) return
  keepDraft(id, next)
  listeners.get(id)?.(next)
}

addEventListener('pagehide', () => {
  // Nothing is waited for: the page is about to go.
  for (const id of timers.keys()) void send(id)
})
