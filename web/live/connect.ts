import { reload } from '../api/queries.ts'
import type { Conversation } from '../api/records.ts'
import { reloadSegments } from '../api/segments.ts'
import { LiveConnection, type LiveFrame } from '../api/socket.ts'
import { currentParts } from '../base/router.ts'
import { dropConversation, takeConversations } from './lists.ts'
import { askAbout, loadConversation, loadCounts, loadList, loadShared } from './loading.ts'
import { takeMessages } from './messages.ts'
import { notify } from './notifications.ts'
import { readTold } from './notifications-feed.ts'
import { openOutbox } from './outbox.ts'
import { loadViews } from './saved-views.ts'
import { hearOfDraft, loadDrafts } from './shared-drafts.ts'
import { inbox, myId } from './state.ts'
import { viewOf } from './views.ts'

/** Applies the socket's frames to the store. */

/** Changes of a busy store are shown in groups, this far apart. */
const TOGETHER_MS = 50
/** Details are loaded again this far apart, however much happens. */
const DETAILS_MS = 1_000
/** A typing indicator ends after this, unless another frame renews it. */
const TYPING_MS = 6_000

let connection: LiveConnection | undefined

/** Keeps the store up to date from now on; returns what stops it. */
export function goLive(onRefused: () => void): () => void {
  const started = new LiveConnection({
    frame,
    state: (live) => inbox.set({ live }),
    refused: onRefused,
  })
  connection = started
  const closeOutbox = openOutbox()
  const pushed = import('./push.ts').then(({ openPushed }) => openPushed())
  pushed.catch(() => {}) // it could not be loaded: a click on a notice opens another tab
  loadShared()
  void readTold()
  const timer = setInterval(forgetTyping, 1_000)
  return () => {
    clearInterval(timer)
    closeOutbox()
    pushed.then((close) => close()).catch(() => {})
    started.close()
    if (connection === started) connection = undefined
  }
}

/** The conversation on screen: its messages arrive, and colleagues see that somebody is looking. */
export function watch(id: string | undefined): void {
  connection?.watch(id, () => inbox.get().messages[id ?? '']?.revision ?? 0)
}

let typingSince = 0
export function tellTyping(id: string, active: boolean): void {
  const now = Date.now()
  if (active && now - typingSince < 2_500) return
  typingSince = active ? now : 0
  connection?.typing(id, active)
}

let changed: Parameters<typeof takeConversations>[0] = []
let isDue = false
let takenAt = 0

function frame(message: LiveFrame): void {
  switch (message.type) {
    case 'ready':
      inbox.set({ present: message.team })
      void loadDrafts()
      // Frames were missed since the lists were loaded, the first time too. What is shown stays until then.
      resync()
      return
    case 'conversation':
      changed.push(message.conversation)
      if (!isDue) {
        isDue = true
        setTimeout(takeChanged, Math.max(0, takenAt + TOGETHER_MS - performance.now()))
      }
      return
    case 'messages':
      takeMessages(message.conversationId, message.messages, { revision: message.revision })
      return
    case 'typing':
      if (message.memberId !== myId()) takeTyping(message)
      return
    case 'viewers':
      inbox.set(({ viewers }) => ({
        viewers: { ...viewers, [message.conversationId]: message.memberIds.filter((id) => id !== myId()) },
      }))
      return
    case 'team':
      inbox.set({ present: message.memberIds })
      return
    case 'details':
      reloadDetails(message.conversationId)
      return
    case 'views':
      void loadViews()
      return
    case 'teams':
      void reload('teams')
      loadCounts()
      return
    case 'targets':
      void reload('targets')
      return
    case 'segments':
      void takeSegments()
      return
    case 'draft':
      void hearOfDraft(message.conversationId, message.browser)
      return
    case 'notified':
      void readTold()
      return
    case 'removed':
      dropConversation(message.conversationId)
      loadCounts(1_000)
      return
    case 'resync':
      resync()
  }
}

function takeChanged(): void {
  isDue = false
  takenAt = performance.now()
  const records = [...new Map(changed.map((one) => [one.id, one])).values()]
  changed = []
  for (const record of records) {
    const before = inbox.get().conversations[record.id]
    notify(record, before)
    if (before && !isSamePerson(before, record)) reloadDetails(record.id)
  }
  takeConversations(records)
  askAbout(records)
  for (const { id, lastMessage } of records) {
    if (lastMessage?.senderType !== 'customer') continue
    endContactTyping(id)
    void reload('availability', id)
    void reload('scheduled', id)
  }
  loadCounts(1_500)
}

const isSamePerson = (one: Conversation, other: Conversation) =>
  one.customerName === other.customerName &&
  one.customerEmail === other.customerEmail &&
  one.customerType === other.customerType

/** Conversations whose details are to be loaded again: at once, and then once for all that comes meanwhile. */
const stale = new Map<string, 'loading' | 'again'>()

function reloadDetails(id: string): void {
  if (stale.has(id)) {
    stale.set(id, 'again')
    return
  }
  stale.set(id, 'loading')
  void Promise.all([
    reload('context', id),
    reload('timeline', id),
    reload('order-actions', id),
    reload('approvals', id),
    reload('scheduled', id),
    new Promise((rested) => setTimeout(rested, DETAILS_MS)),
  ]).finally(() => {
    const isStale = stale.get(id) === 'again'
    stale.delete(id)
    if (isStale) reloadDetails(id)
  })
}

/** What is shown of segments, and the list on screen where one narrows it. */
async function takeSegments(): Promise<void> {
  await reloadSegments()
  const [current = ''] = currentParts()
  if (viewOf(current)?.isAsked) void loadList(current, 'first')
}

function resync(): void {
  void loadViews()
  void reload('teams')
  void reload('targets')
  void reloadSegments()
  void readTold()
  const { lists } = inbox.get()
  const [current = 'open', id] = currentParts()
  // Lists that are not on screen are loaded when they are opened.
  inbox.set({ lists: Object.fromEntries(Object.entries(lists).filter(([key]) => key === current)) })
  void loadList(current, 'first')
  // Its messages go on from their revision, which `watch` sends.
  if (id && viewOf(current)) {
    void loadConversation(id)
    reloadDetails(id)
  }
  loadCounts()
}

function takeTyping({ conversationId, from, memberId, name, active }: Extract<LiveFrame, { type: 'typing' }>): void {
  inbox.set(({ typing }) => {
    const others = (typing[conversationId] ?? []).filter((one) => one.from !== from || one.memberId !== memberId)
    const now = active ? [...others, { from, memberId, name, until: Date.now() + TYPING_MS }] : others
    return { typing: { ...typing, [conversationId]: now } }
  })
}

/** Somebody whose message has just arrived is not typing any more. */
function endContactTyping(conversationId: string): void {
  if (!inbox.get().typing[conversationId]?.some(({ from }) => from === 'customer')) return
  takeTyping({ type: 'typing', conversationId, from: 'customer', memberId: null, name: '', active: false })
}

function forgetTyping(): void {
  const { typing } = inbox.get()
  const now = Date.now()
  if (!Object.values(typing).some((list) => list.some(({ until }) => until < now))) return
  const kept = Object.entries(typing).map(([id, list]) => [id, list.filter(({ until }) => until >= now)])
  inbox.set({ typing: Object.fromEntries(kept.filter(([, list]) => list?.length)) as typeof typing })
}
