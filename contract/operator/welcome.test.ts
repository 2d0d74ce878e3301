import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { startServer } from '#test/service/server.ts'

// The service's address shows what runs there and where to go.

const server = await startServer({ env: { DEMO: '1' } })
const client = createClient(server.baseUrl)
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('spec C1.20: / welcomes a browser with a page whose links lead somewhere', async () => {
  const { status, headers, body } = await client.get('/', BROWSER)
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'/)
  const links = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link)
  for (const link of links) assert.notEqual((await client.get(`/${link}`)).status, 404, link)
  for (const link of ['inbox', 'demo', 'docs', 'docs/reference', 'docs/mcp.md']) assert.ok(links.includes(link), link)
})

test('/ tells programs the same as JSON', async () => {
  const { body, headers } = await client.get('/')
  const { version, ...places } = body.data
  assert.match(version, /^\d+\.\d+\.\d+$/)
  const at = (path: string) => `${server.baseUrl}/${path}`
  assert.deepEqual(places, {
    name: 'Parley',
    inbox: at('inbox'),
    demo: at('demo'),
    docs: at('docs'),
    reference: at('docs/reference'),
    openapi: at('openapi.json'),
    llms: at('llms.txt'),
  })
  assert.match(headers.get('vary') ?? '', /accept/)
})

test('a demo shop that is not there is not offered', async () => {
  const { baseUrl } = await startServer()
  const plain = createClient(baseUrl)
  assert.equal((await plain.get('/')).body.data.demo, null)
  assert.doesNotMatch((await plain.get('/', BROWSER)).body, /demo/i)
})

test('spec C1.20: the docs have an index, with and without a slash', async () => {
  for (const [path, index] of [
    ['/docs/', '/docs/README.md'],
    ['/docs/api', '/docs/api/README.md'],
    ['/docs/api/', '/docs/api/README.md'],
    ['/docs/operate', '/docs/operate/README.md'],
    ['/docs/operate/', '/docs/operate/README.md'],
  ] as const) {
    const answer = await fetch(server.baseUrl + path, { headers: BROWSER })
    assert.deepEqual([answer.status, new URL(answer.url).pathname], [200, index], path)
    assert.match(await answer.text(), /<h1/)
  }
})

test('llms.txt names the reference and every guide, which are Markdown to who asks for it', async () => {
  const { body, headers } = await client.get('/llms.txt')
  assert.match(headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(body, /^# Parley\n\n> /)
  const links = [...body.matchAll(/\]\((http[^)]+)\): \S/g)].map(([, url]) => url)
  assert.ok(links.length > 20 && links.includes(`${server.baseUrl}/openapi.json`))
  for (const url of links) {
    const answer = await fetch(url, { headers: { accept: 'text/markdown' } })
    assert.equal(answer.status, 200, url)
    if (url.endsWith('.md')) assert.match(await answer.text(), /^# /, url)
  }
})
