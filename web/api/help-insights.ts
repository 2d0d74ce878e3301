import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { ArticleInsight, ArticleSuggestion } from './records.ts'

/** What articles did in the last 30 days, and what to write next. */
export const helpInsightsQuery = queryOptions({
  queryKey: ['help-insights'],
  queryFn: ({ signal }) =>
    get<{ articles: ArticleInsight[]; suggestions: ArticleSuggestion[] }>('/help-insights', signal),
})

/** A new article that nobody sees before it is published. */
export const createDraft = (draft: { question: string; answer: string }) =>
  changing(send('POST', '/articles', { ...draft, status: 'draft' }), 'help-insights')
