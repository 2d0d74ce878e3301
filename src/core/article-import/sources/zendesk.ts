import type { DocumentReader } from '../reading/document-reader.ts'
import type { ImportSource, Told } from '../source.ts'
import { SourceUnreadable, type Web } from '../web.ts'
import { readHtmlArticle } from './read-html-article.ts'

/** A help centre at Zendesk: https://developer.zendesk.com/api-reference/help_center. Public articles are told without a token. */

// biome-ignore lint/suspicious/noExplicitAny: answers of Zendesk, read field by field
type Json = any

/** Pages of a hundred records that one list is read for, and languages. */
const PAGES_MAX = 200
const LOCALES_MAX = 50

export function zendeskSource(
  web: Web,
  reader: DocumentReader,
  { address, email, token }: { address: string; email?: string | undefined; token?: string | undefined },
): ImportSource {
  const { origin } = new URL(address)
  const headers: Record<string, string> =
    email && token ? { authorization: `Basic ${Buffer.from(`${email}/token:${token}`).toString('base64')}` } : {}
  const list = (path: string, key: string) => records(web, { origin, path, key, headers })

  async function* readLocale(locale: string): AsyncGenerator<Told> {
    const part = `/api/v2/help_center/${encodeURIComponent(locale)}`
    const sections = new Map<string, string>()
    for await (const { id, name } of list(`${part}/sections.json`, 'sections')) sections.set(String(id), String(name))
    for await (const article of list(`${part}/articles.json`, 'articles')) {
      const from = `${origin}/hc/${locale}/articles/${article.id}`
      yield await readHtmlArticle(reader, {
        from,
        title: String(article.title ?? ''),
        html: String(article.body ?? ''),
        address: String(article.html_url ?? from),
        locale,
        collection: sections.get(String(article.section_id)) ?? null,
        translationGroup: `${origin} ${article.id}`,
      })
    }
  }

  return {
    picture: async (url) => (await web.get(url)).bytes,
    async *read() {
      const { locales, default_locale: first } = await web.json(`${origin}/api/v2/help_center/locales.json`, headers)
      const named = [first, ...(Array.isArray(locales) ? locales : [])].filter((one) => typeof one === 'string')
      if (named.length === 0) throw new SourceUnreadable(`${origin} has no help centre of Zendesk.`)
      for (const locale of [...new Set(named)].slice(0, LOCALES_MAX)) yield* readLocale(locale)
    },
  }
}

async function* records(
  web: Web,
  { origin, path, key, headers }: { origin: string; path: string; key: string; headers: Record<string, string> },
): AsyncGenerator<Json> {
  let next: string | null = `${origin}${path}?page[size]=100`
  for (let pages = 0; next && pages < PAGES_MAX; pages++) {
    const answer: Json = await web.json(next, headers)
    if (!Array.isArray(answer?.[key])) return
    yield* answer[key]
    const named: unknown = answer.meta?.has_more === false ? null : (answer.links?.next ?? answer.next_page)
    // The token goes to Zendesk alone.
    next = typeof named === 'string' && URL.parse(named)?.origin === origin ? named : null
  }
}
