import { type KeyboardEvent, useState } from 'react'

/** Arrow keys of a toolbar: Tab reaches the current one of its `count` buttons, the arrows move on to the next. */
export function useToolbarKeys(count: number) {
  const [current, setCurrent] = useState(0)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = (current + step + count) % count
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return { current, setCurrent, onKeyDown }
}
