import { Type } from 'typebox'
import { CATALOGUE_PAGE } from '#core/limits.ts'
import { nullable, string } from '#surfaces/http/schema.ts'
import { cursor, limitOf, pageOf, pagingOf, query } from '../fields.ts'
import { Paging } from '../records.ts'
import { defineTool } from '../tool.ts'

const Collection = Type.Object({
  id: string(),
  title: string(),
  handle: string(),
  url: string(),
  description: nullable(string()),
  productsCount: Type.Integer(),
  imageUrl: nullable(string()),
})

export const collectionLookup = defineTool({
  name: 'collection_lookup',
  title: 'Search collections',
  description: 'Search product collections (categories) of this store.',
  input: { query, limit: limitOf(CATALOGUE_PAGE), cursor },
  output: { collections: Type.Array(Collection), paging: Paging },
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOn: (settings) => settings.ai.training.collections,
  async run(caller, args, { platform }) {
    const page = await platform.searchCollections(caller, { query: args.query, ...pageOf(args, CATALOGUE_PAGE) })
    return { collections: page.items, paging: pagingOf(page) }
  },
})
