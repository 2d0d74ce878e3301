import { QueryClient } from '@tanstack/react-query'

/**
 * What is loaded, rather than live, is kept by TanStack Query: an answer belongs to the key it was asked for, so a
 * late one never stands beside another record. What is live is in ../live/state.ts.
 *
 * `gcTime: 0`: a page that opens shows what is saved now, never what was saved when it was last open. Queries that many
 * places share say otherwise themselves.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { gcTime: 0, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
  },
})

/**
 * For what is small, used by many components, and kept for as long as the page is open. Where it could not be loaded, the
 * next component that needs it does not try again: a list has a component for each row.
 */
export const KEPT = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retryOnMount: false,
} as const

/** Loads again what is on screen of these keys; calls that change something end with it. */
export const reload = (...keys: string[]) => queries.invalidateQueries({ queryKey: keys })

/** A call that changes something; afterwards what it changed is loaded again. */
export async function changing<T>(call: Promise<T>, ...keys: string[]): Promise<T> {
  const answer = await call
  await reload(...keys)
  return answer
}
