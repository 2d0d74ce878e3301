import { queryOptions } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { CustomerCardSetup, ShownCustomerCard } from './records.ts'

/** What the store's own addresses know of a customer. The service keeps answers as long as they say. */
export const shownCardsQuery = (id: string) =>
  queryOptions({
    queryKey: ['shown-customer-cards', id],
    queryFn: ({ signal }) => get<ShownCustomerCard[]>(`${pathOf(id)}/customer-cards`, signal),
    staleTime: 30_000,
  })

/** Asks the addresses once more, whatever is kept. */
export const askFreshCards = (id: string) => get<ShownCustomerCard[]>(`${pathOf(id)}/customer-cards?fresh=true`)

export const customerCardsQuery = queryOptions({
  queryKey: ['customer-cards'],
  queryFn: ({ signal }) => get<CustomerCardSetup[]>('/customer-cards', signal),
})

type Words = Pick<CustomerCardSetup, 'title' | 'url'>
export const addCustomerCard = (card: Words) => changing(send('POST', '/customer-cards', card), 'customer-cards')
export const changeCustomerCard = (id: string, card: Words) =>
  changing(send('PATCH', `/customer-cards/${id}`, card), 'customer-cards')
export const deleteCustomerCard = (id: string) => changing(send('DELETE', `/customer-cards/${id}`), 'customer-cards')
