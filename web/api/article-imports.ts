import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { ArticleImport } from './records.ts'
import { storeHeaders } from './tab-store.ts'

/** Imports of articles into the help centre. */

/** Polling interval while one runs and members watch it. */
const WATCHED_MS = 1_000

/** What is asked for; which of the rest belongs to it, the kind says. */
export interface NewArticleImport {
  kind: ArticleImport['request']['kind']
  address?: string
  email?: string
  token?: string
  fileIds?: string[]
  connectionId?: string
}

const isRunning = ({ state }: ArticleImport) => state === 'running'

export const articleImportsQuery = queryOptions({
  queryKey: ['article-imports'],
  queryFn: ({ signal }) => get<ArticleImport[]>('/article-imports', signal),
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? WATCHED_MS : false),
})

export const startImport = (asked: NewArticleImport) =>
  changing(send<ArticleImport>('POST', '/article-imports', asked), 'article-imports')
export const cancelImport = (id: string) =>
  changing(send<ArticleImport>('POST', `/article-imports/${encodeURIComponent(id)}/cancel`), 'article-imports')

/** Sends a file's bytes; an import names it by its id. */
export async function sendArchive(file: File): Promise<string> {
  const response = await fetch(`/api/chat/article-imports/files?name=${encodeURIComponent(file.name.slice(0, 200))}`, {
    method: 'POST',
    headers: { ...storeHeaders(), 'content-type': 'application/octet-stream' },
    body: file,
  }).catch(() => null)
  const answer = await response?.json().catch(() => null)
  if (!response?.ok) throw new Error(answer?.error?.message ?? 'The file could not be sent.')
  return answer.data.id
}
