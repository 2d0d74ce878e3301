import { codeKey, trackingKey } from './commerce.ts'
import type { Queries } from './database.ts'

/** Reads of what commerce.ts writes. Records come as the data that is given out. */

interface Found<Data> {
  id: string
  data: Data
}

export interface ProductFilters {
  /** Only products that are in stock. */
  available?: boolean
  /** Products that cost this much, or more, or less, in one of their variants; in major units. */
  minPrice?: number
  maxPrice?: number
}

/** Those of the products that pass, in no order. */
export function findProducts<Data>(shop: Queries, ids: string[], filters: ProductFilters = {}): Promise<Found<Data>[]> {
  return shop.query(
    `select id, data from products where shop_id = $1 and id = any($2::text[])
       and ($3::boolean is not true or available)
       and ($4::numeric is null or max_price >= $4) and ($5::numeric is null or min_price <= $5)`,
    [ids, filters.available ?? null, filters.minPrice ?? null, filters.maxPrice ?? null] as never[],
  )
}

/** The first so many products of the store, in the order of their ids. */
export function listProducts<Data>(shop: Queries, limit: number): Promise<Found<Data>[]> {
  return shop.query('select id, data from products where shop_id = $1 order by id limit $2', [limit])
}

/** The products that these variants belong to, each once. */
export function findProductsOfVariants<Data>(shop: Queries, variantIds: string[]): Promise<Found<Data>[]> {
  return shop.query(
    `select p.id, p.data from products p where p.shop_id = $1 and p.id in (
       select v.product_id from product_variants v where v.shop_id = $1 and v.id = any($2::text[]))`,
    [variantIds],
  )
}

export function findCollections<Data>(shop: Queries, ids: string[]): Promise<Found<Data>[]> {
  return shop.query('select id, data from collections where shop_id = $1 and id = any($2::text[])', [ids])
}

const ACTIVE = `(data->>'startsAt')::timestamptz <= $2 and (data->>'endsAt' is null or (data->>'endsAt')::timestamptz > $2)`

/** Public discounts that hold at `now`, among these, in no order. */
export function findPublicDiscounts<Data>(shop: Queries, now: Date, ids: string[]): Promise<Found<Data>[]> {
  return shop.query(
    `select id, data from discounts where shop_id = $1 and id = any($3::text[]) and is_public and ${ACTIVE}`,
    [now, ids],
  )
}

/** All of them from `after` on, in the order of their ids. */
export function listPublicDiscounts<Data>(
  shop: Queries,
  now: Date,
  page: { after: string; limit: number },
): Promise<Found<Data>[]> {
  return shop.query(
    `select id, data from discounts where shop_id = $1 and id > $3 and is_public and ${ACTIVE} order by id limit $4`,
    [now, page.after, page.limit],
  )
}

/** Discounts with these codes that hold at `now`, told to customers or not. */
export function findDiscountsByCode<Data>(shop: Queries, now: Date, codes: string[]): Promise<Found<Data>[]> {
  return shop.query(
    `select id, data from discounts where shop_id = $1 and code_key = any($3::text[]) and ${ACTIVE} order by id`,
    [now, codes.map(codeKey)],
  )
}

export async function findSizeGuide<Data>(shop: Queries, productId: string): Promise<Data | undefined> {
  const [row] = await shop.query<{ data: Data }>('select data from size_guides where shop_id = $1 and id = $2', [
    productId,
  ])
  return row?.data
}

interface FoundOrder<Data> {
  data: Data
  /** The customer's address in lower case. */
  emailKey: string | null
}

/** By the order's number without a leading #. */
export async function findOrder<Data>(shop: Queries, number: string): Promise<FoundOrder<Data> | undefined> {
  const [row] = await shop.query<FoundOrder<Data>>(
    'select data, email_key from orders where shop_id = $1 and id = $2',
    [number],
  )
  return row
}

/** By the tracking number of one of its shipments; the newest, where several orders have it. */
export async function findOrderByTracking<Data>(shop: Queries, number: string): Promise<FoundOrder<Data> | undefined> {
  const [row] = await shop.query<FoundOrder<Data>>(
    `select o.data, o.email_key from order_tracking t join orders o on o.shop_id = $1 and o.id = t.order_id
     where t.shop_id = $1 and t.number = $2 order by o.data->>'createdAt' desc limit 1`,
    [trackingKey(number)],
  )
  return row
}

/** The articles with these ids, in no order. */
export function findArticles<Data>(shop: Queries, ids: string[]): Promise<Found<Data>[]> {
  return shop.query('select id, data from articles where shop_id = $1 and id = any($2::text[])', [ids])
}

export async function findStoreArticle<Data>(shop: Queries, id: string): Promise<Found<Data> | undefined> {
  const [row] = await shop.query<Found<Data>>(
    'select id, data from articles where shop_id = $1 and id = $2 and product_id is null',
    [id],
  )
  return row
}

/** Articles on the whole store, in the order of their ids. */
export function listStoreArticles<Data>(
  shop: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<Found<Data>[]> {
  return shop.query(
    'select id, data from articles where shop_id = $1 and product_id is null and id > $2 order by id limit $3',
    [after, limit],
  )
}

/** An article with the product it is on, if any. */
export interface ArticleRecord<Data> extends Found<Data> {
  productId: string | null
}

export async function findArticleRecord<Data>(shop: Queries, id: string): Promise<ArticleRecord<Data> | undefined> {
  const [row] = await shop.query<ArticleRecord<Data>>(
    'select id, product_id, data from articles where shop_id = $1 and id = $2',
    [id],
  )
  return row
}

/** All articles, in the order of their ids. */
export function listArticleRecords<Data>(
  shop: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<ArticleRecord<Data>[]> {
  return shop.query('select id, product_id, data from articles where shop_id = $1 and id > $2 order by id limit $3', [
    after,
    limit,
  ])
}

/** The articles on one product, oldest id first. */
export function listProductArticles<Data>(shop: Queries, productId: string, limit: number): Promise<Found<Data>[]> {
  return shop.query('select id, data from articles where shop_id = $1 and product_id = $2 order by id limit $3', [
    productId,
    limit,
  ])
}

/** A currency that the store sells in: that of its first product. */
export async function findCurrency(shop: Queries): Promise<string | undefined> {
  const [row] = await shop.query<{ currency: string }>(
    "select data->'priceRange'->'min'->>'currencyCode' as currency from products where shop_id = $1 order by id limit 1",
  )
  return row?.currency
}
