import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOfflineAgent, textOf } from '#test/fixtures/offline-agent.ts'
import { say } from './texts.ts'

// What is asked of what was said before: an order, a product, articles that were offered.

const decide = await openOfflineAgent('follow-ups')

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

test('when it comes and who brings it is asked of the order that was just told, in every language', async () => {
  const told = [
    'Where is my order TT-2041? ana@shop.example',
    `bot: ${say('en', 'order.status', { number: '#TT-2041', status: 'open' })}`,
  ]
  for (const [locale, text] of [
    ['en', 'when will it arrive?'],
    ['en', 'who delivers it'],
    ['en', 'has it shipped?'],
    ['de', 'Wann kommt sie denn an?'],
    ['es', '¿Cuándo llega?'],
    ['fr', 'Quand est-ce qu’elle arrive ?'],
    ['it', 'Quando arriva?'],
    ['nl', 'Wanneer komt het?'],
    ['pt', 'Quando chega?'],
    ['ar', 'متى يصل؟'],
    ['ja', 'いつ届きますか'],
  ] as const) {
    assert.ok(textOf(await decide([...told, text], { locale })).includes('00340434161094'), text)
  }
  for (const text of [
    'what does shipping cost, how long does it take?',
    'is this jacket still in stock?',
    'where is it made?',
    'does it come in red?',
    'Wo ist das Ladengeschäft?',
    'Wo ist der Unterschied zwischen den Zelten?',
    '¿Dónde está vuestra tienda?',
    'Onde está a loja de vocês?',
    'Où est ce magasin ?',
    'Waar is deze jas gemaakt?',
    'dove è adesso il negozio?',
    'اين هو المتجر',
    'お店はどこにありますか',
  ]) {
    assert.doesNotMatch(textOf(await decide([...told, text])), /00340434161094/, text)
  }
  // A customer who is signed in at the shop names no number; the answer does.
  const ofMine = ['where is my order?', `bot: ${say('en', 'order.status', { number: '#TT-2041', status: 'open' })}`]
  const mine = await decide([...ofMine, 'when will it arrive?'], { provenEmails: ['ana@shop.example'] })
  assert.ok(textOf(mine).includes('00340434161094'))
  const general = await decide([...told, 'how much is shipping?'])
  assert.equal(textOf(general), '€4.90, free from €60.')
  const moved = await decide([...told, 'how much is shipping?', 'bot: €4.90, free from €60.', 'when will it arrive?'])
  assert.doesNotMatch(textOf(moved), /00340434161094/)
  const others = [`Where is my order TT-2041? eve@shop.example`, `bot: ${say('en', 'order.unknown')}`]
  assert.doesNotMatch(textOf(await decide([...others, 'when will it arrive?'])), /00340434161094/)
})

test('an address and beside it nothing but a number asks for that order', async () => {
  for (const text of ['#TT-2041 ana@shop.example', 'ana@shop.example 00340434161094']) {
    assert.ok(textOf(await decide([text])).includes('119.00 EUR'), text)
  }
  assert.equal(textOf(await decide(['1217 ana@shop.example'])), say('en', 'order.unknown'))
  assert.equal((await decide(['1217'])).act, 'ask_back')
})

test('a product’s name alone is answered by no article on it; “it” is the product that was just named', async () => {
  assert.equal(textOf(await decide(['Can the Skerry Rain Jacket be repaired?'])), 'Yes, by us, for free.')
  for (const text of ['Is the Skerry Rain Jacket warm?', 'Is the Skerry Rain Jacket heavy?']) {
    assert.equal((await decide([text])).act, 'ask_back', text)
  }
  const named = ['Tell me about the Skerry Rain Jacket', 'bot: Skerry Rain Jacket: 189.00 EUR']
  assert.equal(
    textOf(await decide([...named, 'is it in stock?'])),
    say('en', 'stock.available', { title: 'Skerry Rain Jacket' }),
  )
  assert.ok(textOf(await decide([...named, 'what sizes are there?'])).includes('M | 95–100'))
  const moss = say('en', 'stock.available', { title: 'Skerry Rain Jacket' })
  for (const text of ['do you have it in moss?', 'and in M?', 'And in size M, Moss?']) {
    assert.ok(textOf(await decide([...named, 'is it in stock?', `bot: ${moss}`, text])).includes('Skerry'), text)
  }
  assert.equal(textOf(await decide([...named, 'can it be repaired?'])), 'Yes, by us, for free.')
  assert.ok(textOf(await decide([...named, 'how much is it?'])).includes('189.00 EUR'))
  assert.ok(textOf(await decide([...named, 'Was kostet sie?'], { locale: 'de' })).includes('189.00 EUR'))
  const asked = [...named, 'is it blue?', `bot: ${say('en', 'askBack')}`, 'can it be repaired?']
  assert.equal(textOf(await decide(asked, { hasAskedBack: true })), 'Yes, by us, for free.')
  for (const [locale, text] of [
    ['en', 'how much is shipping?'],
    ['en', 'What does it cost to ship?'],
    ['en', 'how much is it to ship?'],
    ['de', 'Was kostet der Versand? Ist er kostenlos?'],
    ['fr', 'Combien coûte la livraison, est-elle gratuite ?'],
    ['pt', 'Quanto custa o frete? ele é grátis?'],
  ] as const) {
    assert.ok(textOf(await decide([...named, text], { locale })).endsWith('€4.90, free from €60.'), text)
  }
  const boots = textOf(await decide([...named, 'which size should I take for the Foo boots?']))
  assert.equal(boots, say('en', 'size.ask'))
  assert.doesNotMatch(textOf(await decide([...named, 'is it in stock, the boots I mean?'])), /Skerry/)
  assert.equal((await decide(['hi', 'bot: Hello!', 'is it in stock?'])).act, 'ask_back')
})
