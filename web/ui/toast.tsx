import { useEffect, useState } from 'react'
import { createStore, useStore } from '../base/store.ts'
import { t } from '../base/texts.ts'
import { IconButton } from './Button.tsx'

interface Toast {
  id: number
  /** When what it tells of began, among all that was told and done: what began last is undone first. */
  began: number
  text: string
  kind: 'info' | 'error'
  act?: Act
}

/** What can be done about it. */
interface Act {
  label: string
  work: () => void
}

const toasts = createStore<{ list: Toast[] }>({ list: [] })
let last = 0

const UNDO = t('Undo')

interface Options {
  /** What it tells of began before it was shown. */
  began?: number
  kind?: 'info' | 'error'
  /** Undoes what was done; offered as an act of that name, and by a key. */
  undo?: (() => void) | undefined
  act?: Act | undefined
}

/** How long each kind stays. Nothing goes while the pointer or the focus is on it. */
const SHOWN_MS = { info: 4_000, act: 8_000, error: 10_000 }

/** Shows a short text for some seconds; errors, and what can be acted on, stay longer. Returns what `dismiss` takes. */
export function toast(
  text: string,
  { kind = 'info', undo, act = undo && { label: UNDO, work: undo }, began }: Options = {},
): number {
  const id = ++last
  const one = { id, began: began ?? id, text, kind, ...(act ? { act } : {}) }
  toasts.set(({ list }) => ({ list: [...list.slice(-2), one] }))
  return id
}

interface Undoable {
  text: string
  undo: () => void
}

interface UnderWay {
  began: number
  isTakenBack: boolean
}

/** Acts that were begun and are not answered yet, the newest last. */
const underWay: UnderWay[] = []

/**
 * An act that is shown before the service has answered, and told with its Undo afterwards (nothing: nothing was done). Who
 * undoes it before that means this act, not the one before: it is undone once it is done.
 */
export async function undoable(act: () => Promise<Undoable | undefined>): Promise<void> {
  const one: UnderWay = { began: ++last, isTakenBack: false }
  underWay.push(one)
  try {
    const done = await act()
    if (done && one.isTakenBack) done.undo()
    else if (done) toast(done.text, { undo: done.undo, began: one.began })
  } finally {
    underWay.splice(underWay.indexOf(one), 1)
  }
}

/** Shows an error; for promises that nothing else handles. */
export function complain(error: unknown): number | undefined {
  if ((error as Error).name === 'AbortError') return undefined
  const id = toast((error as Error).message, { kind: 'error' })
  // In the member's language, where the service's words are known; that is seldom, so they are loaded then.
  import('./service-errors.ts').then(({ errorWords }) => retell(id, errorWords(error))).catch(() => {})
  return id
}

const retell = (id: number, text: string) =>
  toasts.set(({ list }) => ({ list: list.map((one) => (one.id === id ? { ...one, text } : one)) }))

export function dismiss(id: number): void {
  toasts.set(({ list }) => ({ list: list.filter((one) => one.id !== id) }))
}

/** Undoes what was begun last of what is under way, and of what is shown and can be undone. */
export function undoLast(): void {
  const doing = underWay.findLast(({ isTakenBack }) => !isTakenBack)
  const shown = toasts.get().list.filter(({ act }) => act?.label === UNDO)
  const told = shown.toSorted((a, b) => a.began - b.began).at(-1)
  if (doing && doing.began > (told?.began ?? 0)) {
    doing.isTakenBack = true
    return
  }
  if (!told) return
  dismiss(told.id)
  told.act?.work()
}

export function Toasts() {
  const list = useStore(toasts, (state) => state.list)
  const [isHeld, hold] = useState(false)
  const isEmpty = list.length === 0
  // What is gone tells of no pointer that left it.
  useEffect(() => {
    if (isEmpty) hold(false)
  }, [isEmpty])
  return (
    <div
      className="toasts"
      role="status"
      aria-live="polite"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {list.map((one) => (
        <Line key={one.id} toast={one} isHeld={isHeld} />
      ))}
    </div>
  )
}

function Line({ toast: { id, text, kind, act }, isHeld }: { toast: Toast; isHeld: boolean }) {
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS[act ? 'act' : kind])
    return () => clearTimeout(timer)
  }, [id, kind, act, isHeld])
  return (
    <div className={`toast ${kind}`}>
      <span>{text}</span>
      {act && (
        <button
          type="button"
          className="toast-act"
          title={act.label === UNDO ? t('Undo (z)') : undefined}
          onClick={() => {
            dismiss(id)
            act.work()
          }}
        >
          {act.label}
        </button>
      )}
      <IconButton icon="close" label={t('Dismiss')} onClick={() => dismiss(id)} />
    </div>
  )
}
