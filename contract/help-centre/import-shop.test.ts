import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { startShopify } from '#test/doubles/shopify.ts'
import { SITE_ENV } from '#test/doubles/site.ts'
import { startWooShop } from '#test/doubles/woocommerce.ts'
import { ok, refused } from '#test/expect.ts'
import { importArticles } from '#test/fixtures/article-imports.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Pages of the shop that a store is connected to.

const NOTHING = { created: 0, updated: 0, unchanged: 0, kept: 0, failed: 0 }
const PAGES = 60

async function connect(admin: Client, connection: object): Promise<string> {
  const { id } = ok(await admin.post('/api/chat/connections', connection), 201)
  await until('the connection', async () => {
    const [one] = ok(await admin.get('/api/chat/connections'))
    return one.state === 'connected'
  })
  return id
}

async function importTwice(admin: Client, connectionId: string): Promise<{ question: string; body: string }[]> {
  const first = await importArticles(admin, { kind: 'shop', connectionId })
  assert.deepEqual(
    [first.state, first.counts],
    ['done', { ...NOTHING, created: PAGES }],
    JSON.stringify(first.problems),
  )
  const again = await importArticles(admin, { kind: 'shop', connectionId })
  assert.deepEqual(again.counts, { ...NOTHING, unchanged: PAGES })
  const articles = ok(await admin.get('/api/chat/articles?limit=100'))
  assert.equal(articles.length, PAGES)
  assert.ok(articles.every(({ status }: { status: string }) => status === 'draft'))
  return articles
}

test('WooCommerce: published pages, asked for without the key', async () => {
  const server = await startServer({ env: SITE_ENV })
  const admin = await signInOwner(server, await makeStore(server))
  const shop = await startWooShop()
  shop.pages = Array.from({ length: PAGES }, (_, n) => ({
    ...{ id: n + 1, link: `${shop.url}/page-${n}/`, title: { rendered: `Returns &amp; more ${n}` } },
    content: { rendered: `<p>Within <em>${n}</em> days. <a href="/cart">Cart</a></p>` },
  }))
  const { url: apiUrl, key: consumerKey, secret: consumerSecret } = shop
  const id = await connect(admin, { kind: 'woocommerce', apiUrl, consumerKey, consumerSecret })
  const articles = await importTwice(admin, id)
  const found = articles.find(({ question }) => question === 'Returns & more 7')
  assert.equal(found?.body, `Within *7* days. [Cart](${shop.url}/cart)`)
})

test('Shopify: published pages', async () => {
  const shop = await startShopify()
  const server = await startServer({ env: shop.env })
  const admin = await signInOwner(server, await makeStore(server))
  shop.pages = Array.from({ length: PAGES + 1 }, (_, n) => ({
    ...{ id: `gid://shopify/Page/${n + 1}`, title: `Page ${n}`, handle: `page-${n}`, isPublished: n !== PAGES },
    body: `<p>Words of ${n}</p><script>alert(1)</script>`,
  }))
  const { domain: shopDomain, clientId, clientSecret } = shop
  const id = await connect(admin, { kind: 'shopify', shopDomain, clientId, clientSecret })
  const articles = await importTwice(admin, id)
  assert.equal(articles.find(({ question }) => question === 'Page 7')?.body, 'Words of 7')
})

test('a connection of another kind, or of another store, is refused', async () => {
  const server = await startServer({ env: SITE_ENV })
  const admin = await signInOwner(server, await makeStore(server))
  const other = await signInOwner(server, await makeStore(server))
  const { id } = ok(await admin.post('/api/chat/connections', { kind: 'custom' }), 201)
  for (const [client, connectionId] of [
    [admin, id],
    [other, id],
    [admin, 'none'],
  ] as const)
    refused(await client.post('/api/chat/article-imports', { kind: 'shop', connectionId }), 400, 'INVALID_PARAMS')
})
