import { useLayoutEffect, useRef } from 'react'
import { t } from '../../base/texts.ts'
import { isAwaitingComposer, typeAhead } from './conversation/compose.ts'

/** Keys of the inbox, as they are shown and as they are pressed. */
export const KEYS: [key: string, what: string][] = [
  ['j', t('Next conversation')],
  ['k', t('Previous conversation')],
  ['Enter', t('Open it')],
  ['r', t('Reply')],
  ['n', t('Write an internal note')],
  ['c', t('New conversation')],
  ['e', t('Resolve or reopen')],
  ['h', t('Snooze')],
  ['a', t('Assign')],
  ['g', t('Assign to a team')],
  ['i', t('Assign to me')],
  ['p', t('Priority')],
  ['t', t('Tag')],
  ['s', t('Star')],
  ['u', t('Mark as unread')],
  ['!', t('Mark as spam, or not spam')],
  ['x', t('Select')],
  ['Shift+↓', t('Extend the selection by one; Shift and a click select a range')],
  ['l', t('Translate the conversation, or stop')],
  ['d', t('Details')],
  ['m', t('Mentions and other notifications')],
  ['/', t('Search')],
  ['z', t('Undo')],
  ['↑', t('In an empty reply: the newest message; then ↑ ↓, and Tab to what can be done with it')],
  ['Ctrl+B, Ctrl+I', t('In a reply: bold, italic')],
  ['Ctrl+Shift+Enter', t('In a reply: send and resolve')],
  ['Tab', t('In a reply: take the sentence that is suggested')],
  ['Esc', t('Back')],
  ['?', t('These keys')],
  ['Ctrl+K', t('Search or jump to')],
]

/** What of a key event decides whether it is a shortcut. */
export interface Press {
  key: string
  hasModifier: boolean
  isShift: boolean
  /** Ctrl or ⌘, without Alt. */
  isCommand: boolean
  /** Kind of element that has the focus. */
  focus: 'text' | 'control' | 'page'
  isDialogOpen: boolean
}

/** The name a key's handler has, or undefined where the key is meant for what has the focus. */
export function shortcutOf({ key, hasModifier, isShift, isCommand, focus, isDialogOpen }: Press): string | undefined {
  if (isCommand && key.toLowerCase() === 'k') return 'Ctrl+K'
  if (hasModifier || isDialogOpen || focus === 'text') return undefined
  // Enter on a button or a link presses that.
  if (key === 'Enter' && focus === 'control') return undefined
  if (isShift && key.startsWith('Arrow')) return `Shift+${key}`
  return key === 'Escape' ? 'Esc' : key.length === 1 ? key.toLowerCase() : key
}

/**
 * Calls a key's handler wherever the focus is, but not while somebody writes or a dialog is open, nor, since it is a
 * layout effect, while the page is hidden because the next one is loading.
 */
export function useShortcuts(handlers: Partial<Record<string, () => void>>): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const isDialogOpen = document.querySelector('dialog[open]') !== null
      const hasModifier = event.metaKey || event.ctrlKey || event.altKey
      const focus = focusOf(event.target as HTMLElement)
      if (isAwaitingComposer() && focus !== 'text' && !hasModifier && !isDialogOpen) {
        event.preventDefault()
        typeAhead(event.key)
        return
      }
      const isCommand = (event.metaKey || event.ctrlKey) && !event.altKey
      const shortcut = shortcutOf({
        key: event.key,
        hasModifier,
        isShift: event.shiftKey,
        isCommand,
        focus,
        isDialogOpen,
      })
      if (!shortcut) return
      if (shortcut === 'Ctrl+K') {
        // The browser's own Ctrl+K stays away, even where the dialog that is open keeps ours away.
        event.preventDefault()
        if (!isDialogOpen) latest.current['Ctrl+K']?.()
        return
      }
      const handler = latest.current[shortcut]
      if (!handler) return
      event.preventDefault()
      handler()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function focusOf(element: HTMLElement): Press['focus'] {
  const isText =
    element.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(element.tagName) ||
    (element instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(element.type))
  if (isText) return 'text'
  return element.closest('button, a, summary') ? 'control' : 'page'
}
