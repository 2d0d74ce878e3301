import { CATALOGUE_PAGE } from '#core/limits.ts'
import type { Platform } from '#core/platform/platform.ts'
import { defineTool, pageJson, pageOf } from '../tool.ts'

export const collectionLookup = (platform: Platform) =>
  defineTool<{ query: string; limit?: number; cursor?: string }>({
    name: 'collection_lookup',
    isOn: (settings) => settings.ai.training.collections,
    async run(caller, args) {
      const page = await platform.searchCollections(caller, { query: args.query, ...pageOf(args, CATALOGUE_PAGE) })
      return pageJson('collections', page)
    },
  })
