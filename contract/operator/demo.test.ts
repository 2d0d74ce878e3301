import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHOP } from '#core/sample-data/corpus.ts'
import { startServer } from '#test/service/server.ts'

// Spec C1: the demo store's storefront.

const server = await startServer({ env: { DEMO: '1' } })
const get = (path: string) => fetch(server.baseUrl + path, { redirect: 'manual' })

test('spec C1.4: the demo storefront shows the sample catalogue, with the widget as any shop has it', async () => {
  const response = await get('/demo')
  const text = await response.text()
  assert.equal(response.status, 200)
  assert.match(text, /<script nonce="[^"]+" src="[^"]+\/sdk\.js" data-app-id="app_[0-9a-f]+" async><\/script>/)
  const links = [...text.matchAll(/href="(\/demo\/products\/[^"]+)"/g)].map(([, path]) => path as string)
  assert.equal(links.length, 22)
  for (const path of links) assert.equal((await get(path)).status, 200, path)
  const pictures = [...text.matchAll(/src="(\/demo\/pictures\/[^"]+)"/g)].map(([, path]) => path as string)
  assert.equal(pictures.length, 22)
  for (const path of pictures) assert.match((await get(path)).headers.get('content-type') ?? '', /^image\/svg\+xml/)
})

test('the demo shop’s pages let nothing run but their own scripts', async () => {
  const policy = (await get('/demo')).headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe/)
  const [a, b] = await Promise.all([get('/demo'), get('/demo')])
  assert.notEqual(a.headers.get('content-security-policy'), b.headers.get('content-security-policy'))
})

test('addresses that the catalogue and carts give lead into the demo shop', async () => {
  assert.equal((await get('/products/skerry-rain-jacket')).headers.get('location'), '/demo/products/skerry-rain-jacket')
  assert.equal(
    (await get('/cart/variant-1:2,variant-2:1')).headers.get('location'),
    '/demo/cart?add=variant-1%3A2%2Cvariant-2%3A1',
  )
})

test('the addresses of the sample articles lead to help pages, and a product’s page starts a question about it', async () => {
  const named = SHOP.faqs.flatMap(({ url }) => url ?? [])
  assert.ok(named.length > 5)
  for (const url of new Set(named)) {
    const page = await fetch(server.baseUrl + url)
    assert.equal(page.status, 200, url)
    const first = SHOP.faqs.find((faq) => faq.url === url)?.question as string
    assert.ok((await page.text()).includes(`<h1>${first}</h1>`), `${url}: ${first}`)
  }
  assert.equal((await get('/demo/help/none')).status, 404)
  assert.match(
    await (await get('/demo/products/skerry-rain-jacket')).text(),
    /data-draft="About the Skerry Rain Jacket: "/,
  )
})

test('what is not there is 404, in words', async () => {
  const missing = await get('/demo/products/%3Cscript%3E')
  assert.equal(missing.status, 404)
  assert.doesNotMatch(await missing.text(), /<script>/)
  assert.equal((await get('/demo/pictures/none.svg')).status, 404)
  assert.equal((await get('/demo?collection=none')).status, 200)
})

test('spec C1.5: without DEMO there is no demo shop', async () => {
  const bare = await startServer()
  for (const path of ['/demo', '/demo/cart', '/products/x', '/cart/x:1']) {
    assert.equal((await fetch(bare.baseUrl + path)).status, 404)
  }
})
