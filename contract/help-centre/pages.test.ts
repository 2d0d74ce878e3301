import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { getPage, makeHelpStore } from '#test/fixtures/help-centre.ts'
import { shareServer } from '#test/service/server.ts'

// Contract 14: help pages as readers, search engines and assistants get them.

const server = await shareServer()
const storePath = ({ shopId }: { shopId: string }) => `/operator/stores/${shopId}`

test('spec C14.1: a store has a handle of its name, which stays when it is renamed', async () => {
  const name = `Café Öl & Söhne ${process.pid}`
  const [one, two] = [await makeStore(server, { name }), await makeStore(server, { name })]
  const handleOf = async (store: typeof one) => ok(await store.operator.get(storePath(store))).settings.helpCentre
  assert.deepEqual(await handleOf(one), {
    enabled: false,
    handle: `cafe-ol-sohne-${process.pid}`,
    domain: null,
    locales: ['en'],
  })
  assert.equal((await handleOf(two)).handle, `cafe-ol-sohne-${process.pid}-2`)
  ok(await one.operator.patch(storePath(one), { name: 'Other' }))
  assert.equal((await handleOf(one)).handle, `cafe-ol-sohne-${process.pid}`)
})

test('spec C14.1: a malformed or taken handle is refused, a former one is free at once and leads nowhere', async () => {
  const [one, two] = [await makeHelpStore(server), await makeHelpStore(server)]
  const set = (store: typeof one, helpCentre: object) =>
    store.operator.patch(storePath(store), { settings: { helpCentre } })
  for (const handle of ['', '-a', 'a-', 'A', 'a b', 'ä', 'a'.repeat(64), null, 3]) {
    refused(await set(one, { handle }), 400, 'INVALID_PARAMS')
  }
  refused(await set(one, { handle: two.help.slice(6) }), 400, 'INVALID_PARAMS')
  const fresh = `fresh-${process.pid}`
  ok(await set(one, { handle: fresh }))
  assert.equal((await one.get('')).status, 404)
  assert.equal((await getPage(`${server.baseUrl}/help/${fresh}/en`)).status, 200)
  ok(await set(two, { handle: one.help.slice(6) }))
  assert.equal((await one.get('/en')).status, 200)
})

test('spec C14.1: languages are 1 to 50 different tags, a domain is a host name in lower case', async () => {
  const store = await makeHelpStore(server)
  const set = (helpCentre: object) => store.operator.patch(storePath(store), { settings: { helpCentre } })
  const many = Array.from({ length: 51 }, (_, i) => `en-a${String(i).padStart(4, '0')}`)
  for (const locales of [[], ['english!'], ['en', 'EN'], ['x'], many, 'en']) {
    refused(await set({ locales }), 400, 'INVALID_PARAMS')
  }
  for (const domain of [
    'Help.shop.example',
    'localhost',
    '127.0.0.1',
    'a b.example',
    'https://a.example',
    'a.example:80',
    '',
  ]) {
    refused(await set({ domain }), 400, 'INVALID_PARAMS')
  }
  assert.deepEqual(ok(await set({ locales: ['de-at', 'EN'] })).settings.helpCentre.locales, ['de-AT', 'en'])
})

test('spec C14.2: the help centre leads to the reader’s language', async () => {
  const store = await makeHelpStore(server, { locales: ['en', 'de', 'pt-BR'] })
  const languages: [string | undefined, string][] = [
    [undefined, 'en'],
    ['de-AT', 'de'],
    ['fr;q=0.9, de;q=0.2', 'de'],
    ['en;q=0.1, de;q=0.5', 'de'],
    ['pt', 'pt-BR'],
    ['de;q=0, *', 'en'],
    ['xx, garbage;;q=, =', 'en'],
  ]
  for (const [language, locale] of languages) {
    const page = await store.get('', language === undefined ? {} : { 'accept-language': language })
    assert.deepEqual(
      [page.status, page.header('location'), page.header('vary')],
      [302, `${store.help}/${locale}`, 'Accept-Language'],
      language,
    )
  }
})

