import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { ListKeyboardDelegate } from 'react-aria/ListKeyboardDelegate'
import { useListBox, useOption } from 'react-aria/useListBox'
import { Item } from 'react-stately/Item'
import { type ListState, useListState } from 'react-stately/useListState'
import { t } from '../base/texts.ts'
import { type Choice, choicesFor, NEW, type PickerProps } from './choices.ts'
import { PickerField } from './PickerField.tsx'

interface Props extends Omit<PickerProps, 'footer' | 'onQuery'> {
  query: string
  onQuery: (text: string) => void
  /** Enter was pressed before the list was there: it picks the first choice at once. */
  isEntered: boolean
  /** Whether focus left after Enter: the picker closes once the pending choice is made. */
  isLeaving: boolean
}

/**
 * The field and the list of a picker. The focus stays in the field. React Aria's list box keeps the
 * current option, moves it by keys, and handles mouse, touch and screen readers.
 */
export default function PickerList({ label, placeholder, choices, query, onQuery, onPick, onClose, ...more }: Props) {
  const { onNew, keepOpen, none, isEntered, isLeaving } = more
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo((): Choice[] => choicesFor(choices, query, onNew !== undefined), [choices, query, onNew])
  const pick = (id: string) => {
    const choice = shown.find((one) => one.id === id)
    if (!choice) return
    if (id === NEW) onNew?.(query.trim())
    else onPick(choice)
    if (!keepOpen) onClose()
    else onQuery('')
  }
  const state = useListState<Choice>({
    items: shown,
    children: ({ id, label }) => (
      <Item key={id} textValue={label}>
        {label}
      </Item>
    ),
    selectionMode: 'none',
  })
  const { selectionManager: manager, collection } = state
  const { listBoxProps } = useListBox(
    {
      'aria-label': label,
      shouldUseVirtualFocus: true,
      shouldFocusOnHover: true,
      onAction: (key) => pick(String(key)),
    },
    state,
    list,
  )
  const keys = new ListKeyboardDelegate({ collection, ref: list })

  // The first option is current when the list opens, and when the current one is filtered out.
  const first = collection.getFirstKey()
  const isLost = manager.focusedKey === null || !collection.getItem(manager.focusedKey)
  useEffect(() => {
    manager.setFocused(true)
    if (isLost) manager.setFocusedKey(first)
  }, [manager, isLost, first])
  const current = isLost ? first : manager.focusedKey

  const pickEntered = useEffectEvent(() => {
    if (first !== null) pick(String(first))
  })
  useEffect(() => {
    if (isEntered) pickEntered()
  }, [isEntered])
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (isLeaving) leave()
  }, [isLeaving])

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      if (current !== null) pick(String(current))
    } else {
      const next = nextKey(event, keys, current)
      if (next === undefined) return
      if (next !== null) manager.setFocusedKey(next)
    }
    event.preventDefault()
  }
  return (
    <>
      <PickerField
        label={label}
        placeholder={placeholder}
        value={query}
        aria-controls={listBoxProps.id}
        aria-activedescendant={current === null ? undefined : optionId(listBoxProps.id, current)}
        onChange={(text) => {
          onQuery(text)
          manager.setFocusedKey(null)
        }}
        onKeyDown={press}
      />
      <div {...listBoxProps} className="picker-list" ref={list}>
        {shown.map((choice) => (
          <Option
            key={choice.id}
            choice={choice}
            state={state}
            isCurrent={choice.id === current}
            listId={listBoxProps.id}
          />
        ))}
      </div>
      {shown.length === 0 && (
        <p className="picker-none">{choices.length === 0 && none !== undefined ? none : t('Nothing found')}</p>
      )}
    </>
  )
}

type Key = string | number
const optionId = (listId: string | undefined, key: Key) => `${listId}-${encodeURIComponent(key)}`

/** The option a key moves to: null where there is none, undefined where the key does not move. */
function nextKey(
  event: KeyboardEvent,
  keys: ListKeyboardDelegate<unknown>,
  current: Key | null,
): Key | null | undefined {
  if (current === null) return /^(Arrow|Page)(Up|Down)$/.test(event.key) ? null : undefined
  if (event.key === 'ArrowDown' || (event.ctrlKey && event.key === 'n')) return keys.getKeyBelow(current)
  if (event.key === 'ArrowUp' || (event.ctrlKey && event.key === 'p')) return keys.getKeyAbove(current)
  if (event.key === 'PageDown') return keys.getKeyPageBelow(current)
  if (event.key === 'PageUp') return keys.getKeyPageAbove(current)
  return undefined
}

interface OptionProps {
  choice: Choice
  state: ListState<Choice>
  isCurrent: boolean
  listId: string | undefined
}

function Option({ choice, state, isCurrent, listId }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { optionProps } = useOption({ key: choice.id }, state, ref)
  useEffect(() => {
    if (isCurrent) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <div
      {...optionProps}
      role="option"
      tabIndex={-1}
      ref={ref}
      id={optionId(listId, choice.id)}
      // Named by all that it shows: the label, and whether it is on.
      aria-labelledby={undefined}
      aria-describedby={undefined}
      aria-selected={isCurrent}
      className="picker-choice"
    >
      {choice.icon && <span className="picker-icon">{choice.icon}</span>}
      <span className="picker-label">{choice.label}</span>
      {choice.isOn && <span className="picker-on">{t('on')}</span>}
      {choice.mark && <span className="picker-on">{choice.mark}</span>}
      {choice.hint && <kbd>{choice.hint}</kbd>}
    </div>
  )
}
