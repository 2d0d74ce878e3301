import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Dialog } from './Dialog.tsx'

export interface Choice {
  id: string
  label: string
  /** What else it is found by. */
  also?: string
  hint?: string
  icon?: ReactNode
  isOn?: boolean
}

interface Props {
  label: string
  placeholder: string
  choices: Choice[]
  onPick: (choice: Choice) => void
  onClose: () => void
  /** Offers what was typed itself, where nothing is called exactly so. */
  onNew?: (text: string) => void
  /** Told of what is typed, where choices are looked up. */
  onQuery?: (text: string) => void
  keepOpen?: boolean
  footer?: ReactNode
}

/** A list to choose from by typing: the palette, and whatever asks "which one?". */
export function Picker({ label, placeholder, choices, onPick, onClose, onNew, onQuery, keepOpen, footer }: Props) {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    const found = choices.filter(({ label, also = '' }) => {
      const text = `${label} ${also}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const text = query.trim()
    const isNew = onNew && text && !choices.some(({ label }) => label === text)
    return isNew ? [...found, { id: '\0new', label: `Create “${text}”` }] : found
  }, [choices, query, onNew])
  const index = Math.min(at, shown.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  const pick = (choice: Choice | undefined) => {
    if (!choice) return
    if (choice.id === '\0new') onNew?.(query.trim())
    else onPick(choice)
    if (keepOpen) setQuery('')
    else onClose()
  }

  return (
    <Dialog label={label} onClose={onClose} className="picker">
      <input
        className="picker-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={index >= 0 ? `${id}-${index}` : undefined}
        aria-label={label}
        placeholder={placeholder}
        value={query}
        autoFocus
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(0)
          onQuery?.(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || (event.ctrlKey && event.key === 'n'))
            setAt(Math.min(index + 1, shown.length - 1))
          else if (event.key === 'ArrowUp' || (event.ctrlKey && event.key === 'p')) setAt(Math.max(index - 1, 0))
          else if (event.key === 'Enter') pick(shown[index])
          else return
          event.preventDefault()
        }}
      />
      <div className="picker-list" role="listbox" id={id} aria-label={label} ref={list} tabIndex={-1}>
        {shown.map((choice, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's
          <div
            key={choice.id}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === index}
            className="picker-choice"
            onMouseMove={() => setAt(i)}
            onClick={() => pick(choice)}
          >
            {choice.icon && <span className="picker-icon">{choice.icon}</span>}
            <span className="picker-label">{choice.label}</span>
            {choice.isOn && <span className="picker-on">on</span>}
            {choice.hint && <kbd>{choice.hint}</kbd>}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="picker-none">Nothing found</p>}
      {footer}
    </Dialog>
  )
}
