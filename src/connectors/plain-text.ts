import { hasText } from '#base/text.ts'

/** A text as it is; null where it says nothing. */
export const said = (text: string | null | undefined): string | null => (text && hasText(text) ? text : null)

/** What is called so for which a shop has no name: a product that is gone, in an order; a choice. */
export const UNNAMED = '–'

/** Shops describe what they sell in HTML. */
export const plainText = (html: string | null | undefined): string =>
  (html ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;|&#8217;|&rsquo;/g, '’')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
