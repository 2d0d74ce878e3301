import type { Product } from '#core/commerce/platform.ts'

/** A product as the widget's cards take it (spec C15.7). */
export function cardOf({ id, title, url, imageUrl, available, priceRange }: Product): object {
  return { id, title, url, imageUrl, available, priceRange }
}
