import { type RefObject, useEffect, useRef } from 'react'

/** Lists whose lines are moved by buttons with the ids `up-{id}` and `down-{id}`. */

interface Move {
  id: string
  by: 1 | -1
}

/** The button that was pressed last: once `list` stands in its new order, it has the focus as before. */
export function useMoves(list: unknown): RefObject<Move | null> {
  const pressed = useRef<Move | null>(null)
  useEffect(() => {
    if (list && pressed.current) keepFocus(pressed.current)
    pressed.current = null
  }, [list])
  return pressed
}

/** Moves the focus, for example from a closed editor to the button that opens it again. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

/** The button that moved it is pressed again; at an end of the list the other one is the next. */
function keepFocus({ id, by }: Move): void {
  const [same, other] = by < 0 ? ['up', 'down'] : ['down', 'up']
  const button = document.getElementById(`${same}-${id}`) as HTMLButtonElement | null
  const next = button?.disabled ? document.getElementById(`${other}-${id}`) : button
  next?.focus()
}
