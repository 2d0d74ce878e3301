import type { KeyboardEvent } from 'react'

/** Moves the focus from one message to the next (1) or the one before (-1), into the newest from elsewhere; whether there is one. */
function stepMessage(log: Element, step: 1 | -1): boolean {
  const lines = [...log.querySelectorAll<HTMLElement>('article.message')]
  const at = lines.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? lines.at(-1) : lines[at + step]
  next?.focus()
  return next !== undefined
}

/** To the newest message, from a reply in which nothing is written yet. */
export function focusNewest(): boolean {
  const log = document.querySelector('.conversation .messages')
  return log !== null && stepMessage(log, -1)
}

/** Arrows in the list of messages: what can be done with the one that has the focus is there, behind Tab. */
export function pressInMessages(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
  const { target, currentTarget: log } = event
  const isOnMessage = target === log || (target as Element).matches('article.message')
  if (!step || !isOnMessage || event.shiftKey) return
  stepMessage(log, step)
  // At either end, too: the arrow must not move in the list of conversations.
  event.preventDefault()
}
