/** A shortcut opens the composer, which may not be on screen yet: what is typed meanwhile is no shortcut. */

const PATIENCE_MS = 2_000
let wanted: { isNote: boolean; until: number } | null = null

export function askToCompose(isNote: boolean): void {
  wanted = { isNote, until: Date.now() + PATIENCE_MS }
  dispatchEvent(new Event('compose'))
}

/** For the composer: which kind of message was asked for; a request is taken once. */
export function takeCompose(): { isNote: boolean } | null {
  const now = isAwaitingComposer() ? wanted : null
  wanted = null
  return now
}

export const isAwaitingComposer = () => wanted !== null && Date.now() < wanted.until
