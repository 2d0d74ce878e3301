import type { HtmlToTextOptions } from 'html-to-text'
import { loadLater } from '#base/load-later.ts'
import { firstCodePoints, hasText } from '#base/text.ts'
import { PRODUCT_TAG_MAX, PRODUCT_TAGS_MAX } from './product-limits.ts'

const htmlToText = loadLater<typeof import('html-to-text')>('html-to-text')

/** A text as it is; null where it says nothing. */
export const nonBlankOrNull = (text: string | null | undefined): string | null => (text && hasText(text) ? text : null)

/** The words that a shop files a product under, as many and as long as the import takes. */
export const tagsOf = (names: (string | null | undefined)[]): string[] =>
  names.slice(0, PRODUCT_TAGS_MAX).map((name) => firstCodePoints(name ?? '', PRODUCT_TAG_MAX))

/** What is called so for which a shop has no name: a product that is gone, in an order; a choice. */
export const UNNAMED = '–'

/** The parser's time grows by the square of how deep elements are nested; no description's words begin behind this. */
const HTML_LENGTH_MAX = 100_000

const INLINE = ['a', 'abbr', 'b', 'code', 'em', 'font', 'i', 'mark', 's', 'small', 'span', 'strong', 'sub', 'sup', 'u']
const INVISIBLE = ['button', 'iframe', 'img', 'noscript', 'script', 'select', 'style', 'svg', 'template', 'title']
const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: 60, maxChildNodes: 20_000 },
  selectors: [
    { selector: '*', format: 'block' },
    ...INLINE.map((selector) => ({ selector, format: 'inline' })),
    ...INVISIBLE.map((selector) => ({ selector, format: 'skip' })),
    ...['ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'block' })),
  ],
}

let toText: ((html: string) => string) | undefined

/** The words of HTML on one line. WooCommerce writes names and descriptions in it, other shops descriptions. */
export function plainText(html: string | null | undefined): string {
  toText ??= htmlToText().compile(OPTIONS)
  return toText((html ?? '').slice(0, HTML_LENGTH_MAX))
    .replace(/\s+/g, ' ')
    .trim()
}
