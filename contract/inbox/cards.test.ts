import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C13.17: products and public discounts that members show.

const server = await shareServer()

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const eur = (amount: string) => ({ amount, currencyCode: 'EUR' })

async function makeShop({ settings = {} } = {}) {
  const store = await makeStore(server, { settings })
  const lines = [
    { id: 'lamp', title: 'Reading lamp', url: '/products/lamp', priceRange: { min: eur('49.00'), max: eur('49.00') } },
    {
      id: 'shade',
      title: 'Lamp shade',
      url: 'https://lamps.example/shade',
      priceRange: { min: eur('9.00'), max: eur('19.00') },
    },
  ].map((data) => ({ kind: 'product', data }))
  const discounts = [
    { id: 'spring', title: 'Spring sale', code: 'SPRING10', type: 'percentage', summary: '10 % off lamps' },
    { id: 'secret', title: 'Lamp secret', code: 'HUSH', type: 'percentage', public: false },
    { id: 'over', title: 'Lamp winter', code: 'WINTER', type: 'percentage', endsAt: '2020-01-01T00:00:00Z' },
  ].map((data) => ({ kind: 'discount', data }))
  assert.deepEqual((await importLines(store, [...lines, ...discounts])).rejected, [])
  const { inbox } = await signInMember(server, store)
  const begin = async (channel = 'online_store') =>
    (await addConversation(store, { channel, messages: [message()] })).id as string
  const reply = (id: string, body: object) => inbox.post(`/api/chat/conversations/${id}/messages`, body)
  const find = async (q: string): Promise<string[]> =>
    ok(await inbox.get(`/api/chat/cards?${new URLSearchParams({ q })}`)).map((card: Any) => card.id)
  return { store, inbox, begin, reply, find }
}

test('spec C13.17: members find products and the public discounts that hold now', async () => {
  const { find, inbox } = await makeShop()
  assert.deepEqual(await find(''), ['lamp', 'shade', 'spring'])
  assert.deepEqual((await find('lamp')).sort(), ['lamp', 'shade', 'spring'])
  assert.deepEqual(await find('shade'), ['shade'])
  assert.deepEqual(await find('HUSH'), [])
  refused(await inbox.get(`/api/chat/cards?q=${'x'.repeat(101)}`), 400, 'INVALID_PARAMS')
})

test('spec C13.17: in the online store a reply carries cards as the AI agent’s messages do', async () => {
  const { store, begin, reply } = await makeShop({ settings: { allowedOrigins: ['https://lamps.example'] } })
  const id = await begin()
  const cards = [
    { kind: 'product', id: 'lamp' },
    { kind: 'discount', id: 'spring' },
  ]
  const sent = ok(await reply(id, { text: '', cards, clientId: randomUUID() }), 201)
  assert.equal(sent.text, 'Reading lamp\nSpring sale')
  const [lamp, spring] = ok(await store.api.get(`/chat/conversations/${id}/messages/${sent.id}`)).chatbotProducts
  assert.deepEqual(lamp, {
    id: 'lamp',
    title: 'Reading lamp',
    url: 'https://lamps.example/products/lamp',
    imageUrl: null,
    available: true,
    priceRange: { min: eur('49.00'), max: eur('49.00') },
  })
  assert.deepEqual([spring.title, spring.code, spring.summary], ['Spring sale', 'SPRING10', '10 % off lamps'])
  const worded = ok(await reply(id, { text: 'Look:', cards }), 201)
  assert.deepEqual([worded.text, worded.chatbotProducts.length], ['Look:', 2])
})

test('spec C13.17: on channels without cards title, price, code and address stand in the text', async () => {
  const { begin, reply } = await makeShop()
  const cards = [
    { kind: 'product', id: 'shade' },
    { kind: 'product', id: 'lamp' },
    { kind: 'discount', id: 'spring' },
  ]
  const sent = ok(await reply(await begin('email'), { text: 'These fit:', cards }), 201)
  assert.equal(
    sent.text,
    [
      'These fit:',
      '',
      'Lamp shade · 9.00 EUR – 19.00 EUR · https://lamps.example/shade',
      // A path of the catalogue leads nowhere where the store names no site.
      'Reading lamp · 49.00 EUR',
      'Spring sale · 10 % off lamps · SPRING10',
    ].join('\n'),
  )
  assert.deepEqual(sent.chatbotProducts, [])
})

test('spec C13.17: what is not there, not public or over is refused, and so are cards of notes', async () => {
  const { begin, reply } = await makeShop()
  const id = await begin()
  for (const card of [
    { kind: 'product', id: 'nothing' },
    { kind: 'product', id: 'spring' },
    { kind: 'discount', id: 'secret' },
    { kind: 'discount', id: 'over' },
  ]) {
    assert.match(refused(await reply(id, { text: 'x', cards: [card] }), 400, 'INVALID_PARAMS'), /cards\[0\]\.id is not/)
  }
  const cards = [{ kind: 'product', id: 'lamp' }]
  refused(await reply(id, { text: 'x', isNote: true, cards }), 400, 'INVALID_PARAMS')
  refused(await reply(id, { text: 'x', cards: Array(4).fill(cards[0]) }), 400, 'INVALID_PARAMS')
  refused(await reply(id, { text: 'x'.repeat(5_000), cards: [] }), 400, 'INVALID_PARAMS')
})

test('spec C13.17: a scheduled reply shows cards as they are when it is sent; what is gone then holds it', async () => {
  const { inbox, begin } = await makeShop()
  const id = await begin()
  const path = `/api/chat/conversations/${id}/scheduled`
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  const cards = [{ kind: 'product', id: 'lamp' }]
  refused(await inbox.post(path, { text: '', cards: [{ kind: 'product', id: 'none' }], sendAt }), 400, 'INVALID_PARAMS')
  const scheduled = ok(await inbox.post(path, { text: '', cards, sendAt }), 201)
  assert.deepEqual([scheduled.text, scheduled.cards], ['', cards])
  assert.deepEqual(ok(await inbox.get(path))[0].cards, cards)
  const sent = ok(await inbox.post(`${path}/${scheduled.id}/send`))
  assert.equal(sent.text, 'Reading lamp')
  assert.deepEqual(
    sent.chatbotProducts.map((card: Any) => card.id),
    ['lamp'],
  )
})
