import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Message } from '../../../api/records.ts'

/** Scrolls along with new messages while the end is in sight; keeps the place when earlier messages are put above it. */
export function useStayAtEnd(box: RefObject<HTMLDivElement | null>, id: string, messages: Message[], pending: number) {
  const last = useRef({ id: '', first: '', height: 0, shown: 0, isAtEnd: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: pending messages make the list longer, too
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const first = messages[0]?.id ?? ''
    const before = last.current
    if (before.id !== id) element.scrollTop = element.scrollHeight
    else if (before.first !== first && before.first !== '') element.scrollTop += element.scrollHeight - before.height
    // Uses the current position: a scroll that has just happened, such as to a message from the search, has no event yet.
    else if (isEnd(before.height, element.scrollTop, before.shown)) element.scrollTop = element.scrollHeight
    const { scrollHeight: height, clientHeight: shown } = element
    last.current = { id: messages.length > 0 ? id : '', first, height, shown, isAtEnd: isAtEnd(element) }
  }, [box, id, messages, pending])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const note = () => {
      last.current.isAtEnd = isAtEnd(element)
      last.current.height = element.scrollHeight
      last.current.shown = element.clientHeight
    }
    const keep = new ResizeObserver(() => {
      if (last.current.isAtEnd) element.scrollTop = element.scrollHeight
    })
    element.addEventListener('scroll', note, { passive: true })
    keep.observe(element)
    // Lines grow after they are there: by the reason of a handoff, by pictures.
    if (element.firstElementChild) keep.observe(element.firstElementChild)
    return () => {
      element.removeEventListener('scroll', note)
      keep.disconnect()
    }
  }, [box])
}

const isEnd = (height: number, top: number, shown: number) => height - top - shown < 60
const isAtEnd = (element: HTMLElement) => isEnd(element.scrollHeight, element.scrollTop, element.clientHeight)
