import { currentTime } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { search } from '#core/search/search.ts'
import { readSettings, type Settings } from '#core/stores/settings.ts'
import type { Queries } from '#database/database.ts'
import { findProducts, listProducts } from '#storage/commerce/catalogue.ts'
import { findPublicDiscounts, listPublicDiscounts } from '#storage/commerce/discounts.ts'

/** Products and public discounts that members show to customers (spec C13.17). */

export const CARD_KINDS = ['product', 'discount'] as const
export type CardKind = (typeof CARD_KINDS)[number]
/** Records of each kind that one search returns. */
const FOUND_MAX = 10
/** Hits of which these are chosen. */
const LOADED_MAX = 50

interface Money {
  amount: string
  currencyCode: string
}
/** What a card takes from the catalogue's records. */
interface Product {
  id: string
  title: string
  url: string
  imageUrl: string | null
  available: boolean
  priceRange: { min: Money; max: Money }
}
interface Discount {
  id: string
  title: string
  code: string | null
  summary: string
}

export interface CardChoice {
  kind: CardKind
  id: string
}

/** What a message carries of a product or a discount, as messages of the AI agent do. */
export interface Card {
  id: string
  title: string
  /** An address of the web; null where the catalogue has a path and the store names no site. */
  url: string | null
  imageUrl: string | null
  available: boolean
  /** Null for a discount. */
  priceRange: { min: Money; max: Money } | null
  /** What the customer enters, and what the discount is for; absent for products. */
  code?: string | null
  summary?: string
}

/** Products and public discounts that answer a search; without one, the first of each. */
export async function searchCards({ shop }: Caller, query: string): Promise<(Card & { kind: CardKind })[]> {
  const now = currentTime()
  const [settings, products, discounts] = await Promise.all([
    readSettings(shop),
    query === ''
      ? listProducts<Product>(shop, FOUND_MAX)
      : best(shop, 'product', query, (ids) => findProducts<Product>(shop, ids)),
    query === ''
      ? listPublicDiscounts<Discount>(shop, now, { after: '', limit: FOUND_MAX })
      : best(shop, 'discount', query, (ids) => findPublicDiscounts<Discount>(shop, now, ids)),
  ])
  return [
    ...products.map(({ data }) => ({ kind: 'product' as const, ...cardOfProduct(data, settings) })),
    ...discounts.map(({ data }) => ({ kind: 'discount' as const, ...cardOfDiscount(data) })),
  ]
}

/** The records that answer a search best, in that order. Of discounts, some that are found may not hold now. */
async function best<T extends { id: string }>(
  shop: Queries,
  kind: CardKind,
  query: string,
  load: (ids: string[]) => Promise<T[]>,
): Promise<T[]> {
  const ids = (await search(shop, kind, query)).slice(0, LOADED_MAX).map(({ id }) => id)
  const byId = new Map((await load(ids)).map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? []).slice(0, FOUND_MAX)
}

/** The cards as the store's records are now. INVALID_PARAMS for a product or a public discount that there is not. */
export async function readCards(shop: Queries, choices: readonly CardChoice[], settings: Settings): Promise<Card[]> {
  const idsOf = (kind: CardKind) => choices.filter((one) => one.kind === kind).map(({ id }) => id)
  const [productIds, discountIds] = [idsOf('product'), idsOf('discount')]
  const [products, discounts] = await Promise.all([
    productIds.length > 0 ? findProducts<Product>(shop, productIds) : [],
    discountIds.length > 0 ? findPublicDiscounts<Discount>(shop, currentTime(), discountIds) : [],
  ])
  const byId = {
    product: new Map(products.map(({ id, data }) => [id, cardOfProduct(data, settings)])),
    discount: new Map(discounts.map(({ id, data }) => [id, cardOfDiscount(data)])),
  }
  return choices.map(({ kind, id }, i) => {
    const card: Card | undefined = byId[kind].get(id)
    if (card) return card
    const what = kind === 'product' ? 'a product of the catalogue' : 'a public discount that is valid now'
    throw invalidParams(`cards[${i}].id is not ${what}.`)
  })
}

/** The cards in words, for channels that show text alone: title, price and address of each on a line. */
export function wordsOfCards(cards: readonly Card[]): string {
  return cards.map((card) => [card.title, ...factsOf(card)].join(' · ')).join('\n')
}

function factsOf({ priceRange, code, summary, url, title }: Card): string[] {
  const facts = [priceRange && priceOf(priceRange), summary !== title ? summary : null, code, url]
  return facts.filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

function priceOf({ min, max }: { min: Money; max: Money }): string {
  const from = `${min.amount} ${min.currencyCode}`
  return min.amount === max.amount ? from : `${from} – ${max.amount} ${max.currencyCode}`
}

function cardOfProduct({ id, title, url, imageUrl, available, priceRange }: Product, settings: Settings): Card {
  return { id, title, url: webAddress(url, settings.allowedOrigins[0]), imageUrl, available, priceRange }
}

function cardOfDiscount({ id, title, code, summary }: Discount): Card {
  return { id, title, url: null, imageUrl: null, available: true, priceRange: null, code, summary }
}

/** A path of the catalogue is on the store's first site. */
function webAddress(url: string, site: string | undefined): string | null {
  if (/^https?:\/\//i.test(url)) return url
  return site && url.startsWith('/') && URL.canParse(url, site) ? new URL(url, site).href : null
}
