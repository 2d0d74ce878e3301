import { createStore, useStore } from '../base/store.ts'
import { IconButton } from './Button.tsx'

interface Toast {
  id: number
  text: string
  kind: 'info' | 'error'
  undo?: () => void
}

const toasts = createStore<{ list: Toast[] }>({ list: [] })
let last = 0

/** Shows a short text for some seconds; errors stay longer. */
export function toast(
  text: string,
  { kind = 'info', undo }: { kind?: 'info' | 'error'; undo?: () => void } = {},
): void {
  const id = ++last
  toasts.set(({ list }) => ({ list: [...list.slice(-2), { id, text, kind, ...(undo ? { undo } : {}) }] }))
  setTimeout(() => dismiss(id), kind === 'error' ? 10_000 : 4_000)
}

/** Shows an error; for promises that nothing else handles. */
export function complain(error: unknown): void {
  if ((error as Error).name === 'AbortError') return
  toast((error as Error).message, { kind: 'error' })
}

function dismiss(id: number): void {
  toasts.set(({ list }) => ({ list: list.filter((one) => one.id !== id) }))
}

export function Toasts() {
  const list = useStore(toasts, (state) => state.list)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {list.map(({ id, text, kind, undo }) => (
        <div key={id} className={`toast ${kind}`}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              className="toast-undo"
              onClick={() => {
                undo()
                dismiss(id)
              }}
            >
              Undo
            </button>
          )}
          <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
