import type { DocumentReader } from '../reading/document-reader.ts'
import type { ImportSource, Told } from '../source.ts'
import { type Fetched, SourceUnreadable, type Web, webAddress } from '../web.ts'

/** Pages and sitemaps that are read of one site; pages at a time. */
const PAGES_MAX = 2_000
const SITEMAPS_MAX = 50
const AT_ONCE = 4
/** Names of files that are not pages. */
const NO_PAGE = /\.(jpe?g|png|gif|webp|avif|svg|pdf|zip|mp4|webm|mp3|css|js|json|xml|txt|md)$/i

/**
 * The articles of a site: those that the sitemap at this address names; for any other address, those of the site's sitemap
 * that lie beneath it, or where there are none the page itself.
 */
export function siteSource(web: Web, reader: DocumentReader, address: string): ImportSource {
  return {
    picture: async (url) => (await web.get(url)).bytes,
    async *read() {
      const first = await web.get(address)
      const pages = await listPages(web, reader, first)
      yield { kind: 'count', count: pages.length }
      for (let at = 0; at < pages.length; at += AT_ONCE) {
        const some = pages.slice(at, at + AT_ONCE)
        yield* await Promise.all(some.map((page) => readPage(web, reader, page, first)))
      }
    },
  }
}

async function listPages(web: Web, reader: DocumentReader, first: Fetched): Promise<string[]> {
  const { url, type, bytes } = first
  if (/\bxml\b|gzip/i.test(type) && !/\bxhtml\b/i.test(type)) {
    const pages = await readSitemaps(web, reader, { url, bytes })
    if (pages.length === 0) throw new SourceUnreadable('The sitemap names no page of this site.')
    return pages
  }
  const beginning = url.pathname.replace(/\/?$/, '/')
  const pages = await web.get(new URL('/sitemap.xml', url)).then(
    (sitemap) => readSitemaps(web, reader, sitemap),
    () => [],
  )
  const beneath = pages.filter((page) => {
    const { pathname } = new URL(page)
    return pathname.startsWith(beginning) && pathname !== beginning
  })
  return beneath.length > 0 ? beneath : [url.href]
}

/** Pages of the same site that a sitemap names, itself or in those that it names. */
async function readSitemaps(
  web: Web,
  reader: DocumentReader,
  { url, bytes }: Pick<Fetched, 'url' | 'bytes'>,
): Promise<string[]> {
  const pages = new Set<string>()
  const seen = new Set([url.href])
  const waiting: (string | { bytes: Buffer })[] = [{ bytes }]
  for (let next = waiting.shift(); next !== undefined && pages.size < PAGES_MAX; next = waiting.shift()) {
    const found =
      typeof next === 'string'
        ? await web
            .get(next)
            .then(({ bytes: read }) => reader.read('sitemap', { bytes: read }))
            .catch(ofNothing)
        : await reader.read('sitemap', { bytes: next.bytes })
    for (const page of found.pages) {
      const address = pageAddress(page, url)
      if (address !== null && pages.size < PAGES_MAX) pages.add(address)
    }
    for (const sitemap of found.sitemaps) {
      const address = URL.parse(sitemap, url.href)?.href
      if (!address || seen.has(address) || seen.size >= SITEMAPS_MAX) continue
      seen.add(address)
      waiting.push(address)
    }
  }
  return [...pages]
}

/** One of several sitemaps that cannot be read leaves the others. */
function ofNothing(error: unknown): { pages: string[]; sitemaps: string[] } {
  if (error instanceof SourceUnreadable) return { pages: [], sitemaps: [] }
  throw error
}

/** The address of a page of the same site; null for any other. */
function pageAddress(page: string, site: URL): string | null {
  const url = URL.parse(page, site.href)
  if (!url || siteOf(url) !== siteOf(site) || NO_PAGE.test(url.pathname)) return null
  try {
    return webAddress(url).href
  } catch {
    return null
  }
}

const siteOf = ({ hostname, port }: URL) => `${hostname.replace(/^www\./, '')}:${port}`

async function readPage(web: Web, reader: DocumentReader, page: string, first: Fetched): Promise<Told> {
  try {
    const { url, type, bytes } = page === first.url.href ? first : await web.get(page)
    if (!/html/i.test(type)) throw new SourceUnreadable('it is not an HTML page')
    const html = new TextDecoder(charsetOf(type)).decode(bytes)
    const { title, markdown, language } = await reader.read('page', { html, address: url.href })
    if (markdown === '') throw new SourceUnreadable('it has no text')
    const rest = { collection: null, translationGroup: null }
    return { kind: 'article', article: { from: page, title, markdown, locale: language, ...rest } }
  } catch (error) {
    if (error instanceof SourceUnreadable) return { kind: 'failed', from: page, reason: error.message }
    throw error
  }
}

function charsetOf(type: string): string {
  const named = /charset="?([\w-]{1,40})/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named).encoding
  } catch {
    return 'utf-8'
  }
}
