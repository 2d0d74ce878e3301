import { searchArticles } from '#core/articles.ts'
import { ARTICLES_PAGE } from '#core/limits.ts'
import { clamp, defineTool } from '../tool.ts'

export const faqRetrieval = defineTool<{ query: string; limit?: number }>({
  name: 'faq_retrieval',
  async run(caller, { query, limit }) {
    return JSON.stringify({ faqs: await searchArticles(caller, query, clamp(limit, ARTICLES_PAGE)) })
  },
})
