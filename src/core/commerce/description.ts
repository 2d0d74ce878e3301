import { plainText } from '#connectors/plain-text.ts'
import type { Product } from './platform.ts'

/** Characters of a description that are read; as many of HTML again and again, whose marks say nothing. */
const READ_MAX = 4_000
const HTML_MAX = 4 * READ_MAX

/** What a product's description says, as plain text on one line. Shops write it as text or as HTML. */
export function describeProduct({ description }: Pick<Product, 'description'>): string {
  const start = description.slice(0, HTML_MAX)
  const text = /<[a-z!/]|&[a-z#]/i.test(start) ? plainText(start) : start.replace(/\s+/g, ' ').trim()
  return text.slice(0, READ_MAX).toWellFormed()
}
