import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHOP } from '#core/sample-data/corpus.ts'
import { createClient } from '#test/clients/client.ts'
import { ok } from '#test/expect.ts'
import { getPage } from '#test/fixtures/help-centre.ts'
import { signIn } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// The demo store's help centre: articles in three languages, which its AI agent answers from.

const server = await startServer({ ownProcess: true, env: { DEMO: '1' } })
const HELP = '/help/tarn-timber'
const LOCALES = ['en', 'de', 'fr']
const PER_LOCALE = 25
const get = (path: string) => getPage(server.baseUrl + path)
interface Collection {
  id: string
  locale: string
  icon: string
  description: string
}
interface Article {
  question: string
  locale: string
  productId: string | null
  collectionId: string
  translationGroupId: string
}

/** What stands beside a name in what the first start printed. */
const printed = (name: string) => new RegExp(` ${name} +(\\S+)`).exec(server.logs())?.[1] ?? ''

/** Addresses on this service that a page leads to, without those for search engines. */
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map(([, path]) => path as string)

/** All pages of a language's home page and what they lead to, by path. */
async function walk(locale: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const left = [`${HELP}/${locale}`]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (pages.has(path)) continue
    const { status, text } = await get(path)
    assert.equal(status, 200, path)
    pages.set(path, text)
    if (path.startsWith(`${HELP}/${locale}/`) || path === `${HELP}/${locale}`) left.push(...linksOf(text))
  }
  return pages
}

/** The member that the first start made, signed in. */
function signInToDemo() {
  const [, email = '', password = ''] = /(\S+@tarn-and-timber\.example)\s+(\w+)/.exec(server.logs()) ?? []
  return signIn(server, email, password)
}

test('the first start names the help centre’s address', () => {
  assert.equal(printed('Help centre'), `${server.baseUrl}${HELP}`)
})

test('each language has 25 articles, and every link of every page leads to a page', async () => {
  for (const locale of LOCALES) {
    const pages = await walk(locale)
    const articles = [...pages].filter(([path]) => path.startsWith(`${HELP}/${locale}/articles/`))
    assert.equal(articles.length, PER_LOCALE, locale)
    for (const [path, html] of articles) {
      assert.match(html, /<meta name="description" content="[^"]{40,160}">/, path)
      for (const tag of LOCALES) assert.match(html, new RegExp(`<link rel="alternate" hreflang="${tag}"`), path)
      const body = /<div class="body">(.*?)<\/article>/s.exec(html)?.[1] ?? ''
      assert.ok(
        linksOf(body).some((link) => link.startsWith(`${HELP}/${locale}/articles/`)),
        `no links: ${path}`,
      )
      assert.doesNotMatch(body, /[#*|]{2}|\[!|\{#|\]\(/, path)
    }
  }
})

test('every article is in a collection with an emoji and a description, and is translated', async () => {
  const admin = await signInToDemo()
  const collections: Collection[] = ok(await admin.get('/api/chat/article-collections'))
  for (const locale of LOCALES) {
    const own = collections.filter((one) => one.locale === locale)
    assert.equal(own.length, 6)
    for (const { icon, description } of own) assert.ok(icon !== '' && description !== '')
  }
  const all: Article[] = ok(await admin.get('/api/chat/articles?limit=100'))
  const general = all.filter(({ productId }) => productId === null)
  assert.equal(general.length, PER_LOCALE * LOCALES.length)
  for (const { collectionId, locale, question } of general) {
    assert.equal(collections.find(({ id }) => id === collectionId)?.locale, locale, question)
  }
  const groups = Map.groupBy(general, ({ translationGroupId }) => translationGroupId)
  assert.equal(groups.size, PER_LOCALE)
  for (const [group, articles] of groups) {
    assert.deepEqual(articles.map(({ locale }) => locale).sort(), LOCALES.toSorted(), group)
  }
})

test('the search finds words of articles, not of the addresses that they link to', async () => {
  assert.match((await get(`${HELP}/de/search?q=Socken`)).text, /\/de\/articles\/wie-lose-ich-einen-rabattcode-ein"/)
  assert.doesNotMatch((await get(`${HELP}/de/search?q=articles`)).text, /<ul class="list">/)
})

test('an article that sample data has too begins with its answer', async () => {
  const visitor = await makeVisitor(server, { appId: printed('App ID') })
  const articles: { question: string; answer: string }[] = ok(await visitor.api.get('/storefront/articles?limit=50'))
  for (const { question, answer } of SHOP.faqs) {
    const article = articles.find((one) => one.question === question)
    assert.equal(article?.answer.split('\n')[0], answer)
  }
})

test('the AI agent answers from the articles in the customer’s language', async () => {
  const api = createClient(server.baseUrl, { 'x-api-key': printed('API key') })
  const asked = [
    ['en', 'What does shipping cost?', /€4\.90 for standard/],
    ['de', 'Wie lange dauert die Lieferung?', /2 bis 5 Werktage/],
    ['de', 'Wie wasche ich meine Daunenjacke?', /Schonwaschgang/],
    ['fr', 'Combien coûte la livraison ?', /4,90.€ en standard/],
    ['fr', 'Comment retourner un article ?', /30 jours à compter de la livraison/],
  ] as const
  for (const [locale, question, wanted] of asked) {
    const visitor = await makeVisitor(server, { appId: printed('App ID') }, { locale })
    const { conversation } = await visitor.say(question)
    const answer = await until('an answer', async () => {
      const lines = ok(await api.get(`/chat/conversations/${conversation.id}/messages?limit=100`))
      return lines.find(({ isBot, isNote }: { isBot: boolean; isNote: boolean }) => isBot && !isNote)
    })
    assert.match(answer.text, wanted)
    assert.ok(answer.chatbotFaqs[0].url.startsWith(`${server.baseUrl}${HELP}/${locale}/articles/`))
  }
})
