import { useEffect, useRef } from 'react'
import { isAwaitingComposer } from './compose.ts'

/** Keys of the inbox, as they are shown and as they are pressed. */
export const KEYS: [key: string, what: string][] = [
  ['j', 'Next conversation'],
  ['k', 'Previous conversation'],
  ['Enter', 'Open it'],
  ['r', 'Reply'],
  ['n', 'Write a note'],
  ['e', 'Resolve or reopen'],
  ['a', 'Assign'],
  ['i', 'Assign to me'],
  ['t', 'Tag'],
  ['s', 'Star'],
  ['u', 'Mark as unread'],
  ['x', 'Select'],
  ['d', 'Details'],
  ['/', 'Search'],
  ['Esc', 'Back'],
  ['?', 'These keys'],
  ['Ctrl+K', 'Search or jump to'],
]

/** Calls what a key is for, wherever the focus is, but not while somebody writes or a dialog is open. */
export function useShortcuts(handlers: Partial<Record<string, () => void>>): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const target = event.target as HTMLElement
      const isDialog = document.querySelector('dialog[open]') !== null
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!isDialog) latest.current['Ctrl+K']?.()
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isDialog) return
      const isWriting = target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || isTextInput(target)
      if (isWriting) return
      if (isAwaitingComposer()) {
        event.preventDefault()
        return
      }
      // Enter on a button or a link is that button's.
      if (event.key === 'Enter' && target.closest('button, a, summary')) return
      const key = event.key === 'Escape' ? 'Esc' : event.key.length === 1 ? event.key.toLowerCase() : event.key
      const handler = latest.current[key]
      if (!handler) return
      event.preventDefault()
      handler()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function isTextInput(element: HTMLElement): boolean {
  return element instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(element.type)
}
