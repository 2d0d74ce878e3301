import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Findings } from '../../api/records.ts'
import { deepSearchQuery } from '../../api/search.ts'
import { t } from '../../base/texts.ts'
import { date } from '../../base/time.ts'
import { useRested } from '../../ui/useDebouncedValue.ts'

/** The look through all messages begins when nothing was typed for this long. */
const REST_MS = 600
/** Shorter words are in most messages: the newest ones are enough. */
const LETTERS_MIN = 3
/** Number of messages that are enough to choose from. */
const ENOUGH = 20

export interface DeepSearch {
  messages: Findings['messages']
  state: 'off' | 'on' | 'enough' | 'done' | 'failed'
  /** How far back it came. */
  until: string | null
}

/** Goes on through older and older messages, while the search is open, until enough are found. */
export function useDeepSearch(text: string, quick: Findings | undefined): DeepSearch {
  const rested = useRested(text, REST_MS)
  const isOn = rested === text && text.length >= LETTERS_MIN && quick !== undefined && quick.messages.length < ENOUGH
  const query = useInfiniteQuery({ ...deepSearchQuery(rested), enabled: isOn })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const messages = isOn ? (data?.pages.flatMap((page) => page.data) ?? []) : []
  const isEnough = messages.length >= ENOUGH
  const goesOn = isOn && hasNextPage && !isEnough && !isFetching && !isError
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const until = data?.pages.at(-1)?.until ?? null
  if (!isOn) return { messages, state: quick && quick.messages.length >= ENOUGH ? 'enough' : 'off', until: null }
  const state = isError ? 'failed' : isEnough ? 'enough' : data && !hasNextPage ? 'done' : 'on'
  return { messages, state, until }
}

export function DeepSearchFoot({ search: { state, until } }: { search: DeepSearch }) {
  if (state === 'off') return t('Finds people by the start of a name or email, and messages by any words.')
  if (state === 'enough') return t('These are the newest results. Type more to narrow them down.')
  if (state === 'done') return t('All messages were searched.')
  if (state === 'failed') return t('Older messages could not be searched. Type again to go on.')
  return until ? t('Searching older messages, back to {0}…', date(until)) : t('Searching older messages…')
}
