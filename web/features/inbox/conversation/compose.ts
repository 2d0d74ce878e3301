import type { Draft } from '../../../live/drafts.ts'

/**
 * A shortcut opens the composer of a conversation that may still be loading. Keys typed in the meantime are not shortcuts: they
 * are kept, and go into the composer.
 */

interface Wanted extends Draft {
  conversationId: string
}
let wanted: Wanted | null = null

/** `text`: what the composer begins with, behind what stands there. */
export function askToCompose(
  conversationId: string,
  { text = '', ...draft }: Partial<Draft> & { isNote: boolean },
): void {
  wanted = { conversationId, ...draft, text }
  dispatchEvent(new Event('compose'))
}

/** For the composer of a conversation: the kind of message that was asked for, and what was typed of it. Taken once. */
export function takeCompose(id: string): Draft | null {
  if (wanted?.conversationId !== id) return null
  const { conversationId: _, ...taken } = wanted
  wanted = null
  return taken
}

export const isAwaitingComposer = () => wanted !== null

/** Keeps a key that was pressed before the composer is there; Escape gives the composer up. */
export function typeAhead(key: string): void {
  if (!wanted) return
  if (key === 'Escape') wanted = null
  else if (key === 'Backspace') wanted.text = [...wanted.text].slice(0, -1).join('')
  else if (key === 'Enter') wanted.text += '\n'
  else if ([...key].length === 1) wanted.text += key
}

/** No composer will come: another conversation is open now, or there is none. */
export function stopAwaiting(openId: string | undefined): void {
  if (wanted?.conversationId !== openId) wanted = null
}
