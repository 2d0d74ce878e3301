import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Message } from '../../../api/records.ts'

/** Scrolls along with new messages while the end is in sight; keeps the place when earlier messages are put above it. */
export function useStayAtEnd(box: RefObject<HTMLDivElement | null>, id: string, messages: Message[], pending: number) {
  const last = useRef({ id: '', first: '', height: 0, isAtEnd: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: pending messages make the list longer, too
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const first = messages[0]?.id ?? ''
    const before = last.current
    if (before.id !== id) element.scrollTop = element.scrollHeight
    else if (before.first !== first && before.first !== '') element.scrollTop += element.scrollHeight - before.height
    else if (before.isAtEnd) element.scrollTop = element.scrollHeight
    last.current = { id: messages.length > 0 ? id : '', first, height: element.scrollHeight, isAtEnd: isAtEnd(element) }
  }, [box, id, messages, pending])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const note = () => {
      last.current.isAtEnd = isAtEnd(element)
      last.current.height = element.scrollHeight
    }
    const keep = new ResizeObserver(() => {
      if (last.current.isAtEnd) element.scrollTop = element.scrollHeight
    })
    element.addEventListener('scroll', note, { passive: true })
    keep.observe(element)
    return () => {
      element.removeEventListener('scroll', note)
      keep.disconnect()
    }
  }, [box])
}

const isAtEnd = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight < 60
