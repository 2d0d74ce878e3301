import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { ok, refused } from '#test/expect.ts'
import { type HelpStore, makeHelpStore } from '#test/fixtures/help-centre.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'

// Contract 14: what tools and the widget tell of articles.

const server = await shareServer()
const ask = async (store: HelpStore, query: string) =>
  (await assistantOf(server, store).call('faq_retrieval', { query })).faqs as Record<string, string | null>[]
const urlsOf = async (store: HelpStore, query: string) => (await ask(store, query)).map(({ id, url }) => [id, url])

test('spec C14.16: an article without an address of its own has its page’s, while the help centre is on', async () => {
  const store = await makeHelpStore(server, {
    articles: [
      { id: 'own', question: 'Warranty of lamps', answer: 'Two years.', url: 'https://shop.example/warranty' },
      { id: 'page', question: 'Warranty of tents', answer: 'Three years.' },
      { id: 'other', question: 'Warranty of boats', answer: 'Four years.', locale: 'nl' },
    ],
  })
  const sorted = async () => (await urlsOf(store, 'warranty')).sort()
  assert.deepEqual(await sorted(), [
    ['other', null],
    ['own', 'https://shop.example/warranty'],
    ['page', `${server.baseUrl}${store.help}/en/articles/warranty-of-tents`],
  ])
  ok(await store.operator.patch(`/operator/stores/${store.shopId}`, { settings: { helpCentre: { enabled: false } } }))
  assert.deepEqual(
    (await sorted()).map(([, url]) => url),
    [null, 'https://shop.example/warranty', null],
  )
})

test('spec C14.9: no tool tells a draft or a private article, nor that it was published once', async () => {
  const store = await makeHelpStore(server)
  const article = { id: 'a', question: 'Secret sale', answer: 'On Friday.' }
  for (const state of [{ status: 'draft' }, { private: true }]) {
    await store.write({ ...article, ...state })
    assert.deepEqual(await ask(store, 'secret sale'), [])
    await store.write(article)
    assert.equal((await ask(store, 'secret sale')).length, 1)
    await store.write({ ...article, ...state })
    assert.deepEqual(await ask(store, 'secret sale'), [])
  }
})

test('spec C14.10: tools give the article in the asker’s language, otherwise in the store’s first, and each once', async () => {
  const store = await makeHelpStore(server, {
    articles: [
      {
        id: 'en',
        question: 'Returns: how do I send something back?',
        answer: 'Within 30 days.',
        translationGroupId: 'g',
      },
      {
        id: 'de',
        question: 'Returns: wie schicke ich etwas zurück?',
        answer: 'In 30 Tagen.',
        translationGroupId: 'g',
        locale: 'de',
      },
      {
        id: 'nl',
        question: 'Returns: hoe stuur ik iets terug?',
        answer: 'Binnen 30 dagen.',
        translationGroupId: 'g',
        locale: 'nl',
      },
    ],
  })
  const idsOf = async (query: string) => (await ask(store, query)).map(({ id }) => id)
  assert.deepEqual(await idsOf('How do I send something back, what about returns?'), ['en'])
  assert.deepEqual(await idsOf('Wie kann ich die Ware zurückschicken, was gilt für Returns?'), ['de'])
  assert.deepEqual(await idsOf('¿Cómo puedo devolver algo, qué pasa con los returns?'), ['en'])
})

test('spec C14.9: the widget shows private articles to identified visitors alone', async () => {
  const store = await makeHelpStore(server, {
    articles: [
      { id: 'open', question: 'Opening hours', answer: 'Nine to five.' },
      { id: 'inner', question: 'Wholesale prices', answer: 'Half.', private: true },
      { id: 'draft', question: 'Draft prices', answer: 'None.', status: 'draft' },
    ],
    widget: { popular: ['inner', 'draft', 'open'] },
  })
  const config = ok(await (await makeVisitor(server, store)).api.get(`/storefront/config?app=${store.appId}`))
  assert.deepEqual(config.popular, [{ id: 'open', question: 'Opening hours' }])
  const idsOf = async (api: HelpStore['api'], query = '') =>
    ok(await api.get(`/storefront/articles${query}`))
      .map(({ id }: { id: string }) => id)
      .sort()
  const stranger = await makeVisitor(server, store)
  assert.deepEqual(await idsOf(stranger.api), ['open'])
  assert.deepEqual(await idsOf(stranger.api, '?q=prices'), [])
  refused(await stranger.api.get('/storefront/articles/inner'), 404, 'NOT_FOUND')
  const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`), 201)
  const known = await makeVisitor(server, store)
  const userHash = createHmac('sha256', secret).update('customer-1').digest('hex')
  ok(await known.api.post('/storefront/identify', { id: 'customer-1', hash: userHash }))
  assert.deepEqual(await idsOf(known.api), ['inner', 'open'])
  assert.deepEqual(await idsOf(known.api, '?q=prices'), ['inner'])
  ok(await known.api.get('/storefront/articles/inner'))
  refused(await known.api.get('/storefront/articles/draft'), 404, 'NOT_FOUND')
})
