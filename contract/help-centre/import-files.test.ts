import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import type { Client } from '#test/clients/client.ts'
import { ok, refused } from '#test/expect.ts'
import { importArticles } from '#test/fixtures/article-imports.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { pictureOf } from '#test/fixtures/pictures.ts'
import { shareServer } from '#test/service/server.ts'

// Markdown files and archives of them, such as Notion's exports.

const server = await shareServer()
const NOTHING = { created: 0, updated: 0, unchanged: 0, kept: 0, failed: 0 }
const UPLOAD = '/api/chat/article-imports/files'
const BYTES = { 'content-type': 'application/octet-stream' }

const upload = async (client: Client, name: string, bytes: Uint8Array | string): Promise<string> =>
  ok(await client.post(`${UPLOAD}?name=${encodeURIComponent(name)}`, Buffer.from(bytes), BYTES), 201).id

interface Listed {
  question: string
  body: string
  locale: string | null
  status: string
  collectionId: string | null
}

async function openStore() {
  const store = await makeStore(server, { settings: { helpCentre: { enabled: true, locales: ['en', 'de'] } } })
  const admin = await signInOwner(server, store)
  return { store, admin, list: async () => ok(await admin.get('/api/chat/articles?limit=100')) as Listed[] }
}

const ID = '0123456789abcdef0123456789abcdef'

test('Notion: an archive in an archive, with pictures, folders as collections, and links to files as words', async () => {
  const { admin, list } = await openStore()
  const make = (words: string) => {
    const files = {
      [`Shipping ${ID}/Far islands ${ID.replace('0', 'f')}.md`]: strToU8(
        `# Far islands\n\n${words}, [see there](Other%20page%20${ID}.md) and ![Boat](Far%20islands/boat%20one.jpg)`,
      ),
      [`Shipping ${ID}/Far islands/boat one.jpg`]: picture,
      [`Top ${ID}.md`]: strToU8('Just words, without a heading.'),
      'data.csv': strToU8('a,b'),
      '__MACOSX/._x.md': strToU8('x'),
      'empty.md': strToU8('  '),
    }
    return zipSync({ 'Export-Part-1.zip': zipSync(files) })
  }
  const picture = new Uint8Array(await pictureOf('rotated.png'))
  const first = await importArticles(admin, {
    kind: 'files',
    fileIds: [await upload(admin, 'Export.zip', make('Nine days'))],
  })
  assert.deepEqual([first.state, first.counts], ['done', { ...NOTHING, created: 2, failed: 1 }])
  assert.deepEqual(first.problems, [{ from: 'empty.md', reason: 'it is empty' }])
  const articles = await list()
  const islands = articles.find(({ question }) => question === 'Far islands')
  assert.match(islands?.body ?? '', /^Nine days, see there and !\[Boat\]\(\/files\/[\w-]+\)$/)
  const [collection] = ok(await admin.get('/api/chat/article-collections'))
  assert.deepEqual([collection.name, collection.id], ['Shipping', islands?.collectionId])
  assert.deepEqual(articles.map(({ question, status }) => [question, status]).sort(), [
    ['Far islands', 'draft'],
    ['Top', 'draft'],
  ])
  const again = await importArticles(admin, {
    kind: 'files',
    fileIds: [await upload(admin, 'B.zip', make('Eight days'))],
  })
  assert.deepEqual(again.counts, { ...NOTHING, updated: 1, unchanged: 1, failed: 1 })
  assert.match((await list()).find(({ question }) => question === 'Far islands')?.body ?? '', /^Eight days/)
})

test('Markdown files by themselves, with what stands at their head', async () => {
  const { admin, list } = await openStore()
  const one = await upload(
    admin,
    'a.md',
    '---\ntitle: "Wie lange?"\nlang: de\ncollection: Versand\n---\n# Heading\n\nZwei Tage.',
  )
  const two = await upload(admin, 'How-long.md', 'Two days.')
  const { counts } = await importArticles(admin, { kind: 'files', fileIds: [one, two] })
  assert.deepEqual(counts, { ...NOTHING, created: 2 })
  assert.deepEqual((await list()).map(({ question, body, locale }) => [question, body, locale]).sort(), [
    ['How-long', 'Two days.', null],
    ['Wie lange?', '# Heading\n\nZwei Tage.', 'de'],
  ])
})

test('a broken archive, one without Markdown and one that holds too much say so', async () => {
  const { store, admin, list } = await openStore()
  const bomb = zipSync({ 'bomb.md': new Uint8Array(12 * 1024 * 1024), 'ok.md': strToU8('# Fine\n\nYes.') })
  const many = zipSync(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`${n}.md`, strToU8('x')])))
  for (const [name, bytes, reason] of [
    ['none.zip', zipSync({ 'a.csv': strToU8('x') }), /^No Markdown file/],
    ['many.zip', many, /more than is imported at once/],
    ['broken.zip', zipSync({ 'a.md': strToU8('words'.repeat(1_000)) }).subarray(0, 60), /./],
  ] as const) {
    const ended = await importArticles(admin, { kind: 'files', fileIds: [await upload(admin, name, bytes)] })
    assert.deepEqual([name, ended.state, ended.counts], [name, 'failed', NOTHING])
    assert.match(ended.problems[0]?.reason ?? '', reason)
  }
  const left = await importArticles(admin, { kind: 'files', fileIds: [await upload(admin, 'bomb.zip', bomb)] })
  assert.deepEqual([left.counts.created, (await list()).map(({ question }) => question)], [1, ['Fine']])
  refused(await admin.post(`${UPLOAD}?name=x.exe`, Buffer.from('MZ123456'), BYTES), 400, 'INVALID_PARAMS')
  const { inbox } = await signInMember(server, store)
  refused(await inbox.post(`${UPLOAD}?name=a.md`, Buffer.from('x'), BYTES), 403, 'FORBIDDEN')
  const theirs = await upload(admin, 'a.md', '# A')
  const other = await openStore()
  refused(
    await other.admin.post('/api/chat/article-imports', { kind: 'files', fileIds: [theirs] }),
    400,
    'INVALID_PARAMS',
  )
})
