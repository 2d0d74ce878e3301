import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addMember, importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor, type TestVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C10: what can be seen of the AI agent from outside, offline.

const server = await shareServer()

const article = (id: string, question: string, answer: string) => ({
  kind: 'faq',
  data: { id, question, answer, url: `/help/${id}` },
})
const ARTICLES = [
  article('norway', 'Do you ship to Norway?', 'Yes. Parcels to Norway take four to six days and cost 9.90 EUR.'),
  article(
    'returns',
    'How do I return an item?',
    'Send it back within 30 days, unused, with the label from the parcel.',
  ),
  article('payment', 'Which cards do you take?', 'We take Visa, Mastercard and PayPal.'),
]

async function makeShop(ai: object = {}, widget: object = {}): Promise<Store> {
  const store = await makeStore(server, { settings: { ai: { enabled: true, ...ai }, widget } })
  assert.deepEqual((await importLines(store, ARTICLES)).rejected, [])
  return store
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Message = any

const messagesOf = async (store: Store, id: string): Promise<Message[]> =>
  ok(await store.api.get(`/chat/conversations/${id}/messages?limit=100`))
const conversationOf = async (store: Store, id: string) => ok(await store.api.get(`/chat/conversations/${id}`))

/** What the AI agent said, in order. */
const said = async (store: Store, id: string) =>
  (await messagesOf(store, id)).filter(({ isBot, isNote }: Message) => isBot && !isNote)

/** Sends a message, and waits until the AI agent has sent `count` messages in all. */
async function ask(store: Store, visitor: TestVisitor, text: string, count = 1) {
  const { conversation } = await visitor.say(text)
  const lines = await until('an answer', async () => {
    const lines = await said(store, conversation.id)
    return lines.length >= count && lines
  })
  assert.equal(lines.length, count)
  return { id: conversation.id as string, answer: lines.at(-1) }
}

/** A member gives the conversation back to the AI agent. */
async function giveBack(store: Store, id: string): Promise<void> {
  const inbox = await signInOwner(server, store)
  ok(await inbox.post(`/api/chat/conversations/${id}/ai`, { isChatBot: true }))
}

test('spec C10.1, C10.4: a customer’s message is followed by one bot message with its sources', async () => {
  const store = await makeShop({ name: 'Ava' })
  const visitor = await makeVisitor(server, store)
  const { id, answer } = await ask(store, visitor, 'Do you ship to Norway?')
  assert.match(answer.text, /four to six days/)
  assert.deepEqual(answer.chatbotFaqs, [{ id: 'norway', question: 'Do you ship to Norway?', url: '/help/norway' }])
  assert.deepEqual([answer.senderName, answer.isBot, answer.isAutomated, answer.memberId], ['Ava', true, false, null])
  const { isChatBot, hasChatBot, lastMessage } = await conversationOf(store, id)
  assert.deepEqual([isChatBot, hasChatBot, lastMessage.senderType], [true, true, 'bot'])
  const [question] = await messagesOf(store, id)
  assert.ok(question.topic === null || typeof question.topic === 'string')
})

test('spec C10.1: a quick row of messages gets one answer', async () => {
  const store = await makeShop()
  const visitor = await makeVisitor(server, store)
  await visitor.say('Hi')
  await visitor.say('one question')
  const { id } = await ask(store, visitor, 'do you ship to Norway?')
  // A second answer to it would come before the one to the next question.
  await ask(store, visitor, 'Which cards do you take?', 2)
  assert.equal((await conversationOf(store, id)).isChatBot, true)
})

test('spec C10.7: the first bot message says what it is, the next ones do not', async () => {
  const store = await makeShop({ name: 'Ava' })
  const visitor = await makeVisitor(server, store)
  const { answer: first } = await ask(store, visitor, 'Do you ship to Norway?')
  assert.match(first.text, /Ava.*AI/s)
  const { answer: second } = await ask(store, visitor, 'Which cards do you take?', 2)
  assert.doesNotMatch(second.text, /\bAI\b/)
})

test('spec C10.7: the first bot message says what it is, also when it hands off, and in the customer’s language', async () => {
  const store = await makeShop({ name: 'Ava' })
  const asking = await makeVisitor(server, store)
  const { answer } = await ask(store, asking, 'Ich möchte mit einem Menschen sprechen')
  assert.match(answer.text, /^Ich bin Ava, ein KI-Assistent dieses Shops\.\n\n.*Person aus unserem Team/)
  const escalating = await makeVisitor(server, store, { locale: 'fr-CA' })
  const { conversation } = await escalating.say('Livrez-vous en Norvège ?')
  ok(await escalating.api.post('/storefront/escalate', {}))
  const [first, ...others] = await said(store, conversation.id)
  assert.match(first.text, /^Je suis Ava, un assistant IA de cette boutique\.\n\n/)
  for (const { text } of others) assert.doesNotMatch(text, /Ava/)
  const off = await makeShop({ channels: ['email'] })
  const early = await makeVisitor(server, off)
  const { conversation: held } = await early.say('Do you ship to Norway?')
  await giveBack(off, held.id)
  const [only] = await until('the handoff', async () => {
    const lines = await said(off, held.id)
    return lines.length > 0 && lines
  })
  assert.match(only.text, /^I’m an AI assistant of this store\.\n\nA member of our team/)
})

test('spec C10.5: a request for a person hands off immediately, with the store’s text before the transfer line', async () => {
  const store = await makeShop({}, { handOff: 'One of us will be with you in a minute.' })
  const visitor = await makeVisitor(server, store)
  const { id, answer } = await ask(store, visitor, 'I want to talk to a human please')
  assert.equal(answer.text, 'I’m an AI assistant of this store.\n\nOne of us will be with you in a minute.')
  const lines = await messagesOf(store, id)
  const at = lines.findIndex(({ isTransfer }: Message) => isTransfer)
  assert.equal(lines[at - 1].id, answer.id)
  assert.equal(lines[at + 1].isNote, true)
  assert.match(lines[at + 1].text, /asked for a person.*talk to a human/s)
  const { isChatBot, memberId, status } = await conversationOf(store, id)
  assert.deepEqual([isChatBot, memberId, status], [false, null, 'open'])
  await visitor.say('Do you ship to Norway?')
  await giveBack(store, id)
  await until('the answer after that', async () => (await said(store, id)).length >= 2)
  assert.equal((await said(store, id)).length, 2)
})

test('spec C10.5: escalate hands off immediately, and the customer is notified', async () => {
  const store = await makeShop({}, { handOff: 'We are coming.' })
  const visitor = await makeVisitor(server, store)
  const { id } = await ask(store, visitor, 'Do you ship to Norway?')
  const answer = ok(await visitor.api.post('/storefront/escalate', {}))
  assert.deepEqual([answer.transferred, answer.conversation.isChatBot], [true, false])
  const [words, line] = (await messagesOf(store, id)).slice(-2)
  assert.deepEqual([words.text, words.isBot, line.isTransfer], ['We are coming.', true, true])
})

test('spec C10.1, C10.2: asks back once when it is not sure, then hands off', async () => {
  const store = await makeShop()
  const visitor = await makeVisitor(server, store)
  const { id, answer } = await ask(store, visitor, 'Can I rent the moon for a birthday in Zanzibar?')
  assert.deepEqual(answer.chatbotFaqs, [])
  assert.equal((await conversationOf(store, id)).isChatBot, true)
  await ask(store, visitor, 'The moon, rented, for one elephant.', 2)
  assert.equal((await conversationOf(store, id)).isChatBot, false)
})

test('spec C10.1: not sure: what may be meant is offered, claims nothing, and is answered once it is chosen', async () => {
  const store = await makeShop()
  const visitor = await makeVisitor(server, store)
  const { id, answer } = await ask(store, visitor, 'what do you take for a parcel')
  assert.match(answer.text, /\n\n1\. Do you ship to Norway\?\n2\. How do I return an item\?$/)
  assert.deepEqual(answer.chatbotFaqs, [])
  const { answer: chosen } = await ask(store, visitor, '2', 2)
  assert.equal(chosen.text, 'Send it back within 30 days, unused, with the label from the parcel.')
  assert.deepEqual(chosen.chatbotFaqs, [{ id: 'returns', question: 'How do I return an item?', url: '/help/returns' }])
  assert.equal((await conversationOf(store, id)).isChatBot, true)
  // What was offered is offered once: a number later chooses nothing.
  const { answer: unclear } = await ask(store, visitor, '1', 3)
  assert.deepEqual(unclear.chatbotFaqs, [])
})

test('spec C10.1: a word that several articles are about is asked back with their titles; one that one is about is answered', async () => {
  const store = await makeShop()
  const more = [
    article('time', 'How long does delivery take?', 'Two to four days.'),
    article('cost', 'What does delivery cost?', 'Delivery is 4.90 EUR.'),
    article('warranty', 'How long is the warranty?', 'Two years on everything.'),
  ]
  assert.deepEqual((await importLines(store, more)).rejected, [])
  for (const text of [
    'delivery',
    'Delivery?',
    'hi, delivery please',
    'Lieferung',
    'envío',
    'livraison',
    '配送について',
  ]) {
    const { answer } = await ask(store, await makeVisitor(server, store), text)
    const offered = [...answer.text.matchAll(/^\d\. (.+)$/gm)].map(([, title]) => title)
    assert.deepEqual(
      offered.toSorted(),
      ['Do you ship to Norway?', 'How long does delivery take?', 'What does delivery cost?'],
      `${text}: ${answer.text}`,
    )
    assert.deepEqual(answer.chatbotFaqs, [], text)
  }
  const visitor = await makeVisitor(server, store)
  await ask(store, visitor, 'delivery')
  const { answer: chosen } = await ask(store, visitor, 'What does delivery cost?', 2)
  assert.equal(chosen.chatbotFaqs[0]?.id, 'cost')
  for (const [text, id] of [
    ['warranty', 'warranty'],
    ['Garantie', 'warranty'],
    ['delivery cost', 'cost'],
  ]) {
    const { answer } = await ask(store, await makeVisitor(server, store), text as string)
    assert.equal(answer.chatbotFaqs[0]?.id, id, `${text}: ${answer.text}`)
  }
})

test('spec C10.4, C10.15: a question without an answer is settled with those much like it, and comes back when it is asked again', async () => {
  const [store, other] = [await makeShop(), await makeStore(server)]
  const [inbox, others] = [await signInOwner(server, store), await signInOwner(server, other)]
  const list = async (of = inbox) => ok(await of.get('/api/chat/ai/unanswered'))
  const texts = async () => (await list()).map(({ text, count }: Message) => `${count} ${text}`)
  const riddle = 'Can I rent the moon for a birthday in Zanzibar?'
  for (let i = 0; i < 2; i++) await ask(store, await makeVisitor(server, store), riddle)
  await ask(store, await makeVisitor(server, store), 'Do elephants like trombones?')
  assert.deepEqual(await texts(), [`2 ${riddle}`, '1 Do elephants like trombones?'])
  const [{ id }] = await list()
  const path = `/api/chat/ai/unanswered/${id}/settled`

  refused(await others.put(path), 404, 'NOT_FOUND')
  refused(await inbox.delete(path), 404, 'NOT_FOUND')
  assert.deepEqual(ok(await inbox.put(path)), { id })
  refused(await inbox.put(path), 404, 'NOT_FOUND')
  assert.deepEqual(await texts(), ['1 Do elephants like trombones?'])
  refused(await others.delete(path), 404, 'NOT_FOUND')
  assert.deepEqual(ok(await inbox.delete(path)), { id })
  assert.equal((await list()).length, 2)

  ok(await inbox.put(path))
  await ask(store, await makeVisitor(server, store), riddle)
  assert.deepEqual((await texts()).sort(), ['1 Do elephants like trombones?', `1 ${riddle}`].sort())
})

test('spec C10.6: a member’s reply ends the hold; who gives back gives the question too', async () => {
  const store = await makeShop()
  const member = await addMember(store)
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Do you ship to Norway?')
  ok(
    await store.api.post(`/chat/conversations/${conversation.id}/messages`, { text: 'Hello!', memberId: member.id }),
    201,
  )
  await visitor.say('And do you ship to Norway?')
  await giveBack(store, conversation.id)
  await until('an answer', async () => (await said(store, conversation.id)).length > 0)
  const lines = await messagesOf(store, conversation.id)
  const back = lines.findLastIndex(({ isTransfer }: Message) => isTransfer)
  assert.deepEqual(
    lines.slice(0, back).filter(({ isBot }: Message) => isBot),
    [],
  )
  assert.equal((await said(store, conversation.id)).length, 1)
})

test('spec C10.2, C10.3: hands off after ai.maxTurns answers', async () => {
  const store = await makeShop({ maxTurns: 1 })
  const visitor = await makeVisitor(server, store)
  const { id } = await ask(store, visitor, 'Do you ship to Norway?')
  await ask(store, visitor, 'Which cards do you take?', 2)
  assert.equal((await conversationOf(store, id)).isChatBot, false)
})

test('spec C10.2: when it is switched off, new conversations go to the team, and those that it handles are handed off', async () => {
  const store = await makeShop()
  const visitor = await makeVisitor(server, store)
  const { id } = await ask(store, visitor, 'Do you ship to Norway?')
  ok(await store.operator.patch(`/operator/stores/${store.shopId}`, { settings: { ai: { enabled: false } } }))
  await ask(store, visitor, 'Which cards do you take?', 2)
  assert.equal((await conversationOf(store, id)).isChatBot, false)
  const { conversation } = await (await makeVisitor(server, store)).say('Hello')
  assert.equal((await conversationOf(store, conversation.id)).isChatBot, false)
})

test('spec C10.1: it answers only on its channels', async () => {
  const store = await makeShop({ channels: ['email'] })
  const { conversation } = await (await makeVisitor(server, store)).say('Do you ship to Norway?')
  assert.equal((await conversationOf(store, conversation.id)).isChatBot, false)
})

test('spec 2.3.7, C10.1: words that an integration relays are addressed to the AI agent while it holds the conversation', async () => {
  const store = await makeShop()
  const { id } = await ask(store, await makeVisitor(server, store), 'Do you ship to Norway?')
  const path = `/chat/conversations/${id}/messages`
  const relay = async (text: string) => ok(await store.api.post(path, { text, asCustomer: true }), 201).isAskBotMessage
  assert.equal(await relay('And to Oslo?'), true)
  ok(await store.api.post(path, { text: 'Yes, we do.', memberId: (await addMember(store)).id }), 201)
  assert.equal(await relay('Thank you'), false)
})

test('spec 4.1.9, C10.9: resolving makes the summary, and makes it again when more was said', async () => {
  const store = await makeShop()
  const visitor = await makeVisitor(server, store)
  const { id } = await ask(store, visitor, 'Do you ship to Norway?')
  const path = `/chat/conversations/${id}`
  const summary = () => store.api.get(`${path}/summary`)
  assert.equal((await summary()).status, 404)
  const resolve = async () => ok(await store.api.post(`${path}/state`, { status: 'resolved' }))
  await resolve()
  const first = await until('the summary', async () => {
    const { status, body } = await summary()
    return status === 200 && body.data
  })
  assert.match(first.text, /Do you ship to Norway/)
  await ask(store, visitor, 'Which cards do you take?', 2)
  await resolve()
  await until('another summary', async () => (await summary()).body.data.text !== first.text)
})

test('spec 4.1.9, C10.9: a conversation of one message gets no summary', async () => {
  const store = await makeStore(server)
  const [short, long] = [await makeVisitor(server, store), await makeVisitor(server, store)]
  const { conversation } = await short.say('Hello')
  const other = (await long.say('Hello')).conversation
  await long.say('Anybody there?')
  // Both are worked at in the order in which they were resolved.
  for (const { id } of [conversation, other]) {
    ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  }
  await until('the other summary', async () => {
    return (await store.api.get(`/chat/conversations/${other.id}/summary`)).status === 200
  })
  assert.equal((await store.api.get(`/chat/conversations/${conversation.id}/summary`)).status, 404)
})

test('spec C10.10: the playground: answered before it is on, listed for assistants, heard of by no webhook', async () => {
  const store = await makeStore(server)
  assert.deepEqual((await importLines(store, ARTICLES)).rejected, [])
  const inbox = await signInOwner(server, store)
  const { conversationId } = ok(await inbox.post('/api/chat/ai/playground', { text: 'Do you ship to Norway?' }), 201)
  const [answer] = await until('an answer', async () => {
    const lines = await said(store, conversationId)
    return lines.length > 0 && lines
  })
  assert.match(answer.text, /four to six days/)
  const [trace] = ok(await inbox.get(`/api/chat/conversations/${conversationId}/ai`))
  assert.deepEqual([trace.act, trace.messageId, trace.trace.candidates[0].id], ['answer', answer.id, 'norway'])
  ok(await inbox.post('/api/chat/ai/playground', { text: 'A human please', conversationId }), 201)
  await until('a hand-over', async () => (await said(store, conversationId)).length === 2)
  ok(await inbox.post('/api/chat/ai/playground', { text: 'Which cards do you take?', conversationId }), 201)
  await until('an answer again', async () => (await said(store, conversationId)).length === 3)
  assert.deepEqual(ok(await store.api.get('/chat/conversations')), [])
  refused(await inbox.post('/api/chat/ai/playground', { text: 'x', conversationId: 'nothing' }), 404, 'NOT_FOUND')
  refused(await inbox.post('/api/chat/ai/playground', { text: ' ' }), 400, 'INVALID_PARAMS')
})

test('spec C10.3: settings of the AI agent have their defaults and limits', async () => {
  const store = await makeStore(server)
  const path = `/operator/stores/${store.shopId}`
  const { name, instructions, handOffTopics, channels, minConfidence, maxTurns, assistantsYield } = ok(
    await store.operator.get(path),
  ).settings.ai
  assert.deepEqual(
    { name, instructions, handOffTopics, channels, minConfidence, maxTurns, assistantsYield },
    {
      name: 'AI agent',
      instructions: '',
      handOffTopics: [],
      channels: ['online_store'],
      minConfidence: 0.5,
      maxTurns: 12,
      assistantsYield: false,
    },
  )
  const change = (ai: object) => store.operator.patch(path, { settings: { ai } })
  for (const wrong of [
    { name: '' },
    { name: 'x'.repeat(51) },
    { instructions: 'x'.repeat(4_001) },
    { handOffTopics: Array(51).fill('x') },
    { handOffTopics: ['x'.repeat(101)] },
    { channels: ['fax'] },
    { minConfidence: 1.1 },
    { minConfidence: -0.1 },
    { maxTurns: 0 },
    { maxTurns: 51 },
    { maxTurns: 1.5 },
    { assistantsYield: 'yes' },
    { unknown: true },
  ]) {
    assert.match(refused(await change(wrong), 400, 'INVALID_PARAMS'), new RegExp(Object.keys(wrong)[0] as string))
  }
  ok(await change({ name: 'x'.repeat(50), handOffTopics: ['refund'], channels: [], minConfidence: 1, maxTurns: 50 }))
})

test('spec C10.5, C10.7: escalate tells the customer in the language of their browser', async () => {
  const store = await makeShop()
  const visitor = await makeVisitor(server, store, { locale: 'de-AT' })
  const { conversation } = await visitor.say('Versendet ihr nach Norwegen?')
  ok(await visitor.api.post('/storefront/escalate', {}))
  const [words] = (await said(store, conversation.id)).slice(-1)
  assert.match(words.text, /Person aus unserem Team/)
})
