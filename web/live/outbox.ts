import { postMessage } from '../api/messages.ts'
import { t } from '../base/texts.ts'
import { loadConversation } from './loading.ts'
import { takeMessages } from './messages.ts'
import { alongOf } from './reply-acts.ts'
import { inbox, myId, myKey, type PendingMessage } from './state.ts'

/**
 * Messages on their way. Each conversation has a queue: one leaves when the one before it has arrived, so they arrive as
 * they were written. What was not sent is kept in this browser, a key a message, for tabs share them.
 */

const KEYS = 'parley-outbox'
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** Each member of each store has their own: browsers are shared. */
const keyOf = (clientId: string) => `${KEYS}:${myKey()}:${clientId}`

type Kept = PendingMessage & { conversationId: string }

/** The conversations whose first message is on its way. */
const sending = new Set<string>()

/** Puts a message at the end of its conversation's queue. */
export function enqueue(id: string, message: PendingMessage): void {
  keep({ ...message, conversationId: id })
  setQueue(id, (queue) => [...queue, message])
  void send(id)
}

/** Sends again what could not be sent, and then what waits behind it. */
export function retry(id: string, { clientId }: PendingMessage): void {
  setError(id, clientId, null)
  void send(id)
}

/** Gives a message up. What waits behind it goes on. */
export function discard(id: string, { clientId }: PendingMessage): void {
  setQueue(id, (queue) => queue.filter((one) => one.clientId !== clientId))
  void send(id)
}

const isHeld = ({ leavesAt = 0 }: PendingMessage) => leavesAt > Date.now()

/** The newest message of a conversation that can be taken back still. */
export const heldIn = (id: string) => queueOf(id).findLast(isHeld)

async function send(id: string): Promise<void> {
  if (sending.has(id)) return
  sending.add(id)
  for (let first = queueOf(id)[0]; first && first.error === null; first = queueOf(id)[0]) {
    if (isHeld(first)) {
      setTimeout(() => void send(id), (first.leavesAt as number) - Date.now() + 1)
      break
    }
    const { clientId, text, isNote, files, acts, email, original, cards } = first
    const more = {
      ...(acts && { replyActions: alongOf(acts, myId(), new Date()) }),
      ...(email && { email }),
      ...(original && { original }),
      ...(cards && { cards: cards.map(({ kind, id }) => ({ kind, id })) }),
    }
    try {
      takeMessages(id, [
        await postMessage(id, {
          clientId,
          text,
          isNote,
          isFormatted: !isNote,
          files: files.map((file) => file.id),
          ...more,
        }),
      ])
    } catch (error) {
      setError(id, clientId, (error as Error).message) // unless the socket brought it after all
    }
  }
  sending.delete(id)
  // The socket brings the list's new preview; while there is none, the conversation is loaded.
  if (inbox.get().live !== 'live') await loadConversation(id)
}

const queueOf = (id: string) => inbox.get().pending[id] ?? []

function setQueue(id: string, change: (queue: PendingMessage[]) => PendingMessage[]): void {
  inbox.set(({ pending }) => ({ pending: { ...pending, [id]: change(pending[id] ?? []) } }))
}

function setError(id: string, clientId: string, error: string | null): void {
  setQueue(id, (queue) => queue.map((one) => (one.clientId === clientId ? { ...one, error } : one)))
}

function keep(message: Kept): void {
  try {
    localStorage.setItem(keyOf(message.clientId), JSON.stringify(message))
  } catch {
    // No room, or not allowed: it lives as long as the page.
  }
}

/** Brings back what an earlier page could not send, and from now on forgets what has arrived or was discarded. */
export function openOutbox(): () => void {
  const kept = readKept()
  const ids = new Set(kept.map(({ conversationId }) => conversationId))
  for (const id of ids) {
    const known = new Set(queueOf(id).map(({ clientId }) => clientId))
    const lost = kept.filter(({ conversationId, clientId }) => conversationId === id && !known.has(clientId))
    // The first one says so, and holds back the others as ever.
    const error = t('The page was closed before this was sent.')
    setQueue(id, (queue) => [...lost.map((one, i) => ({ ...one, error: i === 0 ? error : null })), ...queue])
  }
  let before = inbox.get().pending
  return inbox.subscribe(() => {
    const { pending } = inbox.get()
    if (pending === before) return
    const left = new Set(Object.values(pending).flatMap((queue) => queue.map(({ clientId }) => clientId)))
    for (const { clientId } of Object.values(before).flat()) {
      if (!left.has(clientId)) localStorage.removeItem(keyOf(clientId))
    }
    before = pending
  })
}

function readKept(): Kept[] {
  const since = new Date(Date.now() - KEPT_MS).toISOString()
  const found: Kept[] = []
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(keyOf(''))) continue
      const message = JSON.parse(localStorage.getItem(key) ?? '') as Kept
      if (message.createdAt > since) found.push(message)
      else localStorage.removeItem(key)
    }
  } catch {
    // Not allowed, or not ours.
  }
  return found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}

/** On signing out: of this store, or of all. */
export function forgetOutbox(ofAll: boolean): void {
  try {
    const start = ofAll ? KEYS : keyOf('')
    for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key)
  } catch {
    // Not allowed, so there is nothing.
  }
}
