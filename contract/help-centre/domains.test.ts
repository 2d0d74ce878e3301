import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNameServer } from '#test/doubles/dns.ts'
import { ok, refused } from '#test/expect.ts'
import { getPage, type HelpStore, makeHelpStore } from '#test/fixtures/help-centre.ts'
import { OPERATOR_TOKEN, startServer } from '#test/service/server.ts'

// Contract 14: a store's own domain for its help pages.

const names = await startNameServer()
const server = await startServer({ env: { WEBHOOK_DNS_SERVERS: names.address } })
const storePath = ({ shopId }: { shopId: string }) => `/operator/stores/${shopId}`
const verify = (store: HelpStore) => store.operator.post(`${storePath(store)}/help-domain/verify`)
const set = (store: HelpStore, helpCentre: object) =>
  store.operator.patch(storePath(store), { settings: { helpCentre } })
const check = (domain: string, headers = {}) =>
  getPage(`${server.baseUrl}/help-domains/check?domain=${domain}`, headers)
const at = (host: string, path: string, headers = {}) => getPage(server.baseUrl + path, { host, ...headers })
const ARTICLE = { id: 'a', question: 'Returns', answer: 'Thirty days.' }

/** A store whose domain is proven. */
async function makeProven(domain: string): Promise<HelpStore> {
  const store = await makeHelpStore(server, { articles: [ARTICLE] })
  ok(await set(store, { domain }))
  const { txtName, txtValue } = ok(await verify(store))
  names.setText(txtName, txtValue)
  assert.equal(ok(await verify(store)).proven, true)
  return store
}

test('spec C14.14: a domain is proven by a TXT record and stays so until it changes', async () => {
  const store = await makeHelpStore(server, { articles: [ARTICLE] })
  refused(await verify(store), 400, 'INVALID_PARAMS')
  ok(await set(store, { domain: 'help.one.example' }))
  const proof = ok(await verify(store))
  assert.deepEqual(Object.keys(proof), ['domain', 'txtName', 'txtValue', 'proven'])
  assert.deepEqual([proof.domain, proof.proven], ['help.one.example', false])
  assert.equal((await check('help.one.example')).status, 404)
  names.setText(proof.txtName, proof.txtValue)
  assert.deepEqual(ok(await verify(store)), { ...proof, proven: true })
  names.setText(proof.txtName, 'nothing')
  assert.equal(ok(await verify(store)).proven, true)
  assert.equal((await check('help.one.example')).status, 200)
  const other = await makeHelpStore(server)
  refused(await set(other, { domain: 'help.one.example' }), 400, 'INVALID_PARAMS')
  ok(await set(store, { domain: 'help.other.example' }))
  assert.equal(ok(await verify(store)).proven, false)
  ok(await set(other, { domain: 'help.one.example' }))
})

test('spec C14.14: the check answers proxies on this machine and the operator alone', async () => {
  const store = await makeProven('help.check.example')
  assert.equal((await check('help.check.example')).status, 200)
  assert.equal((await check('help.nobody.example')).status, 404)
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  assert.equal((await check('help.check.example', forwarded)).status, 401)
  const token = { ...forwarded, authorization: `Bearer ${OPERATOR_TOKEN}` }
  assert.equal((await check('help.check.example', token)).status, 200)
  ok(await set(store, { enabled: false }))
  assert.equal((await check('help.check.example')).status, 404)
})

test('spec C14.15: on its domain the help centre is all there is, and its addresses lead there', async () => {
  const store = await makeProven('help.all.example')
  const home = await at('help.all.example', '/')
  assert.deepEqual([home.status, home.header('location')], [302, '/en'])
  const page = await at('Help.All.Example:443', '/en/articles/returns')
  assert.equal(page.status, 200)
  assert.match(page.text, /<link rel="canonical" href="https:\/\/help\.all\.example\/en\/articles\/returns">/)
  assert.match(page.text, /href="\/en"/)
  assert.doesNotMatch(page.text, new RegExp(store.help))
  for (const path of [
    '/chat/tags',
    '/inbox',
    '/docs',
    '/healthz',
    '/operator/stores',
    '/mcp',
    '/graphql',
    '/sdk.js',
    store.help,
    '/demo',
  ]) {
    assert.equal((await at('help.all.example', path)).status, 404, path)
  }
  const robots = await at('help.all.example', '/robots.txt')
  assert.match(robots.text, /^Allow: \/$/m)
  assert.match(robots.text, /^Sitemap: https:\/\/help\.all\.example\/sitemap\.xml$/m)
  assert.match(
    (await at('help.all.example', '/sitemap.xml')).text,
    /<loc>https:\/\/help\.all\.example\/en\/articles\/returns<\/loc>/,
  )
  assert.match(
    (await at('help.all.example', '/llms.txt')).text,
    /https:\/\/help\.all\.example\/en\/articles\/returns\.md/,
  )
  for (const path of ['', '/en', '/en/articles/returns.md?x=1', '/sitemap.xml']) {
    const moved = await store.get(path)
    assert.equal(moved.status, path === '' ? 302 : 301)
    assert.ok(moved.header('location')?.startsWith('https://help.all.example/en') || path === '/sitemap.xml', path)
  }
  ok(await set(store, { enabled: false }))
  assert.equal((await at('help.all.example', '/en')).status, 404)
})
