import { jsonSchema, type Tool, tool } from 'ai'
import { makeStorable } from '#base/text.ts'
import type { Platform } from '#core/commerce/platform.ts'
import { listAnswers, searchArticles } from '#core/knowledge/answers.ts'
import { cardOf } from '../catalogue/cards.ts'
import type { Language, Turn } from '../turn.ts'
import { REPLY_SCHEMA } from './prompt.ts'
import type { Sources } from './sources.ts'

/** Records that one look-up gives. */
const FOUND_MAX = 6
const QUERY_MAX = 300

/**
 * What a model may do: look up the store's own public records, and reply. Nothing here writes, takes an id of a
 * conversation, a member or a store, or reads what belongs to a customer: orders are answered without a model.
 */
export function toolsFor(
  turn: Turn,
  { platform, language, sources }: { platform: Platform; language: Language; sources: Sources },
): Record<string, Tool> {
  const { caller, settings } = turn
  const reader = { baseUrl: platform.baseUrl, locale: language }
  const { training, skills } = settings.ai
  const tools: Record<string, Tool> = {
    search_articles: lookUp(
      'Search the articles of the store: shipping, returns, payment and the like.',
      'query',
      (query) => articles(searchArticles(caller, query, FOUND_MAX, reader)),
    ),
    reply: tool({ description: 'Ends your turn.', inputSchema: jsonSchema(REPLY_SCHEMA as never) }),
  }
  if (training.products) {
    tools.search_products = lookUp('Search products by name, description or SKU.', 'query', async (query) => {
      const { items } = await platform.searchProducts(caller, { query, limit: FOUND_MAX, cursor: null })
      return items.map((product) => sources.add(`product:${product.id}`, product, { product: cardOf(product) }))
    })
    tools.search_product_answers = lookUp('Questions and answers on one product.', 'productId', (productId) =>
      articles(listAnswers(caller, productId, { limit: FOUND_MAX })),
    )
  }
  if (training.collections) {
    tools.search_collections = lookUp('Search collections of products.', 'query', async (query) => {
      const { items } = await platform.searchCollections(caller, { query, limit: FOUND_MAX, cursor: null })
      return items.map((collection) => sources.add(`collection:${collection.id}`, collection))
    })
  }
  if (training.discounts) {
    tools.search_discounts = lookUp('Search discounts that hold now and may be told.', 'query', async (query) => {
      const { items } = await platform.findDiscounts(caller, { query, limit: FOUND_MAX, cursor: null })
      return items.map((discount) => sources.add(`discount:${discount.id}`, discount))
    })
  }
  if (skills.sizeGuide) {
    tools.size_guide = lookUp('The size chart of one product.', 'productId', async (productId) => {
      const guide = await platform.getSizeGuide(caller, productId)
      return guide ? [sources.add(`sizes:${productId}`, guide)] : []
    })
  }
  return tools

  async function articles(found: ReturnType<typeof searchArticles>) {
    return (await found).map(({ score: _, ...article }) => addArticle(sources, article))
  }
}

/** Takes an article in as a source. */
export function addArticle(
  sources: Sources,
  article: { id: string; question: string; answer: string; url: string | null },
): object {
  const { id, question, answer, url } = article
  return sources.add(`article:${id}`, { question, answer, url }, { article: { id, question, url } })
}

/** A tool that looks records up by one value of the model's, which is cut short. Errors are reported as nothing found. */
function lookUp(description: string, key: 'query' | 'productId', find: (value: string) => Promise<object[]>): Tool {
  const properties = { [key]: { type: 'string' } }
  return tool({
    description,
    inputSchema: jsonSchema<Record<string, unknown>>({
      type: 'object',
      properties: properties as never,
      required: [key],
      additionalProperties: false,
    }),
    async execute(input) {
      const value = Object(input)[key]
      if (typeof value !== 'string' || value.trim() === '') return { records: [] }
      const asked = makeStorable(value.slice(0, QUERY_MAX))
      return { records: await find(asked).catch(() => []) }
    },
  })
}