test('spec C14.3: off, uninstalled or unknown it is 404, as a page, or as JSON where that is asked for', async () => {
  const store = await makeHelpStore(server)
  const off = await makeStore(server)
  const { handle } = ok(await off.operator.get(storePath(off))).settings.helpCentre
  ok(await store.operator.post(`${storePath(store)}/uninstall`))
  for (const path of [
    `/help/${handle}`,
    `/help/${handle}/en`,
    `${store.help}/en`,
    '/help/nobody-at-all/en',
    '/help',
    '/help/Ä/en',
  ]) {
    const page = await getPage(server.baseUrl + path)
    assert.equal(page.status, 404, path)
    assert.match(page.type, /^text\/html/)
    assert.match(page.text, /<meta name="robots" content="noindex">/)
    const json = await getPage(server.baseUrl + path, { accept: 'application/json' })
    assert.equal(json.status, 404)
    assert.deepEqual(Object.keys(JSON.parse(json.text)), ['error'])
  }
  ok(await store.operator.post(`${storePath(store)}/install`))
  assert.equal((await store.get('/en')).status, 200)
})

const BODY = `Parcels leave **daily**.

| Country | Days |
|---|---|
| Norway | 3 |

<script>alert(1)</script>

![A van](https://elsewhere.example/van.png)

[Trick](javascript:alert(1))
`
const SHIPPING = {
  id: 'ship',
  question: 'Shipping & delivery',
  body: BODY,
  answer: 'Parcels leave daily.',
  collection: 'Orders',
}

