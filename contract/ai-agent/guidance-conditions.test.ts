import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addContact, importLines } from '#test/fixtures/factories.ts'
import { type Customer, type GuidedStore, makeGuidedStore, question, saying, textsOf } from '#test/fixtures/guidance.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C15.20 to C15.24: conditions of guidance, languages, and the playground.

const server = await shareServer()

const ALWAYS = { open: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }], timeZone: 'UTC' }

/** Guidance for every message that says something where any of the conditions holds. */
const whenAny = (conditions: object[]) => ({ phrases: [], match: 'any', conditions, steps: [saying('Guided.')] })
const is = (about: string, values: string[], more: object = {}) => ({ about, not: false, values, ...more })

/** Which conditions held for what a customer says, by what they are about. */
async function verdicts(asked: Customer, text: string): Promise<Record<string, boolean>> {
  await asked.say(text)
  const { trace } = (await asked.traces()).at(-1)
  const looked = trace.guidance ?? []
  return Object.fromEntries(
    looked.flatMap(({ conditions }: { conditions: { about: string; isMet: boolean }[] }) =>
      conditions.map(({ about, isMet }) => [about, isMet]),
    ),
  )
}

const OF_CHAT = [
  is('channel', ['online_store']),
  is('language', ['de']),
  is('hours', ['open']),
  is('words', ['tasse']),
  is('contact', ['anonymous', 'guest']),
  is('signed_in', ['no']),
  is('page', ['/products/']),
  is('attribute', ['Gold'], { name: 'tier' }),
]

test('spec C15.20: conditions on the chat: channel, language, hours, words, contact, sign-in, page, attribute', async () => {
  const { guide, customer } = await makeGuidedStore(server, { widget: { hours: ALWAYS } })
  await guide(whenAny(OF_CHAT))
  const asked = await customer()
  ok(await asked.visitor.api.post('/storefront/pages', { pages: [{ url: 'https://shop.example/products/cup' }] }))
  ok(await asked.visitor.api.put('/storefront/attributes', { attributes: { tier: 'gold' } }))
  const all = await verdicts(asked, 'Hallo, ich habe eine Frage zu meiner Tasse')
  assert.deepEqual(all, Object.fromEntries(OF_CHAT.map(({ about }) => [about, true])))
  const other = await customer()
  const none = await verdicts(other, 'Hello, I have a question about delivery')
  assert.deepEqual([none.language, none.words, none.page, none.attribute], [false, false, false, false])
})

const OF_CONTACT = [
  is('signed_in', ['yes']),
  is('contact_tags', ['wholesale']),
  is('attribute', ['Gold'], { name: 'tier' }),
  is('contact', ['customer']),
  is('tags', ['vip']),
  is('order', ['cancelled']),
]

test('spec C15.20: conditions on the contact: tags, attributes, segment, and the order that is proven theirs', async () => {
  const guided = await makeGuidedStore(server)
  const { inbox } = guided
  const { id: segment } = ok(await inbox.post('/api/chat/segments', { name: 'Wholesale', conditions: [{ about: 'tag', not: false, values: ['wholesale'] }] }), 201) // biome-ignore format: one line
  const one = await guided.guide(whenAny([...OF_CONTACT, is('segment', [segment])]))
  const message = refused(await inbox.delete(`/api/chat/segments/${segment}`), 400, 'INVALID_PARAMS')
  assert.match(message, /the guidance “Guidance”/)
  const asked = await signedIn(guided)
  const held = await verdicts(asked, 'Hello again')
  assert.deepEqual(held, {
    signed_in: true,
    contact_tags: true,
    attribute: true,
    contact: true,
    tags: false,
    order: true,
    segment: true,
  })
  ok(await inbox.post(`/api/chat/conversations/${asked.id}/tags`, { tags: ['vip'] }))
  assert.equal((await verdicts(asked, 'And one more thing')).tags, true)

  const stranger = await verdicts(await guided.customer(), 'Where is my order #1042?')
  assert.deepEqual(Object.values(stranger).filter(Boolean), [], 'no order of somebody else')
  // A negated condition on an order does not hold where none is proven.
  ok(await inbox.patch(`/api/chat/ai/guidance/${one.id}`, { conditions: [{ ...is('order', ['open']), not: true }] }))
  assert.deepEqual(await verdicts(await guided.customer(), 'Hello'), { order: false })
  const typed = await guided.customer()
  assert.deepEqual(await verdicts(typed, 'Hello, it is about order #1042, ana@shop.example'), { order: true })
})

