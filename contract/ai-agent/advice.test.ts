import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#test/expect.ts'
import { importLines, type Line, makeStore, type Store } from '#test/fixtures/factories.ts'
import { makeVisitor, type TestVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C15: advice on products, offline, as customers get it.

const server = await shareServer()
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const eur = (amount: string) => ({ amount, currencyCode: 'EUR' })
const product = (id: string, title: string, amount: string, more: object = {}): Line => ({
  kind: 'product',
  data: { id, title, url: `https://shop.example/p/${id}`, variants: [{ price: eur(amount) }], ...more },
})
const sizes = (amount: string, values: string[], soldOut: string[] = []) =>
  values.map((value) => ({
    price: eur(amount),
    available: !soldOut.includes(value),
    options: [{ name: 'Size', value }],
  }))
const CATALOGUE: Line[] = [
  product('rain', 'Fjell Rain Jacket', '129.00', {
    productType: 'Jackets',
    description: '<p>Waterproof to 15,000 mm &amp; light.</p><p>Weighs 420 g.</p><script>alert(1)</script>',
    variants: sizes('129.00', ['S', 'M', 'L'], ['L']),
    tags: ['hiking'],
    collections: ['outdoor'],
  }),
  product('down', 'Holt Down Jacket', '219.00', {
    productType: 'Jackets',
    description: 'Filled with goose down. Weighs 510 g.',
    variants: sizes('219.00', ['M', 'L']),
  }),
  product('denim', 'Lapwing Jacket', '89.00', { productType: 'Jackets', description: 'Rigid denim, 100 % cotton.' }),
  product('vest', 'Lark Vest', '99.00', {
    productType: 'Vests',
    description: 'Light vest.',
    variants: [{ price: eur('99.00'), available: false }],
  }),
  product('wool-vest', 'Tern Vest', '79.00', { productType: 'Vests', description: 'A vest in pure new wool.' }),
  product('bar', 'Dark Bar', '3.90', { productType: 'Chocolate', description: 'Dark chocolate. Nut-free and vegan.' }),
  product('milk', 'Milk Bar', '2.90', { productType: 'Chocolate', description: 'Milk chocolate with hazelnuts.' }),
  product('plain', 'Plain Bar', '1.90', { productType: 'Chocolate', description: 'Chocolate from Ghana.' }),
  { kind: 'collection', data: { id: 'outdoor', title: 'Camping' } },
]
const ON = { enabled: true, training: { products: true, collections: true } }

async function makeShop(ai: object = {}, lines = CATALOGUE): Promise<Store> {
  const store = await makeStore(server, { settings: { ai: { ...ON, ...ai } } })
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  return store
}

const said = async (store: Store, id: string): Promise<Any[]> =>
  ok(await store.api.get(`/chat/conversations/${id}/messages?limit=100`)).filter(
    ({ isBot, isNote }: Any) => isBot && !isNote,
  )

/** A conversation, in which each message waits for its answer. */
async function talk(store: Store, options: Record<string, unknown> = {}) {
  const visitor: TestVisitor = await makeVisitor(server, store, options)
  let count = 0
  let id = ''
  return {
    get id() {
      return id
    },
    async say(text: string): Promise<{ text: string; ids: string[]; cards: Any[] }> {
      id = (await visitor.say(text)).conversation.id
      const lines = await until('an answer', async () => {
        const lines = await said(store, id)
        return lines.length > count && lines
      })
      count = lines.length
      const { text: answer, chatbotProducts } = lines.at(-1)
      return { text: answer, cards: chatbotProducts, ids: chatbotProducts.map((card: Any) => card.id) }
    },
  }
}

test('spec C15.6, C15.7: up to three products that fit, as cards, each with a reason that quotes the catalogue', async () => {
  const store = await makeShop()
  const { text, cards, ids } = await (await talk(store)).say('I am looking for a waterproof jacket')
  assert.deepEqual(ids, ['rain'])
  assert.deepEqual(Object.keys(cards[0]).sort(), ['available', 'id', 'imageUrl', 'priceRange', 'title', 'url'])
  assert.match(text, /Fjell Rain Jacket: 129\.00 EUR – “Waterproof to 15,000 mm & light\.”/)
  assert.doesNotMatch(text, /<|alert|shop\.example/)
  const off = await makeShop({ training: { products: false } })
  assert.deepEqual((await (await talk(off)).say('I am looking for a waterproof jacket')).cards, [])
})

test('spec C15.6: collections are known with their own switch only', async () => {
  const request = 'do you have something for camping?'
  assert.deepEqual((await (await talk(await makeShop())).say(request)).ids, ['rain'])
  const off = await makeShop({ training: { products: true, collections: false } })
  assert.deepEqual((await (await talk(off)).say(request)).ids, [])
})

test('spec C15.8: the catalogue’s language is not the customer’s: titles and quotations stay, all else is theirs', async () => {
  const store = await makeShop()
  for (const [locale, request, line] of [
    ['de', 'Ich suche eine wasserdichte Jacke', /Das passt/],
    ['fr', 'Je cherche une veste imperméable', /correspond/],
    ['es', 'Busco una chaqueta impermeable', /encaja/],
    ['it', 'Cerco una giacca impermeabile', /corrisponde/],
    ['nl', 'Ik zoek een waterdichte jas', /past bij/],
    ['pt', 'Procuro um casaco impermeável', /corresponde/],
    ['ja', '防水のジャケットを探しています', /ご希望/],
    ['ar', 'ابحث عن جاكيت مقاوم للماء', /يناسب/],
  ] as const) {
    const { text, ids } = await (await talk(store, { locale })).say(request)
    assert.deepEqual(ids, ['rain'], request)
    assert.match(text, line)
    assert.match(text, /“Waterproof to 15,000 mm & light\.”/)
  }
})

test('spec C15.9: a must that an entry is silent about keeps it out: allergy, material, size', async () => {
  const store = await makeShop()
  assert.deepEqual((await (await talk(store)).say('chocolate without nuts please')).ids, ['bar'])
  assert.deepEqual((await (await talk(store)).say('do you have chocolate? I am allergic to nuts')).ids, ['bar'])
  assert.deepEqual((await (await talk(store)).say('do you have a vest made of wool?')).ids, ['wool-vest'])
  assert.deepEqual((await (await talk(store)).say('I am looking for a jacket in size L')).ids, ['down'])
})

test('spec C15.9: a sold-out product is shown only when it is named, called so, with others of its kind', async () => {
  const store = await makeShop()
  assert.deepEqual((await (await talk(store)).say('do you sell vests?')).ids, ['wool-vest'])
  const { text, ids, cards } = await (await talk(store)).say('I want to buy the Lark Vest')
  assert.deepEqual(ids, ['vest', 'wool-vest'])
  assert.match(text, /Lark Vest is sold out/)
  assert.equal(cards[0].available, false)
})

test('spec C15.10: an amount is in the store’s currency; one in another is not applied, which is said', async () => {
  const store = await makeShop()
  assert.deepEqual((await (await talk(store)).say('I am looking for a jacket under 100')).ids, ['denim'])
  assert.deepEqual((await (await talk(store)).say('I am looking for a jacket under 100 euros')).ids, ['denim'])
  const { text, ids } = await (await talk(store)).say('I am looking for a jacket under 100 USD')
  assert.equal(ids.length, 3)
  assert.match(text, /ours are in EUR/)
})

test('spec C15.11: more than three fit: one question narrows the choice, and the next message gets products', async () => {
  const many = Array.from({ length: 8 }, (_, i) =>
    product(`mug-${i}`, `Mug ${'ABCDEFGH'[i]}`, `${10 + i}.00`, {
      productType: 'Mugs',
      variants: [{ price: eur(`${10 + i}.00`), options: [{ name: 'Colour', value: i % 2 ? 'blue' : 'red' }] }],
    }),
  )
  const store = await makeShop({}, many)
  const one = await talk(store)
  const question = await one.say('do you have mugs?')
  assert.deepEqual(question.cards, [])
  assert.match(question.text, /Colour: .*(red|blue)/)
  assert.deepEqual((await one.say('blue please')).ids, ['mug-1', 'mug-3', 'mug-5'])
  assert.deepEqual((await one.say('under 14 euros')).ids, ['mug-1', 'mug-3'])
  const other = await talk(store)
  await other.say('do you have mugs?')
  assert.equal((await other.say('I do not mind')).ids.length, 3)
})

test('spec C15.11: wishes of a conversation add up until another kind of thing is named', async () => {
  const one = await talk(await makeShop())
  assert.equal((await one.say('I am looking for a jacket')).ids.length, 3)
  assert.deepEqual((await one.say('under 200 euros')).ids.toSorted(), ['denim', 'rain'])
  assert.deepEqual((await one.say('it has to be waterproof')).ids, ['rain'])
  assert.deepEqual((await one.say('and do you have chocolate?')).ids.length, 3)
})

test('spec C15.12: where nothing fits it says so, shows nothing and keeps the conversation; twice in a row hands off', async () => {
  const store = await makeShop()
  const one = await talk(store)
  const none = await one.say('do you sell bicycles?')
  assert.match(none.text, /found nothing/)
  assert.deepEqual(none.cards, [])
  assert.equal(ok(await store.api.get(`/chat/conversations/${one.id}`)).isChatBot, true)
  await one.say('do you sell toasters?')
  assert.equal(ok(await store.api.get(`/chat/conversations/${one.id}`)).isChatBot, false)
})

test('spec C15.13: two named products are compared by what both state', async () => {
  const { text, ids } = await (await talk(await makeShop())).say(
    'What is the difference between the Fjell Rain Jacket and the Holt Down Jacket?',
  )
  assert.deepEqual(ids, ['rain', 'down'])
  assert.match(text, /Fjell Rain Jacket costs 90\.00 EUR less/)
  assert.match(text, /Fjell Rain Jacket weighs 90 g less/)
})

test('spec C15.6: a catalogue of more than 300 products gives the same advice, whatever language it is asked in', async () => {
  const others = Array.from({ length: 320 }, (_, i) =>
    product(`mug-${i}`, `Stoneware mug ${i}`, '12.00', { productType: 'Mugs', description: 'Holds 300 ml.' }),
  )
  const store = await makeShop({}, [...others, ...CATALOGUE])
  const ask = async (text: string, options: object = {}) => (await (await talk(store, { ...options })).say(text)).ids
  assert.deepEqual(await ask('I am looking for a waterproof jacket'), ['rain'])
  assert.deepEqual(await ask('Ich suche eine wasserdichte Jacke', { locale: 'de' }), ['rain'])
  assert.deepEqual(await ask('Nut-free chocolate, please'), ['bar'])
  assert.deepEqual(await ask('Do you sell kayaks?'), [])
})
