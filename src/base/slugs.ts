import { withoutAccents } from './text.ts'

/** Names of records in addresses. */

/** Characters of a name. */
const SLUG_MAX = 100
/** Characters that stay free for the number of a name that is taken. */
const NUMBER_MAX = 7

const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u

/** Whether a text can be the name of an article in addresses: letters and digits in lower case, joined by single hyphens. */
export function isSlug(text: string): boolean {
  return (
    [...text].length <= SLUG_MAX && SLUG.test(text) && text === text.toLowerCase() && text === text.normalize('NFC')
  )
}

/** A title as it stands in addresses: "Café crème?" becomes "cafe-creme". `fallback` where no letter is left. */
export function slugOf(title: string, fallback: string): string {
  const words =
    withoutAccents(title)
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if ([...longer].length > SLUG_MAX - NUMBER_MAX) break
    slug = longer
  }
  return slug || [...(words[0] ?? '')].slice(0, SLUG_MAX - NUMBER_MAX).join('') || fallback
}
