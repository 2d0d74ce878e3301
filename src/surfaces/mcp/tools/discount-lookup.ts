import { CATALOGUE_PAGE } from '#core/limits.ts'
import type { Platform } from '#core/platform/platform.ts'
import { defineTool, pageJson, pageOf } from '../tool.ts'

export const discountLookup = (platform: Platform) =>
  defineTool<{ query?: string; limit?: number; cursor?: string }>({
    name: 'discount_lookup',
    isOn: (settings) => settings.ai.training.discounts,
    async run(caller, args) {
      const page = await platform.findDiscounts(caller, { query: args.query, ...pageOf(args, CATALOGUE_PAGE) })
      return pageJson('discounts', page)
    },
  })
