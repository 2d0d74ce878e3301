import * as messages from '../api/messages.ts'
import type { SentFile } from '../api/records.ts'
import { complain } from '../ui/toast.tsx'
import { loadConversation } from './loading.ts'
import { takeMessages } from './messages.ts'
import { inbox, type PendingMessage } from './state.ts'

/** Sending, editing and deleting messages and internal notes. */

/** Sends a message. It is shown at once; where sending fails it stays, to be sent again. */
export function sendMessage(id: string, text: string, isNote: boolean, files: SentFile[] = []): void {
  const clientId = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`
  const message = { clientId, text, isNote, files, createdAt: new Date().toISOString(), error: null }
  inbox.set(({ pending }) => ({ pending: { ...pending, [id]: [...(pending[id] ?? []), message] } }))
  void deliver(id, message)
}

export function retry(id: string, message: PendingMessage): void {
  patchPending(id, message.clientId, null)
  void deliver(id, message)
}

export function discard(id: string, { clientId }: PendingMessage): void {
  inbox.set(({ pending }) => ({
    pending: { ...pending, [id]: pending[id]?.filter((one) => one.clientId !== clientId) ?? [] },
  }))
}

async function deliver(id: string, { clientId, text, isNote, files }: PendingMessage): Promise<void> {
  try {
    takeMessages(id, [await messages.postMessage(id, { clientId, text, isNote, files: files.map((file) => file.id) })])
    // The socket brings the list's new preview; while there is none, the conversation is loaded.
    if (inbox.get().live !== 'live') await loadConversation(id)
  } catch (error) {
    patchPending(id, clientId, (error as Error).message)
  }
}

function patchPending(id: string, clientId: string, error: string | null): void {
  inbox.set(({ pending }) => ({
    pending: {
      ...pending,
      [id]: pending[id]?.map((one) => (one.clientId === clientId ? { ...one, error } : one)) ?? [],
    },
  }))
}

export async function editMessage(id: string, messageId: string, text: string): Promise<void> {
  takeMessages(id, [await messages.editMessage(id, messageId, text)])
}

export async function deleteMessage(id: string, messageId: string): Promise<void> {
  try {
    takeMessages(id, [await messages.deleteMessage(id, messageId)])
  } catch (error) {
    complain(error)
  }
}
