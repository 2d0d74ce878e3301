import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { addContact, addConversation, addMember, makeStore, message } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { flattenNavigation, readNavigation } from './navigation.ts'

const DOCS = new URL('../../../docs/', import.meta.url)
const PATHS = ['README.md', ...flattenNavigation(await readNavigation()).map(({ path }) => path)]

const readGuide = (path: string) => readFile(new URL(path, DOCS), 'utf8')

const server = await shareServer()

test('every page is listed once, in docs/README.md or in the README.md of its folder', async () => {
  const names = await Promise.all(
    ['.', 'api', 'operate', 'specification'].map(async (folder) => {
      const files = await readdir(new URL(folder, DOCS))
      return files.filter((name) => name.endsWith('.md')).map((name) => join(folder, name))
    }),
  )
  assert.deepEqual(PATHS.toSorted(), [...names.flat(), 'decisions/README.md'].sort())
})

test('every guide is a web page whose links lead somewhere', async () => {
  const pages = new Map<string, string>()
  for (const path of [...PATHS.map((path) => `docs/${path}`), 'docs', 'docs/decisions/0005-scalar-api-reference.md'])
    pages.set(new URL(path, server.baseUrl).href, await fetchPage(`/${path}`))
  for (const [url, html] of pages) {
    for (const [, address = ''] of html.matchAll(/(?:href|src|srcset)="([^"]+)"/g)) {
      const target = new URL(address.replaceAll('&amp;', '&'), url)
      if (target.origin !== new URL(server.baseUrl).origin) continue
      const id = target.hash.slice(1)
      target.hash = ''
      const page = pages.get(target.href)
      if (!page) assert.equal((await fetch(target, { method: 'HEAD' })).status, 200, `${url} links to ${address}`)
      else if (id) assert.ok(page.includes(`id="${id}"`), `${url} links to ${address}`)
    }
  }
})

test('the pages lead from one to the next in the order of the menu', async () => {
  let page = 'README.md'
  for (const next of PATHS.slice(1)) {
    const html = await fetchPage(`/docs/${page}`)
    const [, href = ''] = /rel="next" href="([^"]+)"/.exec(html) ?? []
    assert.equal(join(dirname(page), href), next)
    assert.match(await fetchPage(`/docs/${next}`), /rel="prev"/)
    page = next
  }
})

test('the search knows every section, and what it finds is there', async () => {
  const sections = (await (await fetch(`${server.baseUrl}/docs/search.json`)).json()) as Record<string, string>[]
  assert.ok(sections.some(({ url, text }) => url === 'webhooks.md' && text))
  assert.equal(new Set(sections.map(({ url }) => url)).size, sections.length)
  for (const { url = '' } of sections) {
    const [path, id] = url.split('#')
    if (id) assert.ok((await fetchPage(`/docs/${path}`)).includes(`id="${id}"`), url)
  }
})

async function fetchPage(path: string): Promise<string> {
  const answer = await fetch(server.baseUrl + path)
  assert.equal(answer.status, 200, path)
  assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'/)
  return answer.text()
}

test('a page that does not exist is 404, wherever its path leads', async () => {
  for (const path of ['api/none.md', 'decisions/none.md', '../package.json', 'api/..%2f..%2fpackage.json'])
    assert.equal((await fetch(`${server.baseUrl}/docs/${path}`)).status, 404, path)
})

test('a page that a browser has already is not sent again', async () => {
  const url = `${server.baseUrl}/docs/api/README.md`
  const etag = (await fetch(url)).headers.get('etag') as string
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304)
})

// Blocks marked `sh` are run as they stand, page by page; those that need a reader's own values are marked `bash`.
// Pages outside the folders may need more than this server, such as a public receiver.
for (const path of PATHS.filter((path) => path.includes('/'))) {
  test(`the examples of ${path} work`, async () => {
    const blocks = [...(await readGuide(path)).matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block)
    if (blocks.length === 0) return
    const directory = await mkdtemp(join(tmpdir(), 'parley-guide-'))
    try {
      // `set -e` sees a refused request only when curl reports it.
      const script = ['set -euo pipefail', 'curl() { command curl -sS --fail-with-body "$@"; }', ...blocks].join('\n')
      await promisify(execFile)('bash', ['-c', script], {
        cwd: directory,
        env: await readerVariables(),
        maxBuffer: 64 * 1024 * 1024, // the metrics of a server that all tests have used are long
      })
    } finally {
      await rm(directory, { recursive: true })
    }
  })
}

/** What the pages ask their readers to set. */
async function readerVariables(): Promise<Record<string, string>> {
  const store = await makeStore(server)
  const [customer, member] = [await addContact(store), await addMember(store)]
  const conversation = await addConversation(store, { customerUuid: customer.id, messages: [message()] })
  return {
    PATH: process.env.PATH ?? '',
    BASE: server.baseUrl,
    APP: store.appId,
    KEY: store.key,
    TOKEN: server.operatorToken,
    SHOP: store.shopId,
    ID: conversation.id,
    CUSTOMER: customer.id,
    MEMBER: member.id,
  }
}
