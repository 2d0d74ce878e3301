import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { ok, refused } from '#test/expect.ts'
import { getPage, makeHelpStore } from '#test/fixtures/help-centre.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Contract 14: what admins write in the inbox stands on the help pages.

const server = await shareServer()
const ARTICLES = '/api/chat/articles'
const COLLECTIONS = '/api/chat/article-collections'

test('spec C14.4: an article that an admin writes is a page, a former version can be restored', async () => {
  const store = await makeHelpStore(server)
  const admin = await signInOwner(server, store)
  const made = ok(await admin.post(ARTICLES, { question: 'Care', body: 'Wash **cold**.', status: 'draft' }), 201)
  assert.deepEqual([made.answer, made.slug, made.status], ['Wash cold.', 'care', 'draft'])
  const callout = ok(
    await admin.post(ARTICLES, { question: 'Tip', body: '> [!TIP]\n> Wash cold.', status: 'draft' }),
    201,
  )
  assert.equal(callout.answer, 'Wash cold.')
  assert.equal((await store.get('/en/articles/care')).status, 404)
  ok(await admin.patch(`${ARTICLES}/${made.id}`, { status: 'published' }))
  ok(await admin.patch(`${ARTICLES}/${made.id}`, { body: 'Wash *warm*.', description: 'How to wash' }))
  assert.match((await store.get('/en/articles/care')).text, /<em>warm<\/em>/)
  const [version, ...older] = ok(await admin.get(`${ARTICLES}/${made.id}/versions`))
  assert.deepEqual(older, [])
  assert.deepEqual([version.n, version.content.body, version.editedBy], [1, 'Wash **cold**.', store.owner.memberId])
  const restored = ok(await admin.post(`${ARTICLES}/${made.id}/restore`, { version: 1 }))
  assert.deepEqual([restored.body, restored.description], ['Wash **cold**.', ''])
  assert.equal(ok(await admin.get(`${ARTICLES}/${made.id}/versions`)).length, 2)
  refused(await admin.post(`${ARTICLES}/${made.id}/restore`, { version: 9 }), 404, 'NOT_FOUND')
})

test('spec C14.4: collections are made, renamed, ordered and deleted; a former slug leads to the new one', async () => {
  const store = await makeHelpStore(server, {
    articles: [
      { id: 'a', question: 'A', answer: 'x', collection: 'Orders' },
      { id: 'b', question: 'B', answer: 'x', collection: 'Returns' },
    ],
  })
  const admin = await signInOwner(server, store)
  const [orders, returns] = ok(await admin.get(COLLECTIONS))
  const order = async () =>
    [...(await store.get('/en')).text.matchAll(/collections\/([\w-]+)"/g)].map(([, slug]) => slug)
  assert.deepEqual(await order(), ['orders', 'returns'])
  ok(await admin.put(`${COLLECTIONS}/order`, { ids: [returns.id, orders.id] }))
  assert.deepEqual(await order(), ['returns', 'orders'])
  const renamed = ok(await admin.patch(`${COLLECTIONS}/${orders.id}`, { name: 'Your orders', icon: '📦' }))
  assert.equal(renamed.slug, 'your-orders')
  const moved = await store.get('/en/collections/orders')
  assert.deepEqual([moved.status, moved.header('location')], [301, `${store.help}/en/collections/your-orders`])
  ok(await admin.delete(`${COLLECTIONS}/${returns.id}`))
  assert.deepEqual(await order(), ['your-orders'])
  assert.match((await store.get('/en')).text, /articles\/b"/)
  refused(await admin.delete(`${COLLECTIONS}/${returns.id}`), 404, 'NOT_FOUND')
  const { inbox } = await signInMember(server, store)
  refused(await inbox.post(COLLECTIONS, { name: 'x' }), 403, 'FORBIDDEN')
})

test('spec C14.17: pictures are re-encoded, have their size, and are given out while a public article shows them', async () => {
  const store = await makeHelpStore(server)
  const admin = await signInOwner(server, store)
  const bytes = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'somewhere at home' } })
    .jpeg()
    .toBuffer()
  const upload = ok(await admin.call('POST', '/api/chat/files?name=photo.jpg', bytes as never), 201)
  const picture = ok(await admin.post('/api/chat/article-pictures', { fileId: upload.id }), 201)
  assert.deepEqual([picture.width, picture.height], [1_600, 800])
  const path = `/files/${picture.id}`
  assert.equal((await store.get(path)).status, 404)
  const { id } = ok(await admin.post(ARTICLES, { question: 'Pictures', body: `![A view](${path})` }), 201)
  const page = await store.get('/en/articles/pictures')
  assert.ok(
    page.text.includes(`<img src="${store.help}${path}" alt="A view" width="1600" height="800" decoding="async">`),
  )
  const file = await store.get(path)
  assert.deepEqual([file.status, file.type], [200, 'image/webp'])
  assert.match(file.header('cache-control') ?? '', /max-age=31536000/)
  assert.doesNotMatch(file.text, /somewhere at home/)
  assert.match(
    (await store.get('/en/articles/pictures.md')).text,
    new RegExp(`!\\[A view\\]\\(${server.baseUrl}${store.help}${path}\\)`),
  )
  ok(await admin.patch(`${ARTICLES}/${id}`, { status: 'draft' }))
  assert.equal((await store.get(path)).status, 404)
  const text = ok(await admin.call('POST', '/api/chat/files?name=a.txt', 'no picture' as never), 201)
  refused(await admin.post('/api/chat/article-pictures', { fileId: text.id }), 400, 'INVALID_PARAMS')
  assert.equal((await getPage(`${server.baseUrl}${store.help}/files/${text.id}`)).status, 404)
})

test('spec C14.18: the preview is what the page shows, before anything is saved', async () => {
  const store = await makeHelpStore(server)
  const admin = await signInOwner(server, store)
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const upload = ok(await admin.call('POST', '/api/chat/files?name=photo.png', bytes as never), 201)
  const picture = ok(await admin.post('/api/chat/article-pictures', { fileId: upload.id }), 201)
  const body = [
    '## Care',
    '<script>alert(1)</script> [x](javascript:alert(1))',
    '> [!TIP]\n> Wash cold.',
    `![A view](/files/${picture.id})`,
  ].join('\n\n')
  const preview = async (locale?: string) =>
    ok(await admin.post('/api/chat/article-preview', { body, ...(locale && { locale }) })).html as string
  const shown = await preview()
  ok(await admin.post(ARTICLES, { question: 'Care', body }), 201)
  const page = (await store.get('/en/articles/care')).text
  const inPage = shown.replace(picture.url, `${store.help}/files/${picture.id}`)
  assert.notEqual(inPage, shown)
  assert.ok(page.includes(`<div class="body">${inPage}</div>`))
  assert.doesNotMatch(shown, /<script|href="javascript/)
  assert.equal((await getPage(`${server.baseUrl}${picture.url}`)).status, 200)
  assert.match(await preview('de'), /<p class="label">Tipp<\/p>/)
  const other = await makeHelpStore(server)
  const elsewhere = await signInOwner(server, other)
  assert.doesNotMatch(ok(await elsewhere.post('/api/chat/article-preview', { body })).html, /<img/)
  const tooLong = { body: 'x'.repeat(50_001) }
  refused(await admin.post('/api/chat/article-preview', tooLong), 400, 'INVALID_PARAMS')
})
