import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVERYTHING, openOfflineAgent, textOf } from '#test/fixtures/offline-agent.ts'
import { TOPICS } from '../turn.ts'
import { say } from './texts.ts'

const decide = await openOfflineAgent('decide')

test('an article answers, and is named as the source', async () => {
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

test('persons, sensitive matters, anger and the store’s own topics are handed off, whatever is switched off', async () => {
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

test('an order is disclosed to its own address only, typed or verified', async () => {
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

test('with several orders it asks for the number; with tracking switched off it discloses none', async () => {
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
    },
  ])
  assert.equal(
    textOf(await decide(['Is the Skerry in stock?'])),
    say('en', 'stock.available', { title: 'Skerry Rain Jacket' }),
  )
  assert.ok(textOf(await decide(['size chart of the Skerry please'])).includes('M | 95–100'))
  assert.equal((await decide(['Do you have rain jackets?'], { ai: {} })).act, 'ask_back')
})

test('spec C15.7: where a channel shows no cards, title, price and address stand in the text', async () => {
  const line = '• Skerry Rain Jacket: 189.00 EUR – “Colour: Moss”'
  assert.ok(textOf(await decide(['Do you have rain jackets?'])).endsWith(`\n${line}`))
  const inWords = textOf(await decide(['Do you have rain jackets?'], { hasCards: false }))
  assert.ok(inWords.endsWith(`\n${line} – /products/skerry-rain-jacket`), inWords)
})

test('spec C10.16: a message gets the topic that it is about, or none', async () => {
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
