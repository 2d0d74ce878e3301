import { type Static, Type } from 'typebox'
import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { hasText, withoutAccents } from '#base/text.ts'
import { PRODUCT_COLLECTIONS_MAX, PRODUCT_TAG_MAX, PRODUCT_TAGS_MAX } from '#connectors/product-limits.ts'
import { flag, id, list, maybe, text, words } from './fields.ts'
import { rejected } from './kind.ts'
import { Money, moment, money } from './values.ts'

/**
 * A store's catalogue and knowledge base in an import (spec C5.10): what a record must have, and the record
 * complete, in the shape that the tool server gives out.
 */

export const Faq = Type.Object({
  id: Type.Optional(id),
  question: Type.Optional(words),
  answer: Type.Optional(words),
  url: maybe(text),
  productId: maybe(id),
  locale: maybe(text),
  slug: maybe(text),
  collection: maybe(text),
  body: maybe(words),
  status: Type.Optional(Type.Enum(['draft', 'published'])),
  private: Type.Optional(flag),
  translationGroupId: maybe(text),
})

const Variant = Type.Object({
  id: Type.Optional(id),
  title: Type.Optional(words),
  sku: maybe(text),
  price: Money,
  compareAtPrice: maybe(Money),
  available: Type.Optional(flag),
  options: list(Type.Object({ name: words, value: text })),
})

export const Product = Type.Object({
  id: Type.Optional(id),
  title: words,
  handle: Type.Optional(words),
  url: Type.Optional(text),
  description: Type.Optional(text),
  vendor: maybe(text),
  productType: maybe(text),
  available: Type.Optional(flag),
  imageUrl: maybe(text),
  priceRange: Type.Optional(Type.Object({ min: Money, max: Money })),
  variants: list(Variant),
  /** Words that the shop files it under, and ids of its collections: read by the AI agent, told by no tool. */
  tags: maybe(Type.Array(Type.String({ maxLength: PRODUCT_TAG_MAX }), { maxItems: PRODUCT_TAGS_MAX })),
  collections: maybe(Type.Array(id, { maxItems: PRODUCT_COLLECTIONS_MAX })),
})
type Product = Static<typeof Product>

/** A product with every field. Its price range and availability follow from the variants where they are not given. */
export function completeProduct(product: Product) {
  const productId = product.id ?? newId()
  const variants = (product.variants ?? []).map(completeVariant)
  const handle = product.handle ?? slug(product.title, productId)
  return {
    id: productId,
    title: product.title,
    handle,
    url: product.url ?? `/products/${handle}`,
    description: product.description ?? '',
    vendor: product.vendor ?? null,
    productType: product.productType ?? null,
    available: product.available ?? (variants.length === 0 || variants.some((variant) => variant.available)),
    imageUrl: product.imageUrl ?? null,
    priceRange: readPriceRange(product),
    variants,
    ...given('tags', product.tags?.map((tag) => tag.trim()).filter(hasText)),
    ...given('collections', product.collections),
  }
}

/** A list, each value once, where there is one: products of earlier imports have none. */
function given<K extends string>(key: K, values: string[] | null | undefined): { [key in K]?: string[] } {
  return values && values.length > 0 ? ({ [key]: [...new Set(values)] } as { [key in K]: string[] }) : {}
}

function completeVariant(variant: Static<typeof Variant>, i: number) {
  const options = (variant.options ?? []).map(({ name, value }) => ({ name, value }))
  return {
    id: variant.id ?? newId(),
    title: variant.title ?? (options.map((option) => option.value).join(' / ') || 'Default'),
    sku: variant.sku ?? null,
    price: money(variant.price, `variants[${i}].price`),
    compareAtPrice: variant.compareAtPrice ? money(variant.compareAtPrice, `variants[${i}].compareAtPrice`) : null,
    available: variant.available ?? true,
    options,
  }
}

const byAmount = (a: Money, b: Money) => Number(a.amount) - Number(b.amount)

function readPriceRange({ priceRange, variants = [] }: Product) {
  if (priceRange) return { min: money(priceRange.min, 'priceRange.min'), max: money(priceRange.max, 'priceRange.max') }
  const prices = variants.map(({ price }, i) => money(price, `variants[${i}].price`)).sort(byAmount)
  const [min, max] = [prices[0], prices.at(-1)]
  if (!min || !max) throw rejected('priceRange is required where there are no variants.')
  if (prices.some((price) => price.currencyCode !== min.currencyCode)) {
    throw rejected('priceRange is required where variants have prices in different currencies.')
  }
  return { min, max }
}

export const Collection = Type.Object({
  id: Type.Optional(id),
  title: words,
  handle: Type.Optional(words),
  url: Type.Optional(text),
  description: maybe(text),
  productsCount: Type.Optional(Type.Integer({ minimum: 0 })),
  imageUrl: maybe(text),
})

export function completeCollection(collection: Static<typeof Collection>) {
  const collectionId = collection.id ?? newId()
  const handle = collection.handle ?? slug(collection.title, collectionId)
  return {
    id: collectionId,
    title: collection.title,
    handle,
    url: collection.url ?? `/collections/${handle}`,
    description: collection.description ?? null,
    productsCount: collection.productsCount ?? 0,
    imageUrl: collection.imageUrl ?? null,
  }
}

export const Discount = Type.Object({
  id: Type.Optional(id),
  title: words,
  code: maybe(words),
  type: Type.Enum(['percentage', 'fixed_amount', 'free_shipping', 'buy_x_get_y']),
  summary: Type.Optional(text),
  value: maybe(Type.Number({ minimum: 0 })),
  minimumSubtotal: maybe(Money),
  startsAt: Type.Optional(text),
  endsAt: maybe(text),
  public: Type.Optional(flag),
})

/** A discount with every field; one that names no start holds from now on. */
export function completeDiscount(discount: Static<typeof Discount>) {
  return {
    id: discount.id ?? newId(),
    title: discount.title,
    code: discount.code ?? null,
    type: discount.type,
    summary: discount.summary ?? discount.title,
    value: discount.value ?? null,
    minimumSubtotal: discount.minimumSubtotal ? money(discount.minimumSubtotal, 'minimumSubtotal') : null,
    startsAt: moment(discount.startsAt, 'startsAt') ?? currentTime().toISOString(),
    endsAt: moment(discount.endsAt, 'endsAt'),
  }
}

export const SizeGuide = Type.Object({
  productId: id,
  sizeGuide: Type.Object({
    title: Type.Optional(text),
    unit: Type.Optional(text),
    columns: Type.Array(text, { minItems: 1 }),
    rows: Type.Array(Type.Array(text)),
    note: maybe(text),
  }),
})

/** A size chart with every field; lengths are in centimetres unless it says otherwise. */
export function completeSizeGuide({ sizeGuide }: Static<typeof SizeGuide>) {
  const { title = 'Size guide', unit = 'cm', columns, rows, note = null } = sizeGuide
  return { title, unit, columns, rows, note }
}

/** A title as it stands in an address: "Café crème" becomes "cafe-creme". Titles without letters to keep use the id. */
export function slug(text: string, fallback: string): string {
  return (
    withoutAccents(text)
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
      .replace(/^-|-$/g, '') || fallback
  )
}
