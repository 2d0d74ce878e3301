import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonOf, SITE_ENV, startSite } from '#test/doubles/site.ts'
import { ok } from '#test/expect.ts'
import { importArticles } from '#test/fixtures/article-imports.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'

// Articles of help desks in all their languages, read from the inbox's settings.

const server = await startServer({ env: SITE_ENV })
const NOTHING = { created: 0, updated: 0, unchanged: 0, kept: 0, failed: 0 }

interface Listed {
  question: string
  body: string
  status: string
  locale: string | null
  collectionId: string | null
  translationGroupId: string | null
}

async function openStore() {
  const store = await makeStore(server, { settings: { helpCentre: { enabled: true, locales: ['en', 'de'] } } })
  const admin = await signInOwner(server, store)
  const list = async () => ok(await admin.get('/api/chat/articles?limit=100')) as Listed[]
  const names = async () => {
    const collections: { id: string; name: string }[] = ok(await admin.get('/api/chat/article-collections'))
    return new Map(collections.map(({ id, name }) => [id, name]))
  }
  return { admin, list, names }
}

test('Zendesk: articles of all languages with their sections, public ones without a token', async () => {
  const { admin, list, names } = await openStore()
  const desk = await startSite()
  const api = '/api/v2/help_center'
  desk.paths.set(`${api}/locales.json`, jsonOf({ locales: ['en-us', 'de'], default_locale: 'en-us' }))
  for (const [locale, section, words] of [
    ['en-us', 'Returns', ['Send it back', 'Where it goes']],
    ['de', 'Rückgabe', ['Zurückschicken', 'Wohin damit']],
  ] as const) {
    const list = words.map((title, n) => ({
      ...{ id: n + 1, title, section_id: 7, html_url: `${desk.url}/hc/${locale}/articles/${n + 1}-x` },
      body: `<h2>${title}</h2><p>Within <b>30</b> days. <a href="/hc/x" onclick="alert(1)">More</a></p><script>alert(1)</script>`,
    }))
    const first = `${api}/${locale}/articles.json?page[size]=100`
    const next = `${desk.url}${api}/${locale}/articles.json?page[after]=x`
    desk.paths.set(first, jsonOf({ articles: list.slice(0, 1), meta: { has_more: true }, links: { next } }))
    desk.paths.set(
      new URL(next).pathname + new URL(next).search,
      jsonOf({ articles: list.slice(1), meta: { has_more: false } }),
    )
    desk.paths.set(`${api}/${locale}/sections.json?page[size]=100`, jsonOf({ sections: [{ id: 7, name: section }] }))
  }
  const first = await importArticles(admin, { kind: 'zendesk', address: desk.url })
  assert.deepEqual([first.state, first.counts, first.problems], ['done', { ...NOTHING, created: 4 }, []])
  const called = await names()
  const articles = await list()
  assert.deepEqual(
    articles.map((one) => [one.question, one.locale, called.get(one.collectionId ?? ''), one.status, one.body]).sort(),
    [
      ['Send it back', null, 'Returns', 'draft', `Within **30** days. [More](${desk.url}/hc/x)`],
      ['Where it goes', null, 'Returns', 'draft', `Within **30** days. [More](${desk.url}/hc/x)`],
      ['Wohin damit', 'de', 'Rückgabe', 'draft', `Within **30** days. [More](${desk.url}/hc/x)`],
      ['Zurückschicken', 'de', 'Rückgabe', 'draft', `Within **30** days. [More](${desk.url}/hc/x)`],
    ],
  )
  const groupOf = (title: string) => articles.find(({ question }) => question === title)?.translationGroupId
  assert.ok(groupOf('Send it back'))
  assert.equal(groupOf('Send it back'), groupOf('Zurückschicken'))
  assert.deepEqual((await importArticles(admin, { kind: 'zendesk', address: desk.url })).counts, {
    ...NOTHING,
    unchanged: 4,
  })
  assert.equal((await list()).length, 4)
})

test('Intercom: articles with their translations and collections, with the token that is given', async () => {
  const { admin, list, names } = await openStore()
  const desk = await startSite()
  const token = 'Bearer secret-token'
  const picture = (n: number) => `<img src="${desk.url}/none.png?expires=${n}&signature=${n}" alt="None">`
  const tell = (n: number) => {
    const german = { type: 'article_content', title: 'Versand', body: `<p>Zwei Tage.</p>${picture(n)}`, state: 'draft' }
    const english = { type: 'article_content', title: 'Shipping', body: `<p>Two days.</p>${picture(n)}` }
    const article = {
      id: '5',
      parent_id: 9,
      default_locale: 'en',
      translated_content: { en: english, de: german, fr: null },
    }
    const plain = { id: '6', title: 'Plain', body: '<p>Plain words</p>', default_locale: 'en', translated_content: {} }
    const empty = { id: '7', title: 'Empty', body: '', default_locale: 'en' }
    const page = (data: object[], number: number) => jsonOf({ data, pages: { page: number, total_pages: 2 } }, token)
    desk.paths.set('/articles?per_page=100&page=1', page([article], 1))
    desk.paths.set('/articles?per_page=100&page=2', page([plain, empty], 2))
    desk.paths.set(
      '/help_center/collections?per_page=100&page=1',
      jsonOf({ data: [{ id: 9, name: 'Delivery' }] }, token),
    )
  }
  tell(1)
  const request = { kind: 'intercom', address: desk.url, token: 'secret-token' }
  const first = await importArticles(admin, request)
  assert.deepEqual([first.state, first.counts], ['done', { ...NOTHING, created: 3, failed: 1 }])
  const called = await names()
  const articles = await list()
  assert.deepEqual(
    articles.map((one) => [one.question, one.locale, called.get(one.collectionId ?? ''), one.status]).sort(),
    [
      ['Plain', null, undefined, 'draft'],
      ['Shipping', null, 'Delivery', 'draft'],
      ['Versand', 'de', 'Delivery', 'draft'],
    ],
  )
  assert.equal(new Set(articles.map((one) => one.translationGroupId)).size, 2)
  // Addresses of pictures that are signed for some hours differ each time.
  tell(2)
  assert.deepEqual((await importArticles(admin, request)).counts, { ...NOTHING, unchanged: 3, failed: 1 })
  const refused = await importArticles(admin, { ...request, token: 'wrong' })
  assert.deepEqual([refused.state, refused.counts], ['failed', NOTHING])
  assert.match(refused.problems[0]?.reason ?? '', /answered 401/)
  const kept = JSON.stringify(ok(await admin.get('/api/chat/article-imports')))
  assert.doesNotMatch(kept, /secret-token/)
})
