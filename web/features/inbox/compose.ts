/** Keys ask for the composer, which may only be about to be drawn: what is typed next must not be taken for keys. */

const PATIENCE_MS = 2_000
let wanted: { isNote: boolean; until: number } | null = null

export function askToCompose(isNote: boolean): void {
  wanted = { isNote, until: Date.now() + PATIENCE_MS }
  dispatchEvent(new Event('compose'))
}

/** For the composer: what it was asked for, once. */
export function takeCompose(): { isNote: boolean } | null {
  const now = isAwaitingComposer() ? wanted : null
  wanted = null
  return now
}

export const isAwaitingComposer = () => wanted !== null && Date.now() < wanted.until
