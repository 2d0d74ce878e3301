import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { before, test } from 'node:test'
import { type Caller, operatorCaller } from '#core/caller.ts'
import { localPlatform } from '#core/commerce/local-platform.ts'
import { importRecords } from '#core/import/import.ts'
import { completeSettings, type Settings } from '#core/stores/settings.ts'
import { createStore } from '#core/stores/stores.ts'
import { openEmbedded } from '#test/embedded.ts'
import { type Decision, TOPICS, type Turn, type TurnLine } from '../turn.ts'
import { decideOffline } from './decide.ts'
import { say } from './texts.ts'

const { database } = await openEmbedded('decide')
const EVERYTHING = {
  training: { products: true, collections: true, discounts: true },
  skills: { sizeGuide: true, orderTracking: true, afterSale: true, humanHandoff: true },
}
const ORDER = {
  orderNumber: '#TT-2041',
  email: 'ana@shop.example',
  status: 'open',
  createdAt: '2026-01-05T10:00:00Z',
  total: { amount: '119.00', currencyCode: 'EUR' },
  shipments: [
    { carrier: 'DHL', trackingNumber: '00340434161094', status: 'in_transit', shippedAt: '2026-01-06T08:00:00Z' },
  ],
}
const RECORDS = [
  ['faq', { question: 'What does shipping cost?', answer: '€4.90, free from €60.', url: '/help/shipping' }],
  ['faq', { question: 'How do I return something?', answer: 'Print the label and drop the parcel at a shop.' }],
  ['order', ORDER],
  [
    'order',
    {
      ...ORDER,
      orderNumber: '#TT-2042',
      email: 'ben@shop.example',
      statusUrl: 'https://shop.example/o/2042',
      createdAt: '2099-01-01T00:00:00Z',
      shipments: [],
    },
  ],
  [
    'order',
    { ...ORDER, orderNumber: '#TT-2043', email: 'ben@shop.example', createdAt: '2099-01-01T00:00:00Z', shipments: [] },
  ],
  [
    'product',
    {
      id: 'p1',
      title: 'Skerry Rain Jacket',
      productType: 'Jackets',
      variants: [
        {
          title: 'Moss / M',
          price: { amount: '189.00', currencyCode: 'EUR' },
          options: [
            { name: 'Colour', value: 'Moss' },
            { name: 'Size', value: 'M' },
          ],
        },
      ],
    },
  ],
  ['sizeGuide', { productId: 'p1', sizeGuide: { columns: ['Size', 'Chest'], rows: [['M', '95–100']] } }],
] as const

let caller: Caller

before(async () => {
  const { store } = await createStore(database, { name: 'Acme', plan: 'plus' })
  caller = operatorCaller(database, store.shopId)
  const lines = RECORDS.map(([kind, data]) => JSON.stringify({ kind, data })).join('\n')
  assert.deepEqual((await importRecords(caller, Readable.from([Buffer.from(lines)]))).rejected, [])
})

const platform = localPlatform('https://shop.example')

/** The last of the lines is what is asked; those of the AI agent begin with "bot: ". */
function decide(
  lines: string[],
  { ai = EVERYTHING, ...turn }: { ai?: Partial<Settings['ai']> } & Partial<Turn> = {},
): Promise<Decision> {
  const said = lines.map(
    (text): TurnLine =>
      text.startsWith('bot: ') ? { senderType: 'bot', text: text.slice(5) } : { senderType: 'customer', text },
  )
  const settings = completeSettings({ ai })
  const asked = lines.slice(-1)
  return decideOffline(
    { caller, settings, lines: said, asked, locale: 'en', provenEmails: [], hasAskedBack: false, ...turn },
    { platform },
  )
}

const textOf = (decision: Decision) => (decision.act === 'hand_over' ? decision.reason : decision.text)

test('an article answers, and is told as the source', async () => {
  const decision = await decide(['how much is shipping?'])
  assert.ok(decision.act === 'answer')
  assert.equal(decision.text, '€4.90, free from €60.')
  assert.deepEqual(
    decision.faqs.map(({ question, url }) => [question, url]),
    [['What does shipping cost?', '/help/shipping']],
  )
  assert.ok((decision.trace.confidence ?? 0) >= 0.5)
})

