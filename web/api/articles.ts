import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, get, send } from './http.ts'
import { sendFile } from './messages.ts'
import { changing, queries, reload } from './queries.ts'
import type { Article, ArticleCollection, ArticlePicture, ArticleTranslation, ArticleVersion, Page } from './records.ts'

/** Articles of the knowledge base, and their collections. */

const pathOf = (id: string) => `/articles/${encodeURIComponent(id)}`

/** Which articles a list has; what is empty or left out is any. */
interface ArticleFilter {
  q: string
  state?: string
  locale?: string
  collectionId?: string
}

export const articlesQuery = (filter: ArticleFilter) =>
  infiniteQueryOptions({
    queryKey: ['articles', 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const wanted = Object.entries({ ...filter, cursor: pageParam ?? '' }).filter(([, value]) => value !== '')
      return call<Page<Article>>('GET', `/articles?${new URLSearchParams(wanted)}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['articles', 'one', id],
    queryFn: ({ signal }) => get<Article>(pathOf(id), signal),
  })

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['articles', 'versions', id],
    queryFn: ({ signal }) => get<ArticleVersion[]>(`${pathOf(id)}/versions`, signal),
  })

export const articleTranslationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['articles', 'translations', id],
    queryFn: ({ signal }) => get<ArticleTranslation[]>(`${pathOf(id)}/translations`, signal),
  })

/** A body as its page shows it. */
export const previewQuery = (body: string, locale: string) =>
  queryOptions({
    queryKey: ['article-preview', body, locale],
    queryFn: async () => (await send<{ html: string }>('POST', '/article-preview', { body, locale })).html,
  })

export type ArticleChange = Partial<
  Pick<
    Article,
    | 'question'
    | 'body'
    | 'url'
    | 'productId'
    | 'locale'
    | 'slug'
    | 'collectionId'
    | 'status'
    | 'private'
    | 'description'
    | 'reviewAt'
  >
> & { isUpToDate?: boolean }

export const addArticle = (article: ArticleChange) => changing(send<Article>('POST', '/articles', article), 'articles')
export const changeArticle = (id: string, change: ArticleChange) =>
  changing(send<Article>('PATCH', pathOf(id), change), 'articles')
export const deleteArticle = (id: string) => changing(send('DELETE', pathOf(id)), 'articles', 'list')
export const restoreVersion = (id: string, version: number) =>
  changing(send<Article>('POST', `${pathOf(id)}/restore`, { version }), 'articles')
export const addTranslation = (id: string, locale: string, isTranslated: boolean) =>
  changing(send<Article>('POST', `${pathOf(id)}/translations`, { locale, isTranslated }), 'articles')

/** Uploads a picture; bodies show it as `![…](/files/{id})`. */
export async function addPicture(file: File): Promise<ArticlePicture> {
  const { id } = await sendFile(file)
  return send<ArticlePicture>('POST', '/article-pictures', { fileId: id })
}

type CollectionChange = Pick<ArticleCollection, 'name' | 'icon' | 'description' | 'locale'>

export const collectionsQuery = queryOptions({
  queryKey: ['article-collections'],
  queryFn: ({ signal }) => get<ArticleCollection[]>('/article-collections', signal),
})
export const addCollection = (change: CollectionChange) =>
  changing(send('POST', '/article-collections', change), 'article-collections')
export const changeCollection = (id: string, change: CollectionChange) =>
  changing(send('PATCH', `/article-collections/${encodeURIComponent(id)}`, change), 'article-collections')
export const deleteCollection = (id: string) =>
  changing(send('DELETE', `/article-collections/${encodeURIComponent(id)}`), 'article-collections')

/** Shows the new order before the service has it; the former one again where it refuses. */
export async function orderCollections(collections: ArticleCollection[]): Promise<void> {
  queries.setQueryData(collectionsQuery.queryKey, collections)
  try {
    await send('PUT', '/article-collections/order', { ids: collections.map(({ id }) => id) })
  } catch (error) {
    await reload('article-collections')
    throw error
  }
}
