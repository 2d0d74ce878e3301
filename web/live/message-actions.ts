import * as messages from '../api/messages.ts'
import type { SentFile } from '../api/records.ts'
import { newClientId } from '../base/client-id.ts'
import { complain } from '../ui/toast.tsx'
import type { Draft } from './drafts.ts'
import { takeMessages } from './messages.ts'
import { enqueue } from './outbox.ts'

/** Sending, editing and deleting messages and internal notes. */

const HOLD_KEY = 'parley-hold-replies'
/** How long a reply can be taken back, where the member wants to. */
const HELD_MS = 5_000

/** Whether replies wait a little before they leave, on this computer. */
export const holdsReplies = () => localStorage.getItem(HOLD_KEY) === 'on'
export const setHoldsReplies = (isOn: boolean) => localStorage.setItem(HOLD_KEY, isOn ? 'on' : 'off')

const TYPED_KEY = 'parley-typed-suggestions'

/** Whether sentences of articles are suggested while a reply is typed, on this computer. */
export const suggestsWhileTyping = () => localStorage.getItem(TYPED_KEY) !== 'off'
export const setSuggestsWhileTyping = (isOn: boolean) => localStorage.setItem(TYPED_KEY, isOn ? 'on' : 'off')

/** Sends what was drafted. It is shown at once; where sending fails it stays, to be sent again. */
export function sendMessage(
  id: string,
  { text, isNote, acts, email, original, cards }: Draft,
  files: SentFile[] = [],
): void {
  const clientId = newClientId()
  // With files there is no way back into the composer.
  const isHeld = holdsReplies() && !isNote && files.length === 0
  const held = isHeld ? { leavesAt: Date.now() + HELD_MS } : {}
  enqueue(id, {
    clientId,
    text,
    isNote,
    files,
    createdAt: new Date().toISOString(),
    error: null,
    ...held,
    ...(acts && !isNote && { acts }),
    ...(email && !isNote && { email }),
    ...(original && !isNote && { original }),
    ...(cards && !isNote && { cards }),
  })
}

export async function editMessage(
  id: string,
  messageId: string,
  words: { text: string; isFormatted: boolean },
): Promise<void> {
  takeMessages(id, [await messages.editMessage(id, messageId, words)])
}

export async function deleteMessage(id: string, messageId: string): Promise<void> {
  try {
    takeMessages(id, [await messages.deleteMessage(id, messageId)])
  } catch (error) {
    complain(error)
  }
}
