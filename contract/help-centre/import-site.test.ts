import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SITE_ENV, type Site, sitemapOf, sitePage, startSite } from '#test/doubles/site.ts'
import { ok, readPages, refused } from '#test/expect.ts'
import { importArticles } from '#test/fixtures/article-imports.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { pictureOf } from '#test/fixtures/pictures.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Articles of a site, read from the inbox's settings: everything arrives as a draft, and nothing twice.

const server = await startServer({ env: SITE_ENV })
const PAGES = 500
const NOTHING = { created: 0, updated: 0, unchanged: 0, kept: 0, failed: 0 }
const PATH = '/api/chat/article-imports'

type Listed = { id: string; question: string; body: string; status: string; locale: string | null; answer: string }

async function openStore(settings: object = {}) {
  const store = await makeStore(server, {
    settings: { helpCentre: { enabled: true, locales: ['en', 'de'], ...settings } },
  })
  const admin = await signInOwner(server, store)
  const list = async () => (await readPages(admin, '/api/chat/articles?limit=100')).flat() as Listed[]
  return { store, admin, list }
}

const textOf = (n: number) =>
  `<p>You may send kayak ${n} back within ${n + 30} days, for whatever reason, as long as it floats.</p>
   <h2>What it costs</h2><ul><li>Nothing, in the first week</li><li>Afterwards, <b>${n} crowns</b></li></ul>
   <p>See the <a href="/help/page-${(n + 1) % PAGES}?a=1&amp;b=2">next page</a>, or write to us.</p>`

/** A site with a sitemap of sitemaps. */
async function makeSite(pages = PAGES): Promise<Site> {
  const site = await startSite()
  const addresses = Array.from({ length: pages }, (_, n) => `${site.url}/help/page-${n}`)
  for (let n = 0; n < pages; n++) site.paths.set(`/help/page-${n}`, sitePage(`Returning kayak ${n}`, textOf(n)))
  const parts = [0, 1, 2].map((part) => addresses.filter((_, n) => n % 3 === part))
  for (const [n, part] of parts.entries()) site.paths.set(`/sitemap-${n}.xml`, sitemapOf(part))
  const elsewhere = ['https://elsewhere.example/page', `${site.url}/picture.jpg`, 'javascript:alert(1)']
  site.paths.set('/sitemap-3.xml', sitemapOf([...elsewhere, `${site.url}/shop/kayak`]))
  const index = [0, 1, 2, 3].map((n) => `<sitemap><loc>${site.url}/sitemap-${n}.xml</loc></sitemap>`).join('')
  site.paths.set('/sitemap.xml', { type: 'text/xml', body: `<sitemapindex>${index}</sitemapindex>` })
  site.paths.set('/help', sitePage('Help', '<p>All of it</p>'))
  return site
}

test(`a site of ${PAGES} pages arrives as drafts, and a second run changes and doubles nothing`, async (t) => {
  const { admin, list } = await openStore()
  const site = await makeSite()
  const began = performance.now()
  const first = await importArticles(admin, { kind: 'site', address: `${site.url}/help` })
  const took = performance.now() - began
  assert.deepEqual([first.state, first.found, first.problems], ['done', PAGES, []])
  assert.deepEqual(first.counts, { ...NOTHING, created: PAGES })
  const articles = await list()
  const right = articles.filter(({ question, body, status, locale }) => {
    const n = Number(/^Returning kayak (\d+)$/.exec(question)?.[1])
    const said = [
      `You may send kayak ${n} back within ${n + 30} days, for whatever reason, as long as it floats.`,
      '# What it costs',
      `-   Nothing, in the first week\n-   Afterwards, **${n} crowns**`,
      `See the [next page](${site.url}/help/page-${(n + 1) % PAGES}?a=1&b=2), or write to us.`,
    ]
    return body === said.join('\n\n') && status === 'draft' && locale === null
  })
  assert.equal(right.length, PAGES, JSON.stringify(articles[0]))
  assert.equal(new Set(articles.map(({ question }) => question)).size, PAGES)

  const again = await importArticles(admin, { kind: 'site', address: `${site.url}/sitemap.xml` })
  assert.deepEqual(again.counts, { ...NOTHING, unchanged: PAGES, failed: 1 })
  assert.deepEqual(again.problems, [
    { from: `${site.url}/shop/kayak`, reason: `${new URL(site.url).host} answered 404` },
  ])
  const doubles = (await list()).length - PAGES
  assert.equal(doubles, 0)
  t.diagnostic(`${PAGES} pages in ${Math.round(took)} ms, ${right.length} right, ${doubles} doubles`)
})

