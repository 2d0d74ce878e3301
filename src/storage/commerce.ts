import { insertRows } from './bulk.ts'
import type { Queries } from './database.ts'

/** A record of the catalogue or the knowledge base: what is looked up by, and the data that is given out as it is. */
export interface CommerceRow {
  id: string
  data: object
  updatedAt: Date
}

export type ArticleRow = CommerceRow & {
  /** The product it is about; null for articles on the whole store. */
  productId: string | null
}

export type DiscountRow = CommerceRow & {
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

/** Each of these inserts records, or replaces those with the same ids whole. */

export function saveArticles(tx: Queries, articles: ArticleRow[]): Promise<void> {
  return insertRows(tx, 'articles', { ...RECORD, product_id: 'text' }, articles, 'replace')
}

export function saveProducts(tx: Queries, products: CommerceRow[]): Promise<void> {
  return insertRows(tx, 'products', RECORD, products, 'replace')
}

export function saveCollections(tx: Queries, collections: CommerceRow[]): Promise<void> {
  return insertRows(tx, 'collections', RECORD, collections, 'replace')
}

export function saveDiscounts(tx: Queries, discounts: DiscountRow[]): Promise<void> {
  return insertRows(tx, 'discounts', { ...RECORD, is_public: 'boolean' }, discounts, 'replace')
}

export function saveOrders(tx: Queries, orders: OrderRow[]): Promise<void> {
  const columns = { ...RECORD, contact_id: 'text', email_key: 'text', tracking_numbers: 'text[]' }
  return insertRows(tx, 'orders', columns, orders, 'replace')
}

export function saveSizeGuides(tx: Queries, sizeGuides: CommerceRow[]): Promise<void> {
  return insertRows(tx, 'size_guides', RECORD, sizeGuides, 'replace')
}