/** A customer whom the shop vouches for, with a cancelled order. */
async function signedIn({ store, customer }: GuidedStore): Promise<Customer> {
  const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`, {}), 201)
  const person = { platformId: 'customer-1', email: 'ana@shop.example', type: 'customer' }
  await addContact(store, { ...person, tags: ['wholesale'], customAttributes: { tier: 'gold' } })
  const total = { amount: '10.00', currencyCode: 'EUR' }
  const data = { orderNumber: '#1042', email: person.email, createdAt: '2026-01-05T10:00:00Z', cancelledAt: '2026-01-06T10:00:00Z', status: 'cancelled', total } // biome-ignore format: one line
  assert.deepEqual((await importLines(store, [{ kind: 'order', data }])).rejected, [])
  const asked = await customer()
  const hash = createHmac('sha256', secret).update(person.platformId).digest('hex')
  ok(await asked.visitor.api.post('/storefront/identify', { id: person.platformId, hash }))
  ok(await asked.visitor.api.post('/storefront/sessions/reset'))
  return asked
}

test('spec C15.20: all conditions have to hold, or any; a negated one holds where it is not so', async () => {
  const { guide, customer } = await makeGuidedStore(server)
  const words = is('words', ['hello'])
  await guide({ ...whenAny([is('language', ['de']), words]), match: 'all', steps: [saying('All.')] })
  await guide({ ...whenAny([{ ...is('language', ['de']), not: true }, words]), match: 'all', steps: [saying('Not.')] })
  assert.deepEqual(textsOf(await (await customer()).say('hello, what do you sell here?')), ['Not.'])
})

/** "My cup is broken, what now?" in each language, with how its re-asking begins. */
const LANGUAGES = [
  ['en', 'My cup is broken, what can I do now?', 'I need a number here.'],
  ['de', 'Meine Tasse ist kaputt, was kann ich jetzt machen?', 'Hier brauche ich eine Zahl.'],
  ['fr', 'Ma tasse est cassée, que puis-je faire maintenant ?', 'Il me faut ici un nombre.'],
  ['es', 'Mi taza está rota, ¿qué puedo hacer ahora?', 'Aquí necesito un número.'],
  ['it', 'La mia tazza è rotta, che cosa posso fare adesso?', 'Qui mi serve un numero.'],
  ['nl', 'Mijn kopje is kapot, wat kan ik nu doen?', 'Hier heb ik een getal nodig.'],
  ['pt', 'Minha xícara está quebrada, o que posso fazer agora?', 'Preciso de um número aqui.'],
  ['ja', 'カップが壊れています。どうすればいいですか？', 'ここでは数字を教えてください。'],
  ['ar', 'كوبي مكسور، ماذا يمكنني أن أفعل الآن؟', 'أحتاج هنا إلى رقم.'],
] as const
const UNSURE: Record<string, string> = {
  en: 'I do not know that', de: 'Das weiß ich leider nicht', fr: 'Je ne sais pas cela', es: 'No lo sé, la verdad',
  it: 'Non lo so, mi dispiace', nl: 'Dat weet ik helaas niet', pt: 'Não sei isso, desculpe', ja: 'それはわかりません', ar: 'لا أعرف ذلك للأسف',
} // biome-ignore format: one line a few languages

test('spec C15.24: its own words are in the customer’s language, and a text without translation is announced', async () => {
  const { guide, customer } = await makeGuidedStore(server)
  const phrases = LANGUAGES.map(([, text]) => text)
  await guide({ phrases, questions: [question('pieces', 'number', 'How many?', { de: 'Wie viele?' })] })
  await Promise.all(
    LANGUAGES.map(async ([language, text, again]) => {
      const asked = await customer({ locale: language })
      const [first = ''] = textsOf(await asked.say(text))
      assert.ok(first.endsWith(language === 'de' ? 'Wie viele?' : 'How many?'), first)
      const isAnnounced = !/^(?:[^\n]*\n\n)?(?:How many\?|Wie viele\?)$/.test(first)
      assert.equal(isAnnounced, language !== 'en' && language !== 'de', first)
      const [second = ''] = textsOf(await asked.say(UNSURE[language] ?? ''))
      assert.ok(second.startsWith(again), `${language}: ${second}`)
    }),
  )
})

test('spec C15.24: the playground tells what matched, each condition and what was done, and has no effects', async () => {
  const { inbox, guide } = await makeGuidedStore(server)
  await guide({ name: 'Never', conditions: [is('language', ['de'])], steps: [saying('Never.')] })
  const { id } = await guide({ name: 'Sorry', steps: [saying('We are sorry.'), { do: 'tag', tags: ['damage'] }] })
  ok(await inbox.patch(`/api/chat/ai/guidance/${id}`, { isOn: false }))
  const { conversationId } = ok(await inbox.post('/api/chat/ai/playground', { text: 'my cup is broken' }), 201)
  const path = `/api/chat/conversations/${conversationId}`
  const [{ trace, act }] = await until('a trace', async () => {
    const found = ok(await inbox.get(`${path}/ai`))
    return found.length > 0 && found
  })
  assert.equal(act, 'answer')
  const [never, sorry] = trace.guidance
  assert.deepEqual(
    [never.name, never.isFollowed, never.conditions],
    ['Never', false, [{ about: 'language', name: null, not: false, values: ['de'], isMet: false }]],
  )
  assert.deepEqual([sorry.name, sorry.by, sorry.isFollowed, sorry.isOn], ['Sorry', 'phrase', true, false])
  assert.deepEqual(sorry.did, ['says its text', 'tags: damage'])
  assert.deepEqual(ok(await inbox.get(path)).tags, [])
})
