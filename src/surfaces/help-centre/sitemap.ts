import { escapeHtml } from '#base/escape-html.ts'
import { readAllArticles, readOutline } from '#core/help-centre/pages.ts'
import { outlineMarkdown } from './markdown-pages.ts'
import { pathOf, type View } from './view.ts'

/** Addresses in one sitemap, as its format allows. */
const ADDRESSES_MAX = 50_000

interface Entry {
  path: string
  changedAt?: Date
  translations?: { locale: string; path: string }[]
}

/** All public pages of a help centre, as sitemaps.org has it, with their translations. */
export async function* sitemap(view: View): AsyncGenerator<string> {
  const { shop, site, address } = view
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
  const homes = site.locales.map((locale) => ({ locale, path: pathOf.home(locale) }))
  let left = ADDRESSES_MAX
  const write = (entries: Entry[]) => {
    left -= entries.length
    return entries.map((entry) => urlOf(address, site.first, entry)).join('')
  }
  yield write(homes.map(({ path }) => ({ path, translations: homes })))
  for (const locale of site.locales) {
    const { collections } = await readOutline(shop, site, locale)
    yield write(collections.map(({ slug }) => ({ path: pathOf.collection(locale, slug) })))
  }
  for await (const articles of readAllArticles(shop, site, left)) {
    yield write(
      articles.map(({ locale, slug, editedAt, translations }) => ({
        path: pathOf.article(locale, slug),
        changedAt: editedAt,
        translations: translations.map((one) => ({ locale: one.locale, path: pathOf.article(one.locale, one.slug) })),
      })),
    )
  }
  yield '</urlset>\n'
}

function urlOf(address: string, first: string, { path, changedAt, translations = [] }: Entry): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  const alternate = (tag: string, to: string) =>
    `<xhtml:link rel="alternate" hreflang="${tag}" href="${escapeHtml(address + to)}"/>`
  const links = translations.length > 1 ? translations.map((one) => alternate(one.locale, one.path)) : []
  const fallback = translations.find(({ locale }) => locale === first) ?? translations[0]
  if (links.length > 0 && fallback) links.push(alternate('x-default', fallback.path))
  return `<url><loc>${escapeHtml(address + path)}</loc>${lastmod}${links.join('')}</url>\n`
}

/** What there is to read, for assistants (llmstxt.org): the first language whole, others by their home pages. */
export async function llmsTxt(view: View): Promise<string> {
  const { shop, site, address, texts } = view
  const outline = await readOutline(shop, site, site.first)
  const others = site.locales.slice(1).map((locale) => `- [${locale}](${address}${pathOf.home(locale)}.md)`)
  const languages = others.length > 0 ? `\n## ${texts.language}\n\n${others.join('\n')}\n` : ''
  return `# ${site.name}\n\n> ${texts.title}\n\n${outlineMarkdown(view, outline)}${languages}`
}
