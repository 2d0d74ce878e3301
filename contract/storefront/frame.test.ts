import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { request, sendRaw } from '#test/clients/send-raw-http.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// docs/storefront-protocol.md, "Pieces": the script, and the frame on the service's own origin.

const server = await shareServer()
const plain = createClient(server.baseUrl)
const isBuilt = existsSync(new URL('../../dist/sdk/frame/.vite/manifest.json', import.meta.url))
const unlessBuilt = { skip: isBuilt ? false : 'the storefront’s browser code is not built' }

test('sdk.js is compressed, may be loaded by any page, and is checked by its ETag', unlessBuilt, async () => {
  const answer = await fetch(`${server.baseUrl}/sdk.js`, { headers: { 'accept-encoding': 'gzip, br' } })
  const header = (name: string) => answer.headers.get(name) ?? ''
  assert.equal(answer.status, 200)
  assert.match(header('content-type'), /^text\/javascript/)
  assert.equal(header('cross-origin-resource-policy'), 'cross-origin')
  assert.match(header('cache-control'), /^public, max-age=\d{1,4}\b/)
  assert.equal(header('content-encoding'), 'br')
  const again = await fetch(`${server.baseUrl}/sdk.js`, {
    headers: { 'if-none-match': header('etag'), 'accept-encoding': 'gzip, br' },
  })
  assert.equal(again.status, 304)
  const text = await answer.text()
  for (const encoding of ['gzip', 'identity']) {
    const other = await fetch(`${server.baseUrl}/sdk.js`, { headers: { 'accept-encoding': encoding } })
    assert.equal(await other.text(), text)
    assert.notEqual(other.headers.get('etag'), header('etag'))
  }
})

test('the frame runs its own modules only, and only the store’s pages may hold it', unlessBuilt, async () => {
  const store = await makeStore(server, { name: '<b>"Tea" & Co' })
  const page = () => fetch(`${server.baseUrl}/storefront/frame?app=${store.appId}`)
  const answer = await page()
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.match(policy, /frame-ancestors \*$/)
  assert.match(policy, new RegExp(`connect-src 'self' ws://${new URL(server.baseUrl).host} `))
  const html = await answer.text()
  assert.ok(html.includes('<title>&lt;b&gt;&quot;Tea&quot; &amp; Co</title>'))
  assert.ok(!/<script(?! type="module" src="\/storefront\/frame\/)/.test(html), html)
  const [, module = ''] = /src="([^"]+)"/.exec(html) ?? []
  const script = await fetch(server.baseUrl + module)
  assert.equal(script.status, 200)
  assert.match(script.headers.get('cache-control') ?? '', /immutable/)
  const allowedOrigins = ['https://shop.example', 'https://www.shop.example/path']
  ok(await store.operator.patch(`/operator/stores/${store.shopId}`, { settings: { allowedOrigins } }))
  const limited = (await page()).headers.get('content-security-policy') ?? ''
  assert.match(limited, /frame-ancestors 'self' https:\/\/shop\.example https:\/\/www\.shop\.example$/)
})

test('an invalid Host header does not get into the policy', unlessBuilt, async () => {
  const store = await makeStore(server)
  const path = `/storefront/frame?app=${store.appId}`
  const { status, body } = await sendRaw(server.baseUrl, request('GET', path, { host: 'x; script-src *' }))
  assert.ok(status === 400 || !body.includes('script-src *'))
})

test('no file but the built ones is given out', async () => {
  for (const path of [
    '/storefront/frame/assets/..%2f..%2fsdk.js',
    '/storefront/frame/assets/.vite',
    '/storefront/frame/assets/x.js',
    '/storefront/frame/assets/',
    '/storefront/frame/.vite/manifest.json',
  ]) {
    assert.ok([400, 404].includes((await plain.get(path)).status), path)
  }
  refused(await plain.get('/storefront/frame?app=app_nobody'), 404, 'NOT_FOUND')
  refused(await plain.get('/storefront/frame'), 400, 'INVALID_PARAMS')
  refused(await plain.post('/storefront/frame'), 405, 'METHOD_NOT_ALLOWED')
})

test('the script’s types are served beside it', async () => {
  const answer = await fetch(`${server.baseUrl}/sdk.d.ts`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(await answer.text(), /'message:send'/)
})
