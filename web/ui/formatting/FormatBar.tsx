import { type RefObject, useDeferredValue, useLayoutEffect } from 'react'
import { readMarks } from '../../../src/base/formatting.ts'
import { toRem } from '../../base/rem.ts'
import { t } from '../../base/texts.ts'
import { useToolbarKeys } from '../useToolbarKeys.ts'
import FormattedText from './FormattedText.tsx'
import { FORMAT_ICONS } from './format-icons.ts'
import { applyEdit, type FormatAction, format, nextItem, pasteOn } from './format-text.ts'
import './formatting.css'

const CHANNELS = ['online_store', 'email', 'phone_messenger']

interface Props {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  channel: string
}

/** Buttons and keys that format the reply, and what it looks like where it has marks. */
export default function FormatBar({ box, text, channel }: Props) {
  const isOffered = CHANNELS.includes(channel)
  // Typing goes first.
  const typed = useDeferredValue(text)
  const read = readMarks(typed)
  const hasMarks = read.text !== typed || read.formatting.length > 0
  useFormatKeys(box, isOffered)
  const actions: [FormatAction, string, string][] = [
    ['bold', t('Bold'), 'Ctrl+B'],
    ['italic', t('Italic'), 'Ctrl+I'],
    ['link', t('Link'), ''],
    ['bullets', t('Bulleted list'), 'Ctrl+Shift+8'],
    ['numbers', t('Numbered list'), 'Ctrl+Shift+7'],
  ]
  const { current, setCurrent, onKeyDown } = useToolbarKeys(actions.length)
  return (
    <>
      {hasMarks && (
        <section className="format-preview" aria-label={t('Preview')}>
          <FormattedText text={read.text} formatting={isOffered ? read.formatting : []} />
        </section>
      )}
      {isOffered && (
        <div className="format-bar" role="toolbar" aria-label={t('Formatting')} onKeyDown={onKeyDown}>
          {actions.map(([action, label, key], i) => (
            <button
              key={action}
              type="button"
              className="icon-button"
              tabIndex={i === current ? 0 : -1}
              aria-label={label}
              title={key ? `${label} (${key})` : label}
              // The text keeps the focus and its selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                setCurrent(i)
                if (box.current) applyEdit(box.current, format(action, selectedIn(box.current)))
              }}
            >
              <svg
                aria-hidden="true"
                className="icon"
                width={toRem(16)}
                height={toRem(16)}
                viewBox="0 0 16 16"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.4"
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                <path d={FORMAT_ICONS[action]} />
              </svg>
            </button>
          ))}
        </div>
      )}
    </>
  )
}

const selectedIn = ({ value: text, selectionStart: from, selectionEnd: to }: HTMLTextAreaElement) => ({
  text,
  from,
  to,
})

/** Keys of formatting, lists that go on by Shift+Enter, and addresses that are pasted on words. */
function useFormatKeys(box: RefObject<HTMLTextAreaElement | null>, isOn: boolean): void {
  // Before the next key.
  useLayoutEffect(() => {
    const field = box.current
    if (!field || !isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey) return
      const edit =
        event.key === 'Enter' && event.shiftKey && !event.ctrlKey && !event.metaKey
          ? nextItem(selectedIn(field))
          : event.ctrlKey || event.metaKey
            ? editOf(event, field)
            : null
      if (!edit) return
      event.preventDefault()
      event.stopPropagation()
      applyEdit(field, edit)
    }
    const onPaste = (event: ClipboardEvent) => {
      const edit = pasteOn(selectedIn(field), event.clipboardData?.getData('text/plain') ?? '')
      if (!edit) return
      event.preventDefault()
      event.stopPropagation()
      applyEdit(field, edit)
    }
    field.addEventListener('keydown', onKey)
    field.addEventListener('paste', onPaste)
    return () => {
      field.removeEventListener('keydown', onKey)
      field.removeEventListener('paste', onPaste)
    }
  }, [box, isOn])
}

function editOf({ key, code, shiftKey }: KeyboardEvent, field: HTMLTextAreaElement) {
  const letters: Record<string, FormatAction> = { b: 'bold', i: 'italic' }
  const digits: Record<string, FormatAction> = { Digit7: 'numbers', Digit8: 'bullets' }
  const action = shiftKey ? digits[code] : letters[key.toLowerCase()]
  return action ? format(action, selectedIn(field)) : null
}