test('what changed there is updated, unless a member has changed it here', async () => {
  const { admin, list } = await openStore()
  const site = await makeSite(4)
  const address = `${site.url}/help`
  await importArticles(admin, { kind: 'site', address })
  const before = new Map((await list()).map((one) => [one.question, one.id]))
  const idOf = (n: number) => before.get(`Returning kayak ${n}`) as string
  ok(await admin.patch(`/api/chat/articles/${idOf(0)}`, { body: 'Our own words.' }))
  ok(await admin.patch(`/api/chat/articles/${idOf(1)}`, { status: 'published' }))
  for (const n of [0, 1, 2])
    site.paths.set(`/help/page-${n}`, sitePage(`Returning kayak ${n}`, '<p>New words, and more of them.</p>'))
  const again = await importArticles(admin, { kind: 'site', address })
  assert.deepEqual(again.counts, { ...NOTHING, kept: 1, updated: 2, unchanged: 1 })
  const after = new Map((await list()).map((one) => [one.id, one]))
  assert.equal(after.size, 4)
  assert.equal(after.get(idOf(0))?.body, 'Our own words.')
  assert.deepEqual(
    [after.get(idOf(1))?.body, after.get(idOf(1))?.status],
    ['New words, and more of them.', 'published'],
  )
  assert.deepEqual([after.get(idOf(2))?.body, after.get(idOf(2))?.status], ['New words, and more of them.', 'draft'])
})

test('pictures are copied once; a file that is not a picture stays a link', async () => {
  const { store, admin, list } = await openStore()
  const site = await startSite()
  site.paths.set('/boat.jpg', { type: 'image/jpeg', body: await pictureOf('rotated.jpg') })
  site.paths.set('/fake.png', { type: 'image/png', body: '<svg onload=alert(1)>' })
  const pictures =
    '<p>Look at it: <img src="/boat.jpg" alt="A boat"></p><img src="/fake.png" alt="Fake"><img src="/none.png">'
  const page = (words: string) => sitePage('Boats', `<p>${words}, with a paddle, and a seat.</p>${pictures}`)
  site.paths.set('/boats', page('One'))
  const first = await importArticles(admin, { kind: 'site', address: `${site.url}/boats` })
  assert.deepEqual(first.counts, { ...NOTHING, created: 1 })
  assert.equal(first.problems.length, 2, JSON.stringify(first.problems))
  const [article] = await list()
  const id = /!\[A boat\]\(\/files\/([\w-]+)\)/.exec(article?.body ?? '')?.[1]
  assert.ok(id, article?.body)
  assert.match(article?.body ?? '', new RegExp(`!\\[Fake\\]\\(${site.url}/fake.png\\)`))
  ok(await admin.patch(`/api/chat/articles/${article?.id}`, { status: 'published' }))
  const { settings } = ok(await store.operator.get(`/operator/stores/${store.shopId}`))
  const shown = await fetch(`${server.baseUrl}/help/${settings.helpCentre.handle}/files/${id}`)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/webp'])

  site.paths.set('/boats', page('Two'))
  assert.deepEqual((await importArticles(admin, { kind: 'site', address: `${site.url}/boats` })).counts, {
    ...NOTHING,
    updated: 1,
  })
  assert.match((await list())[0]?.body ?? '', new RegExp(`Two, with[^]*/files/${id}\\)`))
  assert.equal(site.asked.filter((path) => path === '/boat.jpg').length, 1)
})

