import { insertRows } from './bulk.ts'
import type { Queries } from './database.ts'
import { indexRecords, type SearchKind, type SearchTexts } from './search-index.ts'

/** A record of the catalogue or the knowledge base: what is looked up by, and the data that is given out as it is. */
export interface CommerceRow<Data extends object = object> {
  id: string
  data: Data
  updatedAt: Date
}

export type ArticleRow = CommerceRow<{ question: string; answer: string }> & {
  /** The product it is about; null for articles on the whole store. */
  productId: string | null
}

/** What is looked up in a product; there is more in its data. */
export type ProductRow = CommerceRow<{
  title: string
  description: string
  vendor: string | null
  productType: string | null
  available: boolean
  priceRange: { min: { amount: string }; max: { amount: string } }
  variants: { id: string; title: string; sku: string | null }[]
}>

export type CollectionRow = CommerceRow<{ title: string; description: string | null }>

export type DiscountRow = CommerceRow<{ title: string; code: string | null; summary: string }> & {
  /** Whether customers may be told of it. */
  isPublic: boolean
}

/** `id` is the order's number without a leading #. */
export type OrderRow = CommerceRow & {
  contactId: string | null
  /** The customer's address in lower case. */
  emailKey: string | null
  trackingNumbers: string[]
}

const RECORD = { id: 'text', data: 'jsonb', updated_at: 'timestamptz' }

/** Each of these inserts records, or replaces those with the same ids whole, with all that they are found by. */

/** Articles on the whole store are searched; those on a product are read with it. */
function articleTexts({ id, data, productId }: ArticleRow): SearchTexts[] {
  return productId === null ? [{ id, title: data.question, facts: '', body: data.answer }] : []
}

export async function saveArticles(tx: Queries, articles: ArticleRow[]): Promise<void> {
  const before = await lockRecords<ArticleRow>(tx, 'articles', articles, 'product_id')
  await Promise.all([
    insertRows(tx, 'articles', { ...RECORD, product_id: 'text' }, articles, 'replace'),
    indexRecords(tx, 'article', articles.flatMap(articleTexts), before.flatMap(articleTexts)),
  ])
}

/** Answers whether it was there. */
export async function deleteArticle(tx: Queries, id: string): Promise<boolean> {
  const before = await lockRecords<ArticleRow>(tx, 'articles', [{ id }], 'product_id')
  await Promise.all([
    indexRecords(tx, 'article', [], before.flatMap(articleTexts)),
    tx.query('delete from articles where shop_id = $1 and id = $2', [id]),
  ])
  return before.length > 0
}

export async function saveProducts(tx: Queries, products: ProductRow[]): Promise<void> {
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
  const facts = [data.vendor, data.productType, ...variants].filter(Boolean).join(' ')
  return { id, title: data.title, facts, body: data.description }
}

/** One statement cannot write a row twice: of variants with the same id, the last counts. */
function lastOfEach<T extends { id: string }>(records: T[]): T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}

export function saveCollections(tx: Queries, collections: CollectionRow[]): Promise<void> {
  return saveSearched(tx, 'collections', 'collection', RECORD, collections, ({ id, data }) => ({
    id,
    title: data.title,
    facts: '',
    body: data.description ?? '',
  }))
}

export function saveDiscounts(tx: Queries, discounts: DiscountRow[]): Promise<void> {
  const rows = discounts.map((discount) => ({
    ...discount,
    codeKey: discount.data.code && codeKey(discount.data.code),
  }))
  const columns = { ...RECORD, is_public: 'boolean', code_key: 'text' }
  return saveSearched(tx, 'discounts', 'discount', columns, rows, ({ id, data }) => ({
    id,
    title: data.title,
    facts: data.code ?? '',
    body: data.summary,
  }))
}

async function saveSearched<Row extends CommerceRow>(
  tx: Queries,
  table: 'collections' | 'discounts',
  kind: SearchKind,
  columns: Record<string, string>,
  rows: Row[],
  textsOf: (row: Row) => SearchTexts,
): Promise<void> {
  const before = await lockRecords<Row>(tx, table, rows)
  await Promise.all([
    insertRows(tx, table, columns, rows, 'replace'),
    indexRecords(tx, kind, rows.map(textsOf), before.map(textsOf)),
  ])
}

export async function saveOrders(tx: Queries, orders: OrderRow[]): Promise<void> {
  const numbers = orders.flatMap(({ id, trackingNumbers }) =>
    [...new Set(trackingNumbers.map(trackingKey))].map((number) => ({ number, orderId: id })),
  )
  await Promise.all([
    insertRows(tx, 'orders', { ...RECORD, contact_id: 'text', email_key: 'text' }, orders, 'replace'),
    tx.query('delete from order_tracking where shop_id = $1 and order_id = any($2::text[])', [
      orders.map(({ id }) => id),
    ]),
    insertRows(tx, 'order_tracking', { number: 'text', order_id: 'text' }, numbers),
  ])
}

export function saveSizeGuides(tx: Queries, sizeGuides: CommerceRow[]): Promise<void> {
  return insertRows(tx, 'size_guides', RECORD, sizeGuides, 'replace')
}

/** Records that are about to be replaced, as they are: what they are found by is taken back. */
function lockRecords<Row>(tx: Queries, table: string, rows: { id: string }[], also = 'id'): Promise<Row[]> {
  return tx.query<Row>(
    `select id, data, ${also} from ${table} where shop_id = $1 and id = any($2::text[]) for update`,
    [rows.map(({ id }) => id)],
  )
}

/** A tracking number as it is compared: people type it in either case, in groups. */
export function trackingKey(number: string): string {
  return number.replace(/[\s-]/g, '').toUpperCase()
}

/** The same for a discount's code. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase()
}
