import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { ok, refused } from '#test/expect.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// The knowledge base as admins edit it: what assistants and the widget find follows at once.

const server = await shareServer()
const store = await makeStore(server)
const admin = await signInOwner(server, store)
const assistant = assistantOf(server, store)
const PATH = '/api/chat/articles'
const find = async (query: string): Promise<string[]> =>
  (await assistant.call('faq_retrieval', { query })).faqs.map((faq: { id: string }) => faq.id)

test('an article is found at once, by its new words once it is edited, and not after it is deleted', async () => {
  const { id } = ok(await admin.post(PATH, { question: 'Do you ship kayaks?', answer: 'By lorry, in two weeks.' }), 201)
  assert.deepEqual(await find('ship a kayak'), [id])
  const edited = ok(await admin.patch(`${PATH}/${id}`, { question: 'Do you ship canoes?', url: '/help/canoes' }))
  const { publishedAt, editedAt, ...rest } = edited
  assert.ok(Date.parse(publishedAt) <= Date.parse(editedAt))
  assert.deepEqual(rest, {
    id,
    question: 'Do you ship canoes?',
    answer: 'By lorry, in two weeks.',
    body: null,
    url: '/help/canoes',
    productId: null,
    locale: null,
    slug: 'do-you-ship-kayaks',
    collectionId: null,
    status: 'published',
    private: false,
    translationGroupId: null,
    description: '',
    reviewAt: null,
    editedBy: store.owner.memberId,
    isBehind: false,
  })
  assert.deepEqual([await find('kayak'), await find('canoe')], [[], [id]])
  ok(await admin.delete(`${PATH}/${id}`))
  assert.deepEqual(await find('canoe'), [])
  refused(await admin.delete(`${PATH}/${id}`), 404, 'NOT_FOUND')
})

test('an article on one product is read with that, and moves when it is edited', async () => {
  const price = { amount: '1.00', currencyCode: 'EUR' }
  const product = { id: 'tent', title: 'Tent', priceRange: { min: price, max: price } }
  assert.deepEqual((await importLines(store, [{ kind: 'product', data: product }])).rejected, [])
  ok(
    await store.operator.patch(`/operator/stores/${store.shopId}`, {
      settings: { ai: { training: { products: true } } },
    }),
  )
  const { id } = ok(await admin.post(PATH, { question: 'Is it dry?', answer: 'Yes.', productId: 'tent' }), 201)
  const ofProduct = async () => (await assistant.call('product_faq_lookup', { productId: 'tent' })).faqs.length
  assert.deepEqual([await ofProduct(), await find('dry')], [1, []])
  ok(await admin.patch(`${PATH}/${id}`, { productId: null }))
  assert.deepEqual([await ofProduct(), await find('dry')], [0, [id]])
})

test('the list pages through all of them; a query answers the best first', async () => {
  for (let i = 0; i < 5; i++) ok(await admin.post(PATH, { question: `Lantern ${i}?`, answer: 'Lit.' }), 201)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await admin.get(`${PATH}?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.paging.nextCursor
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.equal(seen.length, 6)
  const [best] = ok(await admin.get(`${PATH}?q=lantern%203`))
  assert.equal(best.question, 'Lantern 3?')
})

test('what cannot be an article is refused in words, and members may only read', async () => {
  const good = { question: 'x?', answer: 'y' }
  for (const bad of [
    { ...good, question: ' ' },
    { ...good, answer: '' },
    { ...good, question: 'x'.repeat(301) },
    { ...good, url: 'javascript:alert(1)' },
    { ...good, url: '//evil.example' },
    { ...good, productId: 'none' },
    { ...good, extra: 1 },
    { question: 'x?' },
  ]) {
    refused(await admin.post(PATH, bad), 400, 'INVALID_PARAMS')
  }
  const { inbox } = await signInMember(server, store)
  ok(await inbox.get(PATH))
  refused(await inbox.post(PATH, good), 403, 'FORBIDDEN')
})
