import { listAnswers } from '#core/articles.ts'
import { ARTICLES_PAGE } from '#core/limits.ts'
import type { Platform } from '#core/platform/platform.ts'
import { clamp, defineTool } from '../tool.ts'

export const productFaqLookup = (platform: Platform) =>
  defineTool<{ productId: string; query?: string; limit?: number }>({
    name: 'product_faq_lookup',
    isOn: (settings) => settings.ai.training.products,
    async run(caller, { productId, query, limit }) {
      await platform.requireProduct(caller, productId)
      const faqs = await listAnswers(caller, productId, { query, limit: clamp(limit, ARTICLES_PAGE) })
      return JSON.stringify({ productId, faqs })
    },
  })
