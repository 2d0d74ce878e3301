import type { Conversation, Message } from '../../shared/records.ts'
import { type Api, ApiError } from './connection/api.ts'
import { createBackoff } from './connection/backoff.ts'
import { findLast } from './find-last.ts'
import type { EngineState, Pending, Store } from './state.ts'
import type { StorageBox } from './storage.ts'
import type { Tabs } from './tabs.ts'

interface Calls {
  /** Resolves when a message may be sent: session there, earlier commands done, form completed. */
  ready(): Promise<boolean>
  /** The server refuses the token: makes a new session. */
  renew(): Promise<void>
  arrived(pending: Pending, answer: { conversation: Conversation; message: Message; revision: number }): void
  refused(pending: Pending): void
}

/**
 * Messages on their way. Each is kept, with the `clientId` it got when it was written, until the server has said that it
 * is there: through lost networks, lost answers and reloads. The same clientId never makes two messages.
 */
export function createOutbox(
  parts: { store: Store<EngineState>; storage: StorageBox; tabs: Tabs; api: Api },
  calls: Calls,
) {
  const { store, storage, tabs, api } = parts
  const backoff = createBackoff()
  let flushing = false
  let isAskedAgain = false
  let retry: ReturnType<typeof setTimeout> | undefined

  const kept = storage.outbox

  function keep(clientId: string, pending: Pending | null): void {
    storage.set(`outbox:${clientId}`, pending)
    store.set({ outbox: kept() })
    tabs.tell('outbox')
  }

  function change(clientId: string, changes: Partial<Pending>): void {
    const pending = kept().find((one) => one.clientId === clientId)
    if (pending) keep(clientId, { ...pending, ...changes })
  }

  async function flush(): Promise<void> {
    clearTimeout(retry)
    isAskedAgain = flushing
    if (flushing || !kept().some(isWaiting)) return
    flushing = true
    try {
      if (!(await calls.ready())) return
      await tabs.inTurn('outbox', sendAll)
      backoff.reset()
    } catch (error) {
      const wait = error instanceof ApiError ? error.retryAfter : 0
      retry = setTimeout(flush, backoff.next(wait))
    } finally {
      flushing = false
      if (isAskedAgain) flush()
    }
  }

  async function sendAll(): Promise<void> {
    // Read again each time: another tab may have sent or removed some.
    for (let next = kept().find(isWaiting); next; next = kept().find(isWaiting)) await send(next)
  }
  const isWaiting = ({ failed }: Pending) => !failed

  async function send(pending: Pending, isSecondTry = false): Promise<void> {
    const { clientId, text, files, conversationId, quickReply, campaign, replyTo } = pending
    try {
      const body = { clientId, text, files: files.length > 0 ? files.map(({ id }) => id) : undefined }
      const answer = await api.post<{ conversation: Conversation; message: Message; revision: number }>('messages', {
        ...body,
        ...(conversationId ? { conversationId } : {}),
        ...(quickReply ? { quickReply } : {}),
        ...(campaign ? { campaign } : {}),
        ...(replyTo ? { replyTo } : {}),
      })
      // Gone: another tab has sent it, or its writer has logged out. Read again: a person may have been wished for meanwhile.
      const now = kept().find((one) => one.clientId === clientId)
      if (now) calls.arrived(now, answer)
      keep(clientId, null)
    } catch (error) {
      if (!(error instanceof ApiError) || error.isPassing) throw error
      if (error.status === 401 && !isSecondTry) {
        await calls.renew()
        await send(pending, true)
        return
      }
      const failed = { code: error.code, message: error.message }
      change(clientId, { failed })
      calls.refused({ ...pending, failed })
    }
  }

  return {
    /** Adds a message. Messages are sent in the order of their times, so no two have the same. */
    add(pending: Pending): void {
      const last = Math.max(0, ...kept().map(({ createdAt }) => Date.parse(createdAt)))
      const createdAt = new Date(Math.max(Date.now(), last + 1)).toISOString()
      keep(pending.clientId, { ...pending, createdAt })
      flush()
    },
    again(clientId: string): void {
      change(clientId, { failed: undefined })
      flush()
    },
    remove: (clientId: string) => keep(clientId, null),
    /** Asks for a person with what is on its way; false where nothing is. */
    wishForPerson(): boolean {
      const last = findLast(kept(), isWaiting)
      if (last) change(last.clientId, { wantsPerson: true })
      return last !== undefined
    },
    /** Another tab changed it. */
    reread: () => store.set({ outbox: kept() }),
    flush,
    wake(): void {
      backoff.reset()
      flush()
    },
  }
}
