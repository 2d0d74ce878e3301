import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { ok, readPages } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C10: when the AI agent answers, hands off and summarises, whatever the conversation contains.

const server = await shareServer()

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

/** A conversation that the AI agent holds, and in which nobody waits. */
const answered = () => ({ isChatBot: true, messages: [message(), message({ senderType: 'bot', text: 'Hello.' })] })
const QUESTION = 'Which cards do you take?'

async function makeShop(ai: object = {}): Promise<Store> {
  const store = await makeStore(server, { settings: { ai: { enabled: true, ...ai } } })
  const data = { id: 'cards', question: QUESTION, answer: 'We take Visa and Mastercard.' }
  assert.deepEqual((await importLines(store, [{ kind: 'faq', data }])).rejected, [])
  return store
}

const messagesOf = async (store: Store, id: string): Promise<Any[]> =>
  (await readPages(store.api, `/chat/conversations/${id}/messages?limit=100`)).flat()

/** Asks as the customer; returns what follows except notes: a bot message, or one and a transfer line. */
async function ask(store: Store, id: string): Promise<Any[]> {
  const asked = ok(
    await store.api.post(`/chat/conversations/${id}/messages`, { text: QUESTION, asCustomer: true }),
    201,
  )
  return until('what follows', async () => {
    const messages = await messagesOf(store, id)
    const since = messages.slice(messages.findIndex((one) => one.id === asked.id) + 1).filter(({ isNote }) => !isNote)
    return since.length > 0 && since
  })
}

test('spec C10.2: ai.maxTurns counts all bot messages since the last human one, behind however many of the customer’s', async () => {
  const bot = { senderType: 'bot', text: 'An answer.', senderName: 'AI agent' }
  const held = (count: number, own: number) => {
    const turns = Array.from({ length: count }, () => [
      ...Array.from({ length: own }, () => message({ text: 'More.' })),
      message(bot),
    ])
    return { isChatBot: true, messages: turns.flat() }
  }
  const store = await makeShop({ maxTurns: 40 })
  for (const [turns, isHandedOver] of [
    [held(39, 1), false],
    [held(40, 1), true],
    [held(45, 1), true],
    [held(40, 6), true],
  ] as const) {
    const { id } = await addConversation(store, turns)
    const since = await ask(store, id)
    assert.equal(
      since.some(({ isTransfer }) => isTransfer),
      isHandedOver,
    )
    assert.equal(ok(await store.api.get(`/chat/conversations/${id}`)).isChatBot, !isHandedOver)
  }
  const before = held(45, 1).messages
  const said = { senderType: 'agent', memberId: store.owner.memberId, text: 'I am here.' }
  const member = message({ ...said, createdAt: new Date(Date.now() + 1_000).toISOString() })
  const { id } = await addConversation(store, { isChatBot: true, messages: [...before, member] })
  assert.equal((await ask(store, id))[0].text, 'We take Visa and Mastercard.')
})

test('spec C10.1: a member who types delays the answer, which is sent after a time even if they still type', async () => {
  const store = await makeShop()
  const { id } = await addConversation(store, answered())
  const type = () =>
    store.api.post(`/chat/conversations/${id}/typing`, { memberId: store.owner.memberId, active: true })
  ok(await type())
  const typing = setInterval(type, 1_000)
  const [answer] = await ask(store, id)
  clearInterval(typing)
  assert.equal(answer.text, 'We take Visa and Mastercard.')
  const [asked] = (await messagesOf(store, id)).slice(-2)
  const ms = Date.parse(answer.createdAt) - Date.parse(asked.createdAt)
  // Four seconds, which src/ai-agent/typing.test.ts measures; here a busy machine may add its own.
  assert.ok(ms > 2_500 && ms < 10_000, `${ms} ms`)
})

