import { readFile } from 'node:fs/promises'
import { newId } from '#base/ids.ts'
import { slugOf } from '#base/slugs.ts'
import type { Caller } from '#core/caller.ts'
import { articleRow, completeTexts } from '#core/knowledge/store-article.ts'
import { type ArticleRow, lockArticles, saveArticles } from '#storage/knowledge/articles.ts'
import { type CollectionOfArticles, saveCollection } from '#storage/knowledge/collections.ts'
import { takeTurn } from '#storage/locks.ts'
import { SHOP } from './corpus.ts'
import { Seed } from './random.ts'

/** The languages of the demo store's help centre: each has its file in data/. */
export const HELP_LOCALES = ['en', 'de', 'fr']

/** A collection as a file in data/ has it. */
interface WrittenCollection {
  icon: string
  name: string
  description: string
  articles: WrittenArticle[]
}

interface WrittenArticle {
  /** Translations of each other have the same one. */
  key: string
  title: string
  description: string
  /** Links to other articles are written `#key`. */
  body: string
}

/** A file of data/ in the form that its first lines describe. */
function parseHelpCentre(text: string): WrittenCollection[] {
  const [, ...collections] = text.split(/^# /m)
  return collections.map((part) => {
    const [head = '', ...articles] = part.split(/^## /m)
    const [heading, description] = cutAt(head, '\n')
    const [icon, name] = cutAt(heading, ' ')
    return { icon, name, description, articles: articles.map(parseArticle) }
  })
}

function parseArticle(text: string): WrittenArticle {
  const [heading, rest] = cutAt(text, '\n')
  const [title, key] = cutAt(heading.replace(/\}$/, ''), ' {#')
  const [description, body] = cutAt(rest.replace(/^> /, ''), '\n')
  // Below a collection and its title, an article's own headings stand two levels lower than they will on its page.
  return { key, title, description, body: body.replaceAll(/^##(?=# )/gm, '') }
}

function cutAt(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + mark.length).trim()]
}

/** Collections and articles in all languages, as they are stored. */
interface MadeHelpCentre {
  collections: Omit<CollectionOfArticles, 'position'>[]
  articles: ArticleRow[]
}

/** Makes the articles for a help centre at this handle. Those that the sample data has too take the place of these. */
export async function makeHelpCentre(handle: string, now: Date): Promise<MadeHelpCentre> {
  const made: MadeHelpCentre = { collections: [], articles: [] }
  for (const locale of HELP_LOCALES) {
    const file = new URL(`data/help-centre.${locale}.md`, import.meta.url)
    const written = parseHelpCentre(await readFile(file, 'utf8'))
    const all = written.flatMap(({ articles }) => articles)
    const addresses = new Map(all.map(({ key, title }) => [key, slugOf(title, key)]))
    const linked = (body: string) =>
      body.replaceAll(/\]\(#([a-z-]+)\)/g, (_, key) => `](/help/${handle}/${locale}/articles/${addresses.get(key)})`)
    for (const { icon, name, description, articles } of written) {
      const id = newId()
      made.collections.push({ id, locale, name, slug: slugOf(name, 'collection'), description, icon })
      for (const { key, title, description, body } of articles) {
        const texts = completeTexts({ question: title, body: linked(body) })
        const place = { locale, slug: addresses.get(key) as string, collectionId: id, translationGroupId: key }
        const row = { ...place, body: texts.body, description, updatedAt: now }
        made.articles.push(articleRow({ id: idOf(title), question: title, answer: texts.answer }, row))
      }
    }
  }
  return made
}

/** All at once: the first start of the service waits for it. */
export async function storeHelpCentre({ shop }: Caller, { collections, articles }: MadeHelpCentre): Promise<void> {
  const ids = articles.map(({ id }) => id)
  await shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    for (const collection of collections) await saveCollection(tx, collection)
    await saveArticles(tx, articles, await lockArticles(tx, ids))
  })
}

/** The id that an article has in sample data; a new one where it is not there. */
function idOf(title: string): string {
  const number = SHOP.faqs.findIndex(({ question }) => question === title)
  return number < 0 ? newId() : new Seed(1).id('faq', number)
}