test('an article in another language is introduced in the customer’s', async () => {
  const decision = await decide(['Was kostet der Versand?'])
  assert.ok(textOf(decision).startsWith(say('de', 'article.foreign')))
  assert.equal(decision.language, 'de')
})

test('not sure: asks back once, then a person answers', async () => {
  assert.equal((await decide(['what is the meaning of life'])).act, 'ask_back')
  assert.equal(textOf(await decide(['what is the meaning of life'], { hasAskedBack: true })), 'unsure')
  assert.equal(textOf(await decide([''], { locale: 'fr' })), say('fr', 'askBack.files'))
})

test('not sure, but something may be meant: it is offered, and told once it is chosen', async () => {
  const question = 'send something'
  const offered = textOf(await decide([question]))
  assert.equal(offered, `${say('en', 'askBack.offers')}\n\n1. What does shipping cost?\n2. How do I return something?`)
  const after = (said: string) => decide([question, `bot: ${offered}`, said], { hasAskedBack: true })
  for (const said of ['1', '#1', 'Number 1 please', '１', 'what does shipping cost']) {
    const chosen = await after(said)
    assert.equal(textOf(chosen), '€4.90, free from €60.', said)
    assert.ok(chosen.act === 'answer' && chosen.faqs[0]?.url === '/help/shipping' && chosen.trace.confidence === 1)
  }
  assert.equal(textOf(await after('the 2')), 'Print the label and drop the parcel at a shop.')
  for (const said of ['3', '0', '1 or 2', 'that is 1 of the things I never understood', 'no']) {
    assert.equal(textOf(await after(said)), 'unsure', said)
  }
  assert.equal(textOf(await after('a person please')), 'asked_for')
  assert.equal((await decide([question, 'bot: Hello!\n\n1. What does shipping cost?', '1'])).act, 'ask_back')
})

test('persons, sensitive matters, anger and the store’s own topics are handed over, whatever is switched off', async () => {
  const ai = { ...EVERYTHING, skills: { ...EVERYTHING.skills, humanHandoff: false }, handOffTopics: ['wholesale'] }
  const asked = {
    asked_for: 'a human please',
    sensitive: 'I will sue you',
    angry: 'this is a scam',
    store_topic: 'Do you do wholesale prices?',
  }
  for (const [reason, text] of Object.entries(asked)) assert.equal(textOf(await decide([text], { ai })), reason)
  assert.equal(textOf(await decide(['Verkauft ihr an den Großhandel?'], { ai })), 'store_topic')
})

test('an order is told to its own address only, typed or vouched for', async () => {
  const facts = ['#TT-2041', 'open', '119.00 EUR', '2026-01-05', 'DHL', 'in transit', '00340434161094', '2026-01-06']
  for (const decision of [
    await decide(['Where is my order TT-2041? ana@shop.example']),
    await decide(['where is my parcel 00340434161094'], { provenEmails: ['Ana@shop.example'] }),
    await decide(['where is my order?'], { provenEmails: ['ana@shop.example'] }),
    await decide([
      'where is my order?',
      `bot: ${say('en', 'order.ask')}`,
      '#TT-2041',
      `bot: ${say('en', 'order.askEmail')}`,
      'ana@shop.example',
    ]),
  ]) {
    for (const fact of facts) assert.ok(textOf(decision).includes(fact), `${fact}: ${textOf(decision)}`)
  }
})

test('an order of somebody else’s is as unknown as none, and the third miss is for a person', async () => {
  const unknown = say('en', 'order.unknown')
  assert.equal(textOf(await decide(['Where is my order TT-2041? eve@shop.example'])), unknown)
  assert.equal(textOf(await decide(['Where is my order TT-9999? eve@shop.example'])), unknown)
  assert.equal(textOf(await decide(['Where is my order TT-2041?'])), say('en', 'order.askEmail'))
  assert.equal(textOf(await decide(['Where is my order TT-9999?'])), say('en', 'order.askEmail'))
  const again = ['#TT-1 eve@shop.example', `bot: ${unknown}`, '#TT-2 eve@shop.example', `bot: ${unknown}`, '#TT-3']
  assert.equal(textOf(await decide(again)), 'order_not_found')
})

