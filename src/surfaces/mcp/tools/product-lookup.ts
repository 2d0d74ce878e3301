import { CATALOGUE_PAGE } from '#core/limits.ts'
import type { Platform, ProductSearch } from '#core/platform/platform.ts'
import { defineTool, pageJson, pageOf } from '../tool.ts'

export const productLookup = (platform: Platform) =>
  defineTool<Omit<ProductSearch, 'limit' | 'cursor'> & { limit?: number; cursor?: string }>({
    name: 'product_lookup',
    isOn: (settings) => settings.ai.training.products,
    async run(caller, args) {
      return pageJson('products', await platform.searchProducts(caller, { ...args, ...pageOf(args, CATALOGUE_PAGE) }))
    },
  })
