import { queryOptions } from '@tanstack/react-query'
import { get } from './http.ts'
import type { CardOffer } from './records.ts'

/** Products and public discounts that a reply can show. */
export const cardsQuery = (search: string) =>
  queryOptions({
    queryKey: ['cards', search],
    queryFn: ({ signal }) => get<CardOffer[]>(`/cards?${new URLSearchParams({ q: search })}`, signal),
  })
