import type { DocumentReader } from '../reading/document-reader.ts'
import type { ImportSource, Told } from '../source.ts'
import type { Web } from '../web.ts'
import { readHtmlArticle } from './read-html-article.ts'

/** Articles at Intercom: https://developers.intercom.com/docs/references/rest-api/api.intercom.io/articles. */

// biome-ignore lint/suspicious/noExplicitAny: answers of Intercom, read field by field
type Json = any

const PER_PAGE = 100
const PAGES_MAX = 200

export function intercomSource(
  web: Web,
  reader: DocumentReader,
  { address, token }: { address: string; token: string },
): ImportSource {
  const { origin } = new URL(address)
  const headers = { authorization: `Bearer ${token}`, 'intercom-version': '2.11' }

  async function* pagesOf(path: string): AsyncGenerator<Json> {
    for (let page = 1; page <= PAGES_MAX; page++) {
      const answer: Json = await web.json(`${origin}${path}?per_page=${PER_PAGE}&page=${page}`, headers)
      if (!Array.isArray(answer?.data)) return
      yield answer
      if (!(page < Number(answer.pages?.total_pages ?? 1))) return
    }
  }

  async function* readArticle(article: Json, collections: Map<string, string>): AsyncGenerator<Told> {
    for (const { locale, title, body, url } of versionsOf(article)) {
      yield await readHtmlArticle(reader, {
        from: `intercom:${article.id}:${locale ?? ''}`,
        title: String(title ?? ''),
        html: String(body ?? ''),
        address: typeof url === 'string' ? url : origin,
        locale,
        collection: collections.get(String(article.parent_id)) ?? null,
        translationGroup: `intercom ${article.id}`,
      })
    }
  }

  return {
    picture: async (url) => (await web.get(url)).bytes,
    async *read() {
      const collections = new Map<string, string>()
      for await (const { data } of pagesOf('/help_center/collections')) {
        for (const { id, name } of data) collections.set(String(id), String(name))
      }
      for await (const { data } of pagesOf('/articles')) for (const one of data) yield* readArticle(one, collections)
    },
  }
}

/** An article in each of its languages. */
function versionsOf(article: Json): { locale: string | null; title: unknown; body: unknown; url: unknown }[] {
  const translated = Object.entries((article.translated_content ?? {}) as Record<string, Json>).flatMap(
    ([locale, content]) =>
      content && typeof content === 'object' && content.body
        ? [{ locale, title: content.title, body: content.body, url: content.url ?? article.url }]
        : [],
  )
  if (translated.length > 0) return translated
  return [{ locale: article.default_locale ?? null, title: article.title, body: article.body, url: article.url }]
}
