import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import {
  type CommerceRow,
  deleteSearched,
  lockRecords,
  RECORD,
  type SearchHit,
  saveSearched,
} from '#storage/search/records.ts'
import { indexRecords, type SearchTexts } from '#storage/search/search-index.ts'

/** Products with their size guides, and collections. */

/** What is looked up in a product; there is more in its data. */
export type ProductRow = CommerceRow<{
  title: string
  description: string
  vendor: string | null
  productType: string | null
  available: boolean
  priceRange: { min: { amount: string }; max: { amount: string } }
  variants: { id: string; title: string; sku: string | null }[]
  tags?: string[]
}>

export type CollectionRow = CommerceRow<{ title: string; description: string | null }>

/** The currency that the catalogue is sold in, by one of its products; null without products. */
export async function findCurrency(shop: Queries): Promise<string | null> {
  const [row] = await shop.query<{ currency: string | null }>(
    `select data->'priceRange'->'min'->>'currencyCode' as currency from products where shop_id = $1 order by id limit 1`,
  )
  return row?.currency ?? null
}

export async function saveProducts(tx: Queries, products: ProductRow[]): Promise<void> {
  tx.signal({ kind: 'catalogue' })
  const before = await lockRecords<ProductRow>(tx, 'products', products)
  const columns = { ...RECORD, available: 'boolean', min_price: 'numeric', max_price: 'numeric' }
  const rows = products.map(({ data, ...row }) => ({
    ...row,
    data,
    available: data.available,
    minPrice: data.priceRange.min.amount,
    maxPrice: data.priceRange.max.amount,
  }))
  const variants = products.flatMap(({ id, data }) =>
    data.variants.map((variant) => ({ id: variant.id, productId: id })),
  )
  await Promise.all([
    insertRows(tx, 'products', columns, rows, 'replace'),
    before.length > 0 &&
      tx.query('delete from product_variants where shop_id = $1 and product_id = any($2::text[])', [
        before.map(({ id }) => id),
      ]),
    insertRows(tx, 'product_variants', { id: 'text', product_id: 'text' }, lastOfEach(variants), 'replace'),
    indexRecords(tx, 'product', products.map(textsOfProduct), before.map(textsOfProduct)),
  ])
}

function textsOfProduct({ id, data }: ProductRow): SearchTexts {
  const variants = new Set(data.variants.flatMap(({ title, sku }) => [title, sku]))
  const facts = [data.vendor, data.productType, ...(data.tags ?? []), ...variants].filter(Boolean).join(' ')
  return { id, title: data.title, facts, body: data.description }
}

/** One statement cannot write a row twice: of variants with the same id, the last counts. */
function lastOfEach<T extends { id: string }>(records: T[]): T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}

/** With its variants and its size guide. */
export async function deleteProduct(tx: Queries, id: string): Promise<void> {
  tx.signal({ kind: 'catalogue' })
  await deleteSearched(tx, 'products', 'product', id, textsOfProduct)
  await deleteSizeGuide(tx, id)
}

const textsOfCollection = ({ id, data }: CollectionRow): SearchTexts => ({
  id,
  title: data.title,
  facts: '',
  body: data.description ?? '',
})

export function saveCollections(tx: Queries, collections: CollectionRow[]): Promise<void> {
  tx.signal({ kind: 'catalogue' })
  return saveSearched(tx, 'collections', 'collection', RECORD, collections, textsOfCollection)
}

export function deleteCollection(tx: Queries, id: string): Promise<void> {
  tx.signal({ kind: 'catalogue' })
  return deleteSearched(tx, 'collections', 'collection', id, textsOfCollection)
}

export async function saveSizeGuides(tx: Queries, sizeGuides: CommerceRow[]): Promise<void> {
  await insertRows(tx, 'size_guides', RECORD, sizeGuides, 'replace')
}

export async function deleteSizeGuide(tx: Queries, productId: string): Promise<void> {
  await tx.query('delete from size_guides where shop_id = $1 and id = $2', [productId])
}

export interface ProductFilters {
  /** Only products that are in stock. */
  available?: boolean
  /** Products that cost this much, or more, or less, in one of their variants; in major units. */
  minPrice?: number
  maxPrice?: number
}

/** Finds the products that pass, in no order. */
export function findProducts<Data>(
  shop: Queries,
  ids: string[],
  filters: ProductFilters = {},
): Promise<SearchHit<Data>[]> {
  return shop.query(
    `select id, data from products where shop_id = $1 and id = any($2::text[])
       and ($3::boolean is not true or available)
       and ($4::numeric is null or max_price >= $4) and ($5::numeric is null or min_price <= $5)`,
    [ids, filters.available ?? null, filters.minPrice ?? null, filters.maxPrice ?? null] as never[],
  )
}

/** The first `limit` products of the store, in the order of their ids. */
export function listProducts<Data>(shop: Queries, limit: number): Promise<SearchHit<Data>[]> {
  return shop.query('select id, data from products where shop_id = $1 order by id limit $2', [limit])
}

/** The products that these variants belong to, each once. */
export function findProductsOfVariants<Data>(shop: Queries, variantIds: string[]): Promise<SearchHit<Data>[]> {
  return shop.query(
    `select p.id, p.data from products p where p.shop_id = $1 and p.id in (
       select v.product_id from product_variants v where v.shop_id = $1 and v.id = any($2::text[]))`,
    [variantIds],
  )
}

export function findCollections<Data>(shop: Queries, ids: string[]): Promise<SearchHit<Data>[]> {
  return shop.query('select id, data from collections where shop_id = $1 and id = any($2::text[])', [ids])
}

export async function findSizeGuide<Data>(shop: Queries, productId: string): Promise<Data | undefined> {
  const [row] = await shop.query<{ data: Data }>('select data from size_guides where shop_id = $1 and id = $2', [
    productId,
  ])
  return row?.data
}
