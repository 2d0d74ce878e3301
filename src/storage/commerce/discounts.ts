import type { Queries } from '#database/database.ts'
import { type CommerceRow, deleteSearched, RECORD, type SearchHit, saveSearched } from '#storage/search/records.ts'
import type { SearchTexts } from '#storage/search/search-index.ts'

export type DiscountRow = CommerceRow<{ title: string; code: string | null; summary: string }> & {
  /** Whether customers may hear of it. */
  isPublic: boolean
}

export function saveDiscounts(tx: Queries, discounts: DiscountRow[]): Promise<void> {
  const rows = discounts.map((discount) => ({
    ...discount,
    codeKey: discount.data.code && codeKey(discount.data.code),
  }))
  const columns = { ...RECORD, is_public: 'boolean', code_key: 'text' }
  return saveSearched(tx, 'discounts', 'discount', columns, rows, textsOfDiscount)
}

const textsOfDiscount = ({ id, data }: DiscountRow): SearchTexts => ({
  id,
  title: data.title,
  facts: data.code ?? '',
  body: data.summary,
})

export function deleteDiscount(tx: Queries, id: string): Promise<void> {
  return deleteSearched(tx, 'discounts', 'discount', id, textsOfDiscount)
}

const ACTIVE = `(data->>'startsAt')::timestamptz <= $2 and (data->>'endsAt' is null or (data->>'endsAt')::timestamptz > $2)`

/** Public discounts that hold at `now`, among these, in no order. */
export function findPublicDiscounts<Data>(shop: Queries, now: Date, ids: string[]): Promise<SearchHit<Data>[]> {
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
): Promise<SearchHit<Data>[]> {
  return shop.query(
    `select id, data from discounts where shop_id = $1 and id > $3 and is_public and ${ACTIVE} order by id limit $4`,
    [now, page.after, page.limit],
  )
}

/** Discounts with these codes that hold at `now`, told to customers or not. */
export function findDiscountsByCode<Data>(shop: Queries, now: Date, codes: string[]): Promise<SearchHit<Data>[]> {
  return shop.query(
    `select id, data from discounts where shop_id = $1 and code_key = any($3::text[]) and ${ACTIVE} order by id`,
    [now, codes.map(codeKey)],
  )
}

/** A discount's code as it is compared: in either case. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase()
}
