import type { Product } from '#core/commerce/platform.ts'
import type { Turn } from '../turn.ts'

/** Products that are shown. */
export const SHOWN_MAX = 3

/** Title, price and reason; on channels without cards the address, too. */
export function lineOf(turn: Turn, product: Product, reason: string | null): string {
  const { title } = product
  const address = turn.hasCards ? null : addressOf(product, turn.settings.allowedOrigins[0])
  return [`• ${title}: ${priceOf(product)}`, reason, address].filter(Boolean).join(' – ')
}

function priceOf({ priceRange: { min, max } }: Product): string {
  const from = `${min.amount} ${min.currencyCode}`
  return min.amount === max.amount ? from : `${from} – ${max.amount} ${max.currencyCode}`
}

/** A path of the catalogue is on the store's first site. */
export function addressOf({ url }: Product, site: string | undefined): string {
  return site && url.startsWith('/') && URL.canParse(url, site) ? new URL(url, site).href : url
}
