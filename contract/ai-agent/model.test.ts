import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type ProviderBehaviour, reply, shownTo, startProvider } from '#test/doubles/provider.ts'
import { importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { askOnce, makeIslandShop, QUESTION } from '#test/fixtures/model-only-question.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { assertQuick } from '#test/quick.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C10: the AI agent with a model, which here is a local server that speaks the provider's protocol.

const provider = await startProvider()
const server = await startServer({
  env: {
    ...provider.env,
    AI_API_KEY: 'provider-key-of-the-operator',
    AI_TIMEOUT: '4s',
    AI_TOKENS_PER_DAY: '3000',
  },
})
beforeEach(() => provider.requests.splice(0))

const makeShop = () => makeIslandShop(server)
const ask = (store: Store, text?: string) => askOnce(server, store, text)

test('spec C10.4: a model answers from the records it was given, which are shown as sources', async () => {
  const store = await makeShop()
  provider.behave(() => reply('Yes: parcels to islands take 9 days.', ['article:islands'], { topic: 'shipping' }))
  const { answer } = await ask(store)
  assert.match(answer.text, /parcels to islands take 9 days/)
  assert.deepEqual(answer.chatbotFaqs, [
    { id: 'islands', question: 'What about parcels to islands?', url: '/help/islands' },
  ])
  const [request] = provider.requests
  assert.equal(request?.model, 'test-model')
  assert.match(shownTo(request as never), /Be brief\..*14\.50 EUR/s)
  assert.equal(provider.headers[0]?.authorization, 'Bearer provider-key-of-the-operator')
  assert.ok(!server.logs().includes('provider-key-of-the-operator'))
})

test('spec C10.11: a reply that is written out, under names of its own, is understood', async () => {
  const store = await makeShop()
  const written = { answer: 'Yes: parcels to islands take 9 days.', sourceIds: ['islands'], action: 'answer' }
  provider.behave(() => JSON.stringify(written))
  const { answer } = await ask(store)
  assert.match(answer.text, /parcels to islands take 9 days/)
  assert.deepEqual(answer.chatbotFaqs, [
    { id: 'islands', question: 'What about parcels to islands?', url: '/help/islands' },
  ])
  provider.behave(() => JSON.stringify({ action: 'ask', answer: 'Which island is it?', sourceIds: [] }))
  const { answer: question } = await ask(store)
  assert.match(question.text, /Which island is it\?$/)
})

test('spec C10.11: it may look records up first', async () => {
  const store = await makeShop()
  provider.behave(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? reply('We wrap gifts for 3 EUR.', ['article:gifts'])
      : [{ name: 'search_articles', args: { query: 'wrap a gift' } }],
  )
  const { answer } = await ask(store)
  assert.match(answer.text, /3 EUR/)
})

test('spec C10.4: what does not stand in its sources is refused once, then not said', async () => {
  const store = await makeShop()
  const wrong = [
    reply('Parcels to islands take 4 days.', ['article:islands']),
    reply('It costs 14.50 USD, see https://evil.example/pay', ['article:islands']),
    reply('Use the code SAVE20 for islands.', ['article:islands']),
    reply('Parcels to islands take 9 days.', ['article:made-up']),
    reply('We deliver everywhere.', []),
  ]
  for (const calls of wrong) {
    provider.requests.splice(0)
    provider.behave(() => calls)
    const { answer } = await ask(await makeShop())
    const { text } = (calls[0] as { args: { text: string } }).args
    assert.ok(!answer.text.includes(text), answer.text)
    assert.equal(provider.requests.length, 2)
  }
  provider.behave(({ messages }) =>
    messages.length > 2 ? reply('Parcels to islands take 9 days.', ['article:islands']) : (wrong[0] as never),
  )
  assert.match((await ask(store)).answer.text, /9 days/)
})

test('spec C15.14: a model words the advice on the products that were found, and on nothing that they do not state', async () => {
  const training = { products: true }
  const store = await makeStore(server, { settings: { ai: { enabled: true, training } } })
  const price = { amount: '129.00', currencyCode: 'EUR' }
  const jacket = (id: string, title: string, description: string) => ({
    kind: 'product',
    data: { id, title, description, productType: 'Jackets', variants: [{ price }] },
  })
  const lines = [
    jacket('rain', 'Fjell', 'Waterproof, in recycled polyester.'),
    jacket('denim', 'Lapwing', 'Rigid denim, in organic cotton.'),
  ]
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  const request = 'I am looking for a waterproof jacket'
  const say = (text: string, ids: string[]) => provider.behave(() => reply(text, ids, { topic: 'products' }))
  say('Take the Fjell: it is waterproof and costs 129.00 EUR.', ['product:rain'])
  const { answer } = await ask(store, request)
  assert.match(answer.text, /Take the Fjell/)
  assert.deepEqual(Object.keys(answer.chatbotProducts[0]).sort(), CARD)
  for (const [text, id] of [
    ['Take the Fjell, in warm wool.', 'product:rain'],
    ['The Fjell is vegan.', 'product:rain'],
    ['Take the Lapwing.', 'product:denim'],
    ['It costs 99.00 EUR.', 'product:rain'],
  ] as const) {
    say(text, [id])
    const { answer } = await ask(store, request)
    assert.match(answer.text, /“Waterproof, in recycled polyester\.”/, text)
    assert.deepEqual(
      answer.chatbotProducts.map((card: { id: string }) => card.id),
      ['rain'],
    )
  }
  provider.requests.splice(0)
  assert.match((await ask(store, 'do you sell bicycles?')).answer.text, /found nothing/)
  assert.equal(provider.requests.length, 0)
})

const CARD = ['available', 'id', 'imageUrl', 'priceRange', 'title', 'url']

test('spec C10.2: a model that hands off writes a message to the customer', async () => {
  const store = await makeShop()
  provider.behave(() => [{ name: 'reply', args: { action: 'hand_over', text: '', sourceIds: [], topic: null } }])
  const { answer, isChatBot } = await ask(store)
  assert.deepEqual([isChatBot, answer.text.length > 0], [false, true])
})

test('spec C10.5: a wish for a person, and what is sure offline, ask no model', async () => {
  const store = await makeShop()
  provider.behave(() => reply('Parcels to islands take 9 days.', ['article:islands']))
  await ask(store, 'I want to talk to a human being please')
  await ask(store, 'Hello!')
  await ask(store, 'Can you wrap a gift?')
  assert.equal(provider.requests.length, 0)
})

test('spec C10.13: at the end of a store’s budget the offline answers go on', async () => {
  const store = await makeShop()
  provider.behave(() => reply('Parcels to islands take 9 days.', ['article:islands']))
  for (let i = 0; i < 12; i++) await ask(store)
  assert.equal(provider.requests.length, 12) // of 250 tokens each
  await ask(store)
  assert.equal(provider.requests.length, 12)
})

const FAILURES: [string, ProviderBehaviour][] = [
  ['is slow', () => undefined],
  ['ends half-way', (_, response) => void response.writeHead(200, { 'content-length': '500' }).end('{"id":')],
  ['limits rates', (_, response) => void response.writeHead(429).end('{"error":{"message":"slow down"}}')],
  ['fails', (_, response) => void response.writeHead(500).end()],
  [
    'sends no JSON',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
  ],
  ['redirects', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['resets the connection', (_, response) => void response.destroy()],
  ['sends a reply that is none', () => [{ name: 'reply', args: '{bad' }]],
  ['calls what is no tool', () => [{ name: 'send_message', args: { conversationId: 'x', text: 'x' } }]],
  ['calls tools without end', () => [{ name: 'search_articles', args: { query: 'islands' } }]],
  ['sends far too much', (_, response) => void response.writeHead(200).end('x'.repeat(6 * 1024 * 1024))],
]

for (const [what, behaviour] of FAILURES) {
  test(`spec C10.2: a provider that ${what} leaves no customer without a word`, async () => {
    const store = await makeShop()
    provider.behave(() => reply('Parcels to islands take 9 days.', ['article:islands']))
    assert.match((await ask(store)).answer.text, /9 days/) // and the failures before it count no more
    provider.requests.splice(0)
    provider.behave(behaviour)
    const begun = performance.now()
    const { answer } = await ask(store)
    assert.ok(answer.text.length > 0)
    assert.doesNotMatch(answer.text, /9 days/)
    await assertQuick(begun, 15_000)
    assert.ok(provider.requests.length > 0)
  })
}

test('spec C10.11: a provider that failed five times is left alone for a while', async () => {
  const store = await makeShop()
  provider.behave((_, response) => void response.writeHead(500).end())
  for (let i = 0; i < 5; i++) await ask(store)
  const asked = provider.requests.length
  assert.ok(asked > 0 && asked <= 5)
  await ask(store)
  assert.equal(provider.requests.length, asked)
})

test('spec C10.1: the customer sees that it types while the model works', async () => {
  const store = await makeShop()
  const visitor = await makeVisitor(server, store)
  const socket = await visitor.connect()
  let answer: (() => void) | undefined
  provider.behave((_, response) => {
    answer = () => void response.destroy()
    return undefined
  })
  await visitor.say(QUESTION)
  const typing = await socket.next('typing')
  assert.deepEqual([typing.active, typing.name], [true, 'AI agent'])
  answer?.()
  await until('the end of it', async () => (await socket.next('typing')).active === false)
  socket.close()
})
