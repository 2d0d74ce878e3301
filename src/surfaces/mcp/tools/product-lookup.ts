import { Type } from 'typebox'
import { CATALOGUE_PAGE } from '#core/limits.ts'
import { flag, nullable, string } from '#surfaces/http/schema.ts'
import { cursor, limitOf, pageOf, pagingOf, query } from '../fields.ts'
import { Money, Paging } from '../records.ts'
import { defineTool } from '../tool.ts'

const Variant = Type.Object({
  id: string(),
  title: string(),
  sku: nullable(string()),
  price: Money,
  compareAtPrice: nullable(Money),
  available: flag(),
  options: Type.Array(Type.Object({ name: string(), value: string() })),
})

const Product = Type.Object({
  id: string(),
  title: string(),
  handle: string(),
  url: string(),
  description: string(),
  vendor: nullable(string()),
  productType: nullable(string()),
  available: flag(),
  imageUrl: nullable(string()),
  priceRange: Type.Object({ min: Money, max: Money }),
  variants: Type.Array(Variant),
})

const price = (which: string) =>
  Type.Optional(Type.Number({ minimum: 0, description: `${which} price in major units of the store currency.` }))

export const productLookup = defineTool({
  name: 'product_lookup',
  title: 'Search products',
  description:
    'Search products and their variants by name, description or SKU. Gives the ids that manage_cart, product_faq_lookup and size_guide_lookup take.',
  input: {
    query,
    available: Type.Optional(flag('Only products that are in stock.')),
    minPrice: price('Lowest'),
    maxPrice: price('Highest'),
    limit: limitOf(CATALOGUE_PAGE),
    cursor,
  },
  output: { products: Type.Array(Product), paging: Paging },
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOn: (settings) => settings.ai.training.products,
  async run(caller, args, { platform }) {
    const page = await platform.searchProducts(caller, { ...args, ...pageOf(args, CATALOGUE_PAGE) })
    // Tags and collections are the AI agent's: the tool's records keep their shape.
    const products = page.items.map(({ tags: _, collections: __, ...product }) => product)
    return { products, paging: pagingOf(page) }
  },
})
