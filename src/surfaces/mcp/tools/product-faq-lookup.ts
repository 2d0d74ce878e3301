import { Type } from 'typebox'
import { listAnswers } from '#core/knowledge/answers.ts'
import { ARTICLES_PAGE } from '#core/limits.ts'
import { clamp, limitOf, productId, query } from '../fields.ts'
import { Faq } from '../records.ts'
import { defineTool } from '../tool.ts'

export const productFaqLookup = defineTool({
  name: 'product_faq_lookup',
  title: 'FAQs of one product',
  description: 'Get the questions and answers about one product.',
  input: { productId, query: Type.Optional(query), limit: limitOf(ARTICLES_PAGE) },
  output: { productId: Type.String(), faqs: Type.Array(Faq) },
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOn: (settings) => settings.ai.training.products,
  async run(caller, { productId, query, limit }, { platform }) {
    await platform.requireProduct(caller, productId)
    return { productId, faqs: await listAnswers(caller, productId, { query, limit: clamp(limit, ARTICLES_PAGE) }) }
  },
})