test('redirects are followed to the same end, and to no private address', async () => {
  const { admin, list } = await openStore()
  const site = await startSite()
  site.paths.set('/old', { location: '/new' })
  site.paths.set('/new', sitePage('Moved', '<p>It has moved, as things do, to another place.</p>'))
  assert.equal((await importArticles(admin, { kind: 'site', address: `${site.url}/old` })).counts.created, 1)
  assert.deepEqual(
    (await list()).map(({ question }) => question),
    ['Moved'],
  )
  for (const [location, reason] of [
    ['http://10.0.0.1/', /10\.0\.0\.1 is not a public address/],
    ['file:///etc/passwd', /not an address of the web/],
    ['http://me:secret@127.0.0.1/', /user name or password/],
    ['/round', /redirects more than 5 times/],
  ] as const) {
    site.paths.set('/round', { location })
    const ended = await importArticles(admin, { kind: 'site', address: `${site.url}/round` })
    assert.deepEqual([ended.state, ended.counts], ['failed', NOTHING])
    assert.match(ended.problems[0]?.reason ?? '', reason)
  }
  for (const address of ['http://[::1]/', 'http://169.254.169.254/latest'])
    assert.match(
      (await importArticles(admin, { kind: 'site', address })).problems[0]?.reason ?? '',
      /not a public address/,
    )
})

test('a store has one import at a time, which can be cancelled, and run again', async () => {
  const { admin, list } = await openStore()
  const site = await makeSite(9)
  site.paths.set('/help/page-8', { hangs: true })
  const request = { kind: 'site', address: `${site.url}/help` }
  const { id } = ok(await admin.post(PATH, request), 201)
  assert.match(refused(await admin.post(PATH, request), 400, 'INVALID_PARAMS'), /Another import is running/)
  await until('some articles', async () => (await list()).length >= 6)
  assert.equal(ok(await admin.post(`${PATH}/${id}/cancel`)).state, 'cancelled')
  site.paths.set('/help/page-8', sitePage('Returning kayak 8', textOf(8)))
  const again = await importArticles(admin, request)
  assert.deepEqual([again.state, again.counts.created + again.counts.unchanged, (await list()).length], ['done', 9, 9])
  const log = ok(await admin.get('/api/chat/audit-log')).map(({ action }: { action: string }) => action)
  assert.equal(log.filter((action: string) => action === 'article_import.started').length, 2)
  assert.equal(log.filter((action: string) => action === 'article_import.cancelled').length, 1)
})

test('an import that the service’s end interrupts says so, and can be run again', async () => {
  const own = await startServer({ env: SITE_ENV })
  const store = await makeStore(own)
  const admin = await signInOwner(own, store)
  const site = await makeSite(5)
  site.paths.set('/help/page-4', { hangs: true })
  const { id } = ok(await admin.post(PATH, { kind: 'site', address: `${site.url}/help` }), 201)
  await until('the page that hangs', () => site.asked.includes('/help/page-4'))
  await own.restart()
  const [found] = ok(await admin.get(PATH))
  assert.deepEqual([found.id, found.state], [id, 'interrupted'])
  site.paths.set('/help/page-4', sitePage('Returning kayak 4', textOf(4)))
  const again = await importArticles(admin, { kind: 'site', address: `${site.url}/help` })
  assert.equal(again.counts.created + again.counts.unchanged, 5)
})

test('what is not known for a kind, or cannot be read, is refused', async () => {
  const { admin } = await openStore()
  for (const [body, words] of [
    [{ kind: 'site' }, /address is required/],
    [{ kind: 'site', address: 'ftp://x' }, /not an address of the web/],
    [{ kind: 'site', address: 'https://me:secret@shop.example' }, /user name or password/],
    [{ kind: 'intercom' }, /token is required/],
    [{ kind: 'files' }, /fileIds is required/],
    [{ kind: 'files', fileIds: ['none'] }, /choose the files again/],
  ] as const)
    assert.match(refused(await admin.post(PATH, body), 400, 'INVALID_PARAMS'), words)
  refused(await admin.post(`${PATH}/none/cancel`), 404, 'NOT_FOUND')
})
