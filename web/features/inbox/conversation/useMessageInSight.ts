import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useHash } from '../../../base/router.ts'
import { loadMessages } from '../../../live/loading.ts'
import type { MessagesState } from '../../../live/state.ts'

/** Brings the message that the address names into sight, loading earlier ones until it is there. */
export function useMessageInSight(box: RefObject<HTMLDivElement | null>, id: string, state: MessagesState): void {
  const wanted = decoded(useHash())
  const shown = useRef('')
  const { messages, nextCursor, isKnown, isLoading, error } = state
  useLayoutEffect(() => {
    if (!wanted || !isKnown || shown.current === `${id} ${wanted}`) return
    if (messages.some((message) => message.id === wanted)) {
      shown.current = `${id} ${wanted}`
      for (const element of box.current?.querySelectorAll<HTMLElement>('[data-message]') ?? []) {
        const isWanted = element.dataset.message === wanted
        element.classList.toggle('sought', isWanted)
        if (isWanted) element.scrollIntoView({ block: 'center' })
      }
    } else if (nextCursor && !isLoading && !error) void loadMessages(id, 'older')
  }, [box, id, wanted, messages, nextCursor, isKnown, isLoading, error])
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