test('of several orders the number is asked for; with tracking switched off no order is told', async () => {
  assert.equal(
    textOf(await decide(['where is my order?'], { provenEmails: ['ben@shop.example'] })),
    say('en', 'order.askNumber'),
  )
  const ai = { ...EVERYTHING, skills: { ...EVERYTHING.skills, orderTracking: false } }
  assert.equal((await decide(['Where is my order TT-2041? ana@shop.example'], { ai })).act, 'ask_back')
})

test('a return, refund or cancellation follows the store’s policy: on the order’s page, by a person, or not', async () => {
  const cancel = await decide(['cancel my order #TT-2042 ben@shop.example'])
  assert.ok(textOf(cancel).includes('https://shop.example/o/2042'), textOf(cancel))
  assert.equal(textOf(await decide(['cancel my order #TT-2043 ben@shop.example'])), 'after_sale')
  assert.ok(textOf(await decide(['cancel my order #TT-2041 ana@shop.example'])).includes('2026-01-06'))
  const refund = await decide(['refund order #TT-2043 please, ben@shop.example'])
  assert.equal(textOf(refund), say('en', 'afterSale.notDelivered', { number: '#TT-2043' }))
  assert.ok(textOf(await decide(['How do I return something?'])).startsWith('Print the label'))
})

test('what is asked of an order that was told is about that one; how such things go in general is not', async () => {
  const told = [
    'Where is my order TT-2042? ben@shop.example',
    `bot: ${say('en', 'order.status', { number: '#TT-2042', status: 'open' })}`,
  ]
  assert.ok(textOf(await decide([...told, 'can I cancel it?'])).includes('https://shop.example/o/2042'))
  assert.ok(textOf(await decide([...told, 'How do I return something?'])).startsWith('Print the label'))
  const noOther = [...told, 'How much is shipping for #TT-2041?', 'bot: €4.90', 'can I cancel it?']
  assert.ok(textOf(await decide(noOther)).includes('https://shop.example/o/2042'))
  const refund = ['I want a refund', 'bot: Print the label', '#TT-2043 ben@shop.example']
  assert.equal(textOf(await decide(refund)), say('en', 'afterSale.notDelivered', { number: '#TT-2043' }))
})

test('products, stock and sizes come from the catalogue, as far as the store has that switched on', async () => {
  const found = await decide(['Do you have rain jackets?'])
  assert.ok(found.act === 'answer')
  assert.deepEqual(found.products, [
    {
      id: 'p1',
      title: 'Skerry Rain Jacket',
      url: '/products/skerry-rain-jacket',
      imageUrl: null,
      available: true,
      priceRange: { min: { amount: '189.00', currencyCode: 'EUR' }, max: { amount: '189.00', currencyCode: 'EUR' } },
      price: { amount: '189.00', currencyCode: 'EUR' },
    },
  ])
  assert.equal(
    textOf(await decide(['Is the Skerry in stock?'])),
    say('en', 'stock.available', { title: 'Skerry Rain Jacket' }),
  )
  assert.ok(textOf(await decide(['size chart of the Skerry please'])).includes('M | 95–100'))
  assert.equal((await decide(['Do you have rain jackets?'], { ai: {} })).act, 'ask_back')
})

test('a message gets the topic that it is about, or none', async () => {
  assert.equal((await decide(['where is my order?'])).topic, 'orders')
  assert.equal((await decide(['any discounts?'])).topic, 'discounts')
  assert.equal((await decide(['hello'])).topic, null)
  const { topic } = await decide(['I want my money back'])
  assert.ok(topic !== null && TOPICS.includes(topic))
})

test('small talk gets a friendly line that claims nothing', async () => {
  const decision = await decide(['Merci beaucoup !'])
  assert.ok(decision.act === 'answer')
  assert.equal(decision.text, say('fr', 'thanks'))
  assert.deepEqual([decision.faqs, decision.products], [[], []])
})
