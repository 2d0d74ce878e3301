/** What a mail program may turn into a link: a scheme, or a name with a dot before at least two letters. */
const LINK = /:\/\/|\b(?:mailto|tel|sms|javascript|data):|www[.．。｡]|[\p{L}\p{N}][.．。｡]\p{L}{2}/iu
const REMOVED = '[…]'

/**
 * A stranger's text without what a mail program shows as a link, unless it leads to one of `origins`: nobody sends links to
 * others in the store's name. Takes time by the text's length.
 */
export function withoutForeignLinks(text: string, origins: readonly string[]): string {
  return text.replace(/\S+/g, (word) => (LINK.test(word) && !isAt(word, origins) ? REMOVED : word))
}

function isAt(word: string, origins: readonly string[]): boolean {
  const url = URL.parse(word)
  return url !== null && url.username === '' && origins.includes(url.origin)
}

/**
 * The front page of the store's own site that a visitor was on; null for any other address. Its path and query are left
 * out: the visitor's browser reports them, and they may be any text.
 */
export function ownSite(pageUrl: string | null, origins: readonly string[]): string | null {
  const origin = pageUrl === null ? undefined : URL.parse(pageUrl)?.origin
  return origin !== undefined && origins.includes(origin) ? `${origin}/` : null
}

/** A store's name for mail to strangers: without whole addresses of the web. `Lamps.example` is a name. */
export function nameWithoutLinks(name: string): string {
  const words = name.split(/\s+/).map((word) => (/:\/\/|^www\.|\.\p{L}{2,}\//iu.test(word) ? REMOVED : word))
  return words.join(' ')
}
