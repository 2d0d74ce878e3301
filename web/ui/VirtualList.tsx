import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toPx } from '../base/rem.ts'

interface Props {
  ids: string[]
  /** In pixels, at the usual size of text. */
  height: number
  /** The row that has to be in sight. */
  current: string | undefined
  label: string
  onEnd: () => void
  children: (id: string, index: number) => ReactNode
  after?: ReactNode
}

const BEYOND = 6

/** Rows of one height. Only those in sight are in the page, so that ten thousand scroll like ten. */
export function VirtualList({ ids, height: usualHeight, current, label, onEnd, children, after }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [{ top, height, rowHeight }, setView] = useState({ top: 0, height: 800, rowHeight: usualHeight })

  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement
    const measure = () =>
      setView({ top: element.scrollTop, height: element.clientHeight, rowHeight: toPx(usualHeight) })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [usualHeight])

  const first = Math.max(0, Math.floor(top / rowHeight) - BEYOND)
  const end = Math.min(ids.length, Math.ceil((top + height) / rowHeight) + BEYOND)

  useEffect(() => {
    if (end >= ids.length - BEYOND) onEnd()
  }, [end, ids.length, onEnd])

  const index = current === undefined ? -1 : ids.indexOf(current)
  const shownFor = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (index < 0 || shownFor.current === current) return
    shownFor.current = current
    const element = box.current as HTMLDivElement
    if (index * rowHeight < element.scrollTop) element.scrollTop = index * rowHeight
    const bottom = (index + 1) * rowHeight
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
  }, [index, current, rowHeight])

  return (
    <section
      className="rows"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
        setView({ top: scrollTop, height: clientHeight, rowHeight })
      }
    >
      <ul style={{ height: ids.length * rowHeight }}>
        {ids.slice(first, end).map((id, i) => (
          <li key={id} style={{ transform: `translateY(${(first + i) * rowHeight}px)`, height: rowHeight }}>
            {children(id, first + i)}
          </li>
        ))}
      </ul>
      {after}
    </section>
  )
}