test('spec C10.3: where the AI agent may not answer it keeps nothing: a store that has left, a customer who is kept out', async () => {
  const [left, blocking] = [await makeShop(), await makeShop()]
  const one = await addConversation(left, answered())
  ok(await left.operator.post(`/operator/stores/${left.shopId}/uninstall`))
  const contact = await addContact(blocking)
  const [two, three] = [
    await addConversation(blocking, { ...answered(), isBlock: true }),
    await addConversation(blocking, { ...answered(), customerUuid: contact.id }),
  ]
  ok(
    await blocking.operator.post(`/operator/stores/${blocking.shopId}/privacy/redact`, {
      customerUuid: contact.id,
      orders: [],
    }),
  )
  for (const [store, id] of [
    [left, one.id],
    [blocking, two.id],
    [blocking, three.id],
  ] as const) {
    const since = await ask(store, id)
    assert.deepEqual(
      since.map(({ isBot, isTransfer }) => [isBot, isTransfer]),
      [
        [true, false],
        [false, true],
      ],
    )
    assert.equal(ok(await store.api.get(`/chat/conversations/${id}`)).isChatBot, false)
  }
})

test('spec 4.1.9, C10.9: lines that no person wrote count among those that the customer sees: two make a summary', async () => {
  const store = await makeStore(server)
  const system = message({ senderType: 'system', text: 'Welcome! Ask us anything.' })
  const { id, messageCount } = await addConversation(store, { messages: [system, message({ text: 'Hello?' })] })
  assert.equal(messageCount, 2)
  ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  const { text } = await until('the summary', async () => {
    const { status, body } = await store.api.get(`/chat/conversations/${id}/summary`)
    return status === 200 && body.data
  })
  assert.match(text, /The customer asked: “Hello\?”/)
})

test('spec C10.8: an order is disclosed only to the owner of its address: verified, or typed here; not because a record says so', async () => {
  const store = await makeStore(server, { settings: { ai: { enabled: true, skills: { orderTracking: true } } } })
  const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`, {}), 201)
  const person = { platformId: 'customer-1', email: 'ana@shop.example' }
  const { id: customerUuid } = await addContact(store, person)
  const total = { amount: '10.00', currencyCode: 'EUR' }
  const data = { orderNumber: '#1042', email: person.email, createdAt: '2026-01-05T10:00:00Z', status: 'open', total }
  assert.deepEqual((await importLines(store, [{ kind: 'order', data }])).rejected, [])
  const text = 'Where is my order #1042?'
  const told = (messages: Any[]) => messages.some((one) => one.isBot && one.text.includes('10.00 EUR'))
  const answerIn = (id: string, count: number) =>
    until('an answer', async () => {
      const messages = await messagesOf(store, id)
      return messages.filter(({ isBot }) => isBot).length >= count && messages
    })

  const relay = (id: string, words: string) =>
    store.api.post(`/chat/conversations/${id}/messages`, { text: words, asCustomer: true })
  /** What an integration relays into a conversation of the contact's. */
  const relayed = async () => {
    const { id } = await addConversation(store, { customerUuid, isChatBot: true, messages: [] })
    ok(await relay(id, text), 201)
    assert.equal(told(await answerIn(id, 1)), false, 'the contact’s record is no proof')
    return id
  }
  await relayed()

  const hash = createHmac('sha256', secret).update(person.platformId).digest('hex')
  for (const [given, isTold] of [
    [{ id: person.platformId, hash }, true],
    [{ id: person.platformId, hash: 'f'.repeat(64), email: person.email }, false],
    [{ id: 'somebody', email: person.email }, false],
  ] as const) {
    const visitor = await makeVisitor(server, store)
    ok(await visitor.api.post('/storefront/identify', given))
    ok(await visitor.api.post('/storefront/sessions/reset'))
    const { conversation } = await visitor.say(text)
    assert.equal(told(await answerIn(conversation.id, 1)), isTold, JSON.stringify(given))
    if (!isTold) continue
    // Others who write into it, or who became the same contact, have proved nothing.
    ok(await relay(conversation.id, text), 201)
    const [, second] = (await answerIn(conversation.id, 2)).filter(({ isBot }) => isBot)
    assert.equal(told([second]), false)
  }
  const id = await relayed()
  ok(await relay(id, 'ana@shop.example'), 201)
  assert.equal(told(await answerIn(id, 2)), true, 'typed')

  const stranger = await makeVisitor(server, store)
  const { conversation } = await stranger.say('Hello')
  await answerIn(conversation.id, 1)
  const { customerUuid: other } = ok(await store.api.get(`/chat/conversations/${conversation.id}`))
  const inbox = await signInOwner(server, store)
  ok(await inbox.post(`/api/chat/customers/${customerUuid}/merge`, { from: other }), 201)
  await stranger.say(text)
  assert.equal(told(await answerIn(conversation.id, 2)), false, 'a merged browser')
})
