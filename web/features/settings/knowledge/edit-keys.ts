import { type RefObject, useLayoutEffect } from 'react'
import { applyEdit, nextItem, pasteOn, type Selected, type TextEdit } from '../../../ui/formatting/format-text.ts'
import { type BodyAction, editBody, pasteAddress } from './markdown-edits.ts'

/** A field's text, and what is selected in it. */
export const selectedIn = ({ value: text, selectionStart: from, selectionEnd: to }: HTMLTextAreaElement): Selected => ({
  text,
  from,
  to,
})

/** Keys of formatting, lists that go on with Enter, and addresses that are pasted. Before the app's own keys. For what is around the field. */
export function useEditKeys(box: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const field = box.current
    if (!field) return
    const take = (event: Event, edit: TextEdit | null) => {
      if (!edit) return
      event.preventDefault()
      event.stopPropagation()
      applyEdit(field, edit)
    }
    const onKey = (event: KeyboardEvent) => {
      if (!event.isComposing && !event.altKey) take(event, editOf(event, selectedIn(field)))
    }
    const onPaste = (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain') ?? ''
      take(event, pasteOn(selectedIn(field), pasted) ?? pasteAddress(selectedIn(field), pasted))
    }
    field.addEventListener('keydown', onKey)
    field.addEventListener('paste', onPaste)
    return () => {
      field.removeEventListener('keydown', onKey)
      field.removeEventListener('paste', onPaste)
    }
  }, [box])
}

function editOf({ key, code, shiftKey, ctrlKey, metaKey }: KeyboardEvent, selected: Selected): TextEdit | null {
  if (!ctrlKey && !metaKey) return key === 'Enter' && !shiftKey ? nextItem(selected) : null
  const letters: Record<string, BodyAction> = { b: 'bold', i: 'italic', k: 'link' }
  const digits: Record<string, BodyAction> = { Digit7: 'numbers', Digit8: 'bullets' }
  const action = shiftKey ? digits[code] : letters[key.toLowerCase()]
  return action ? editBody(action, selected) : null
}
