import { Type } from 'typebox'
import { searchArticles } from '#core/knowledge/answers.ts'
import { ARTICLES_PAGE } from '#core/limits.ts'
import { clamp, limitOf, query } from '../fields.ts'
import { Faq } from '../records.ts'
import { defineTool } from '../tool.ts'

export const faqRetrieval = defineTool({
  name: 'faq_retrieval',
  title: 'Search the knowledge base',
  description:
    'Search the FAQ and policy articles of this store. Use it for shipping, returns, payment and other store-wide questions. For one product use product_faq_lookup.',
  input: { query, limit: limitOf(ARTICLES_PAGE) },
  output: { faqs: Type.Array(Faq) },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run(caller, { query, limit }, { platform, languageOf }) {
    const reader = { baseUrl: platform.baseUrl, locale: languageOf(query) }
    return { faqs: await searchArticles(caller, query, clamp(limit, ARTICLES_PAGE), reader) }
  },
})