test('spec C14.4: an article is a page: CommonMark with tables, HTML as text, foreign pictures as links', async () => {
  const store = await makeHelpStore(server, { articles: [SHIPPING] })
  const page = await store.get('/en/articles/shipping-delivery')
  assert.equal(page.status, 200, page.text)
  assert.match(page.type, /^text\/html; charset=utf-8$/)
  assert.match(page.text, /<h1>Shipping &amp; delivery<\/h1>/)
  assert.match(page.text, /<strong>daily<\/strong>/)
  assert.match(page.text, /<td>Norway<\/td>/)
  assert.match(page.text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  assert.match(page.text, /<a href="https:\/\/elsewhere\.example\/van\.png" rel="noopener">A van<\/a>/)
  assert.doesNotMatch(page.text, /<img|href="javascript/)
  assert.equal(page.header('set-cookie'), undefined)
  assert.match(page.header('content-security-policy') ?? '', /default-src 'none'/)
  assert.match(
    page.text,
    new RegExp(`<link rel="canonical" href="${server.baseUrl}${store.help}/en/articles/shipping-delivery">`),
  )
  const collection = await store.get('/en/collections/orders')
  assert.match(collection.text, /Shipping &amp; delivery/)
  const home = await store.get('/en')
  assert.match(home.text, /\/en\/collections\/orders"/)
})

test('spec C14.4: pages have an ETag; what is unchanged is 304', async () => {
  const store = await makeHelpStore(server, { articles: [SHIPPING] })
  const first = await store.get('/en/articles/shipping-delivery')
  const etag = first.header('etag') as string
  assert.match(etag, /^"/)
  assert.equal((await store.get('/en/articles/shipping-delivery', { 'if-none-match': etag })).status, 304)
  await store.write({ ...SHIPPING, answer: 'Parcels leave weekly.', body: 'Parcels leave weekly.' })
  assert.equal((await store.get('/en/articles/shipping-delivery', { 'if-none-match': etag })).status, 200)
})

test('spec C14.5: Markdown comes for .md and where Accept prefers it', async () => {
  const store = await makeHelpStore(server, { articles: [SHIPPING] })
  const paths = ['/en', '/en/collections/orders', '/en/articles/shipping-delivery']
  for (const path of paths) {
    const markdown = await store.get(`${path}.md`)
    assert.equal(markdown.status, 200, path)
    assert.match(markdown.type, /^text\/markdown/)
    assert.match(markdown.text, /^# /)
    for (const [accept, type] of [
      ['text/markdown', 'markdown'],
      ['text/html;q=0.5, text/markdown', 'markdown'],
      ['*/*', 'html'],
      ['text/html, text/markdown', 'html'],
      ['text/markdown;q=0.2, text/html', 'html'],
    ] as const) {
      const page = await store.get(path, { accept })
      assert.match(page.type, new RegExp(`^text/${type}`), `${path} ${accept}`)
      assert.match(page.header('vary') ?? '', /\bAccept\b/)
    }
  }
  assert.match((await store.get('/en/articles/shipping-delivery.md')).text, /\| Norway \| 3 \|/)
})

test('spec C14.6: a former slug leads to the new one, .md to .md; a removed article is gone until another takes its slug', async () => {
  const store = await makeHelpStore(server)
  await store.write({ id: 'a', question: 'One', answer: 'Text', slug: 'first' })
  await store.write({ id: 'a', question: 'One', answer: 'Text', slug: 'second' })
  await store.write({ id: 'a', question: 'Renamed', answer: 'Text' }) // keeps its own
  const moved = await store.get('/en/articles/first')
  assert.deepEqual([moved.status, moved.header('location')], [301, `${store.help}/en/articles/second`])
  const movedMd = await store.get('/en/articles/first.md')
  assert.deepEqual([movedMd.status, movedMd.header('location')], [301, `${store.help}/en/articles/second.md`])
  await store.write({ id: 'a', question: 'Renamed', answer: 'Text', status: 'draft' })
  for (const slug of ['first', 'second']) assert.equal((await store.get(`/en/articles/${slug}`)).status, 404)
  await store.write({ id: 'b', question: 'Never', answer: 'Text', status: 'draft' })
  await remove(store, 'a', 'b')
  for (const slug of ['first', 'second']) {
    const gone = await store.get(`/en/articles/${slug}`)
    assert.equal(gone.status, 410)
    assert.match(gone.text, /noindex/)
  }
  assert.equal((await store.get('/en/articles/never')).status, 404)
  await store.write({ id: 'c', question: 'First', answer: 'New text' })
  assert.match((await store.get('/en/articles/first')).text, /New text/)
})

test('spec C14.7: slugs are made of titles, one of each language; malformed and taken ones are refused', async () => {
  const store = await makeHelpStore(server)
  await store.write(
    { id: '1', question: 'What’s new?', answer: 'x' },
    { id: '2', question: 'What’s new?', answer: 'x' },
    { id: '3', question: 'What’s new?', answer: 'x', locale: 'de' },
    { id: '4', question: '配送について', answer: 'x' },
    { id: '5', question: '???', answer: 'x' },
  )
  for (const path of [
    '/en/articles/what-s-new',
    '/en/articles/what-s-new-2',
    '/de/articles/what-s-new',
    `/en/articles/${encodeURIComponent('配送について')}`,
  ]) {
    assert.equal((await store.get(path)).status, 200, path)
  }
  const bad = ['', '-a', 'a-', 'a--b', 'A', 'a b', 'a.md', 'a/b', 'x'.repeat(101), 'what-s-new']
  const { rejected } = await importLines(
    store,
    bad.map((slug, i) => ({ kind: 'faq', data: { id: `bad${i}`, question: 'Q', answer: 'A', slug } })),
  )
  assert.deepEqual(
    rejected.map(({ line }: { line: number }) => line),
    bad.map((_, i) => i + 1),
  )
})

test('spec C14.8: titles and texts come from the body where it is alone', async () => {
  const store = await makeHelpStore(server)
  await store.write(
    { id: 'h', body: 'Intro line.\n\n# The *title*\n\nMore **text**.' },
    { id: 'l', body: 'First line\nsecond line\n\nMore.' },
    { id: 'p', question: 'Plain', answer: '**not bold** <b>\n\nhttps://a.example/x' },
  )
  const heading = await store.get('/en/articles/the-title')
  assert.match(heading.text, /<h1>The title<\/h1>/)
  assert.equal(heading.text.match(/The title<\/h/g)?.length, 1)
  assert.match(heading.text, /<p>Intro line\.<\/p>/)
  assert.match((await store.get('/en/articles/first-line')).text, /<h1>First line<\/h1>/)
  const plain = await store.get('/en/articles/plain')
  assert.match(plain.text, /<p>\*\*not bold\*\* &lt;b&gt;<\/p>/)
  const { rejected } = await importLines(store, [
    { kind: 'faq', data: { id: 'x' } },
    { kind: 'faq', data: { id: 'y', question: 'Only a question' } },
    { kind: 'faq', data: { id: 'z', body: '   ' } },
  ])
  assert.equal(rejected.length, 3)
})

test('spec C14.9: drafts, private articles and those on products are on no page, sitemap, search or llms.txt', async () => {
  const store = await makeHelpStore(server)
  await importLines(store, [
    { kind: 'product', data: { id: 'tent', title: 'Tent', priceRange: { min: eur, max: eur } } },
  ])
  const hidden = [
    { id: 'd', question: 'Zebra draft', answer: 'zebra', status: 'draft', collection: 'Hidden' },
    { id: 'p', question: 'Zebra private', answer: 'zebra', private: true, collection: 'Hidden' },
    { id: 't', question: 'Zebra product', answer: 'zebra', productId: 'tent', collection: 'Hidden' },
  ]
  await store.write(...hidden, { id: 'o', question: 'Zebra open', answer: 'zebra' })
  for (const path of ['/en', '/en.md', '/en/search?q=zebra', '/sitemap.xml', '/llms.txt']) {
    const { text } = await store.get(path)
    assert.match(text, /[Zz]ebra.open/, path)
    assert.doesNotMatch(text, /[Zz]ebra.(draft|private|product)|[Hh]idden"/, path)
  }
  for (const slug of ['zebra-draft', 'zebra-private', 'zebra-product']) {
    assert.equal((await store.get(`/en/articles/${slug}`)).status, 404, slug)
  }
  assert.equal((await store.get('/en/collections/hidden')).status, 404)
})
const eur = { amount: '1.00', currencyCode: 'EUR' }

test('spec C14.10: translations of a group lead to each other; a second one of a language is refused', async () => {
  const store = await makeHelpStore(server)
  await store.write(
    { id: 'en', question: 'Returns', answer: 'x', translationGroupId: 'g' },
    { id: 'de', question: 'Rückgabe', answer: 'x', translationGroupId: 'g', locale: 'de' },
  )
  const { text } = await store.get('/en/articles/returns')
  const at = `${server.baseUrl}${store.help}`
  for (const [tag, path] of [
    ['en', '/en/articles/returns'],
    ['de', '/de/articles/ruckgabe'],
    ['x-default', '/en/articles/returns'],
  ]) {
    assert.ok(text.includes(`<link rel="alternate" hreflang="${tag}" href="${at}${path}">`), tag)
  }
  const sitemap = await store.get('/sitemap.xml')
  assert.match(sitemap.type, /xml/)
  assert.ok(sitemap.text.includes(`<loc>${at}/de/articles/ruckgabe</loc>`))
  const second = { id: 'x', question: 'Again', answer: 'x', translationGroupId: 'g', locale: 'de' }
  assert.equal((await importLines(store, [{ kind: 'faq', data: second }])).rejected.length, 1)
})

test('spec C14.11: the search finds articles of its language; a long query is cut, an empty one shows the form', async () => {
  const store = await makeHelpStore(server, {
    articles: [SHIPPING, { id: 'd', question: 'Versand', answer: 'Pakete nach Norway', locale: 'de' }],
  })
  const found = await store.get('/en/search?q=norway')
  assert.match(found.text, /Shipping &amp; delivery/)
  assert.doesNotMatch(found.text, /Versand/)
  assert.match(found.text, /noindex/)
  assert.equal((await store.get(`/en/search?q=${'a'.repeat(5_000)}`)).status, 200)
  const empty = await store.get('/en/search?q=')
  assert.match(empty.text, /<input type="search"/)
  assert.doesNotMatch((await store.get('/en/search?q=%3Cscript%3E')).text, /<script>/)
})

test('spec C14.12: whether an article helped is taken from the form and leads back', async () => {
  const store = await makeHelpStore(server, { articles: [SHIPPING] })
  const url = `${server.baseUrl}${store.help}/en/articles/shipping-delivery/helpful`
  for (const helpful of ['yes', 'no']) {
    const page = await getPage(url, {}, { helpful })
    assert.equal(page.status, 303, page.text)
    assert.deepEqual([page.status, page.header('location')], [303, `${store.help}/en/articles/shipping-delivery`])
  }
  for (const helpful of ['', 'maybe']) assert.equal((await getPage(url, {}, { helpful })).status, 400)
  assert.equal((await getPage(url.replace('shipping', 'x'), {}, { helpful: 'yes' })).status, 404)
  const wrong = await getPage(url)
  assert.equal(wrong.status, 405)
  assert.equal(JSON.parse(wrong.text).error.code, 'METHOD_NOT_ALLOWED')
})

test('spec C14.13: robots.txt of the service allows help pages', async () => {
  const page = await getPage(`${server.baseUrl}/robots.txt`)
  assert.equal(page.status, 200)
  assert.match(page.type, /^text\/plain/)
  assert.match(page.text, /^Allow: \/help\/$/m)
})

/** Deletes articles as a shop does it, by a custom connection. */
async function remove(store: Awaited<ReturnType<typeof makeHelpStore>>, ...ids: string[]): Promise<void> {
  const { connectCustom, tellAndWait } = await import('#test/fixtures/platform.ts')
  const shop = await connectCustom(server, store)
  await tellAndWait(
    shop,
    ids.map((id) => ({ kind: 'delete', data: { kind: 'faq', id } })),
  )
}

test('spec C14.1: stores of one name that are made at once all get a handle of their own', async () => {
  const name = `Twins ${process.pid}`
  const stores = await Promise.all(Array.from({ length: 12 }, () => makeStore(server, { name })))
  const handles = await Promise.all(
    stores.map(async (store) => ok(await store.operator.get(storePath(store))).settings.helpCentre.handle),
  )
  assert.equal(new Set(handles).size, 12)
})
