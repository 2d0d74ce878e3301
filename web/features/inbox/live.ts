import { LiveConnection, type LiveFrame } from '../../api/socket.ts'
import { currentPlace } from '../../app/router.ts'
import { loadConversation, loadCounts, loadList } from './actions.ts'
import { getCannedReplies, getMembers, getTags } from './calls.ts'
import { notify } from './notifications.ts'
import { dropConversation, inbox, myId, takeConversations, takeMessages } from './state.ts'
import { viewOf } from './views.ts'

/** Changes are shown at once, but those of a busy store in groups. */
const TOGETHER_MS = 50
/** How long a typing indicator stays without being told again. */
const TYPING_MS = 6_000

let connection: LiveConnection | undefined
let wasLive = false

/** Keeps the store true from now on; answers what stops it. */
export function goLive(onRefused: () => void): () => void {
  wasLive = false
  const started = new LiveConnection({
    frame,
    state: (live) => inbox.set({ live }),
    refused: onRefused,
  })
  connection = started
  void loadAround()
  const timer = setInterval(forgetTyping, 1_000)
  return () => {
    clearInterval(timer)
    started.close()
    if (connection === started) connection = undefined
  }
}

async function loadAround(): Promise<void> {
  loadCounts()
  const [members, tags, canned] = await Promise.all(
    [getMembers(), getTags(), getCannedReplies()].map((one) => one.catch(() => [])),
  )
  inbox.set({ members, tags, canned } as never)
}

/** The thread on screen: its messages come, and colleagues see that somebody is here. */
export function watch(id: string | undefined): void {
  connection?.watch(id, () => inbox.get().threads[id ?? '']?.revision ?? 0)
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
      inbox.set({ team: message.team })
      // After a gap the lists are read again; what is shown stays until then.
      if (wasLive) resync()
      wasLive = true
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
      inbox.set({ team: message.memberIds })
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
  for (const record of records) notify(record, inbox.get().conversations[record.id])
  takeConversations(records, viewOf)
  for (const { id, lastMessage } of records) if (lastMessage?.senderType === 'customer') endCustomerTyping(id)
  loadCounts(1_500)
}

function resync(): void {
  const { lists } = inbox.get()
  const [current = 'open', id] = currentPlace().parts
  // Lists that are not on screen are read when they are opened.
  inbox.set({ lists: Object.fromEntries(Object.entries(lists).filter(([key]) => key === current)) })
  void loadList(current, 'first')
  // The thread itself goes on from its revision: the watch says which.
  if (id && viewOf(current)) loadConversation(id).catch(() => {})
  loadCounts()
}

function takeTyping({ conversationId, from, memberId, name, active }: Extract<LiveFrame, { type: 'typing' }>): void {
  inbox.set(({ typing }) => {
    const others = (typing[conversationId] ?? []).filter((one) => one.from !== from || one.memberId !== memberId)
    const now = active ? [...others, { from, memberId, name, until: Date.now() + TYPING_MS }] : others
    return { typing: { ...typing, [conversationId]: now } }
  })
}

/** Who has just written does not type any more, whatever their indicator says. */
function endCustomerTyping(conversationId: string): void {
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
