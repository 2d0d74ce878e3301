import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Parser } from 'htmlparser2'
import { DocumentReader } from '#core/article-import/reading/document-reader.ts'
import { renderBody } from '#core/knowledge/render-article.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { SITE_ENV, sitemapOf, startSite } from '#test/doubles/site.ts'
import { ok } from '#test/expect.ts'
import { importArticles } from '#test/fixtures/article-imports.ts'
import { makeHelpStore } from '#test/fixtures/help-centre.ts'
import { FOREIGN, hostileMarkdown, hostilePage } from '#test/fixtures/hostile-pages.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'

// What strangers wrote, once it is an article: nothing of it runs, and no page asks another host for anything.

const CASES = 800
const ELEMENTS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li a strong em s code pre blockquote table thead tbody tr th td img br hr div'.split(' '),
)
const ATTRIBUTES = new Set(
  'id href rel class src alt title width height loading decoding tabindex start style'.split(' '),
)
const browser = await openBrowser()

/** What of a rendered article is not allowed. */
function faultsOf(html: string): string[] {
  const faults: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!ELEMENTS.has(name)) faults.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!ATTRIBUTES.has(attribute)) faults.push(`${name} ${attribute}`)
        if (attribute === 'style' && !/^text-align:(left|right|center)$/.test(value)) faults.push(`style ${value}`)
        if (attribute === 'src' && !value.startsWith('/own/')) faults.push(`src ${value}`)
        if (attribute === 'href' && !/^(https?:\/\/|mailto:|tel:|[/#?.]|[^:]*$)/i.test(value))
          faults.push(`href ${value}`)
      }
    },
    oncomment: (text) => void faults.push(`<!--${text}`),
    onprocessinginstruction: (name) => void faults.push(name),
  })
  parser.end(html)
  return faults
}

const render = (body: string) =>
  renderBody(body, {
    locale: 'en',
    picture: (id) => ({ url: `/own/${id}`, width: 1, height: 1 }),
  })

test(`of ${2 * CASES} hostile pages and files no script, handler or foreign picture is left`, async (t) => {
  const reader = new DocumentReader()
  after(() => reader.close())
  const faults: string[] = []
  let [read, longest] = [0, 0]
  for (let n = 0; n < CASES; n++) {
    const { markdown } = await reader.read('page', { html: hostilePage(n), address: 'https://site.example/page' })
    if (/Boats float/.test(markdown)) read++
    else faults.push(`page ${n} lost its text: ${markdown.slice(0, 200)}`)
    for (const [kind, body] of [
      ['page', markdown],
      ['file', hostileMarkdown(n)],
    ] as const) {
      const began = performance.now()
      const html = render(body)
      longest = Math.max(longest, performance.now() - began)
      faults.push(...faultsOf(html).map((fault) => `${kind} ${n}: ${fault}`))
    }
  }
  assert.deepEqual(faults, [])
  assert.equal(read, CASES, 'each page kept its text')
  t.diagnostic(`${2 * CASES} cases, ${faults.length} faults, the slowest rendered in ${Math.round(longest)} ms`)
})

test('the check finds what it looks for', () => {
  assert.deepEqual(
    faultsOf('<p onclick="x"><script>1</script><img src="https://a.example/x.png"><a href="javascript:x">'),
    ['p onclick', '<script>', 'src https://a.example/x.png', 'href javascript:x'],
  )
})

test('in a browser their pages run nothing, and ask no other host', { skip }, async () => {
  const server = await startServer({ env: SITE_ENV })
  const store = await makeHelpStore(server)
  const admin = await signInOwner(server, store)
  const site = await startSite()
  const numbers = Array.from({ length: 60 }, (_, n) => n)
  site.paths.set('/sitemap.xml', sitemapOf(numbers.map((n) => `${site.url}/page-${n}`)))
  for (const n of numbers) site.paths.set(`/page-${n}`, hostilePage(n))
  const { counts } = await importArticles(admin, { kind: 'site', address: `${site.url}/sitemap.xml` })
  assert.equal(counts.created, numbers.length)
  const articles = ok(await admin.get('/api/chat/articles?limit=100'))
  const page = await browser.newPage()
  const outside: string[] = []
  page.on('dialog', (dialog) => {
    outside.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(server.baseUrl)) outside.push(request.url())
  })
  for (const { id, slug } of articles) {
    ok(await admin.patch(`/api/chat/articles/${id}`, { status: 'published' }))
    await page.goto(`${server.baseUrl}${store.help}/en/articles/${encodeURIComponent(slug)}`)
    assert.match(await page.title(), /^Page \d+/)
    assert.match(await page.innerText('main'), /Boats float/)
  }
  assert.deepEqual(outside, [])
  assert.equal(page.url().includes(FOREIGN), false)
})
