import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, send } from './http.ts'
import { changing } from './queries.ts'
import type { Article, Page } from './records.ts'

/** Articles of the knowledge base. */

type Words = Pick<Article, 'question' | 'answer' | 'url' | 'productId'>
const pathOf = (id: string) => `/articles/${encodeURIComponent(id)}`

export const articlesQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['articles', query],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ ...(query && { q: query }), ...(pageParam && { cursor: pageParam }) })
      return call<Page<Article>>('GET', `/articles?${asked}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })

export const addArticle = (article: Words) => changing(send('POST', '/articles', article), 'articles')
export const changeArticle = (id: string, change: Words) => changing(send('PATCH', pathOf(id), change), 'articles')
export const deleteArticle = (id: string) => changing(send('DELETE', pathOf(id)), 'articles')
