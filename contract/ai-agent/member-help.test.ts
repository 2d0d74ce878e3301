import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startProvider } from '#test/doubles/provider.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer, startServer } from '#test/service/server.ts'

// What the AI agent does for a member who writes a reply: answers questions about the customer, and rewrites drafts.

const offline = await shareServer()
const provider = await startProvider()
const server = await startServer({ env: provider.env })
beforeEach(() => provider.requests.splice(0))

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const TOTAL = { amount: '89.00', currencyCode: 'EUR' }

/** A customer with an order, an earlier conversation with an internal note, and the one that is open. */
async function makeCustomer(at: typeof offline) {
  const store = await makeStore(at)
  const contact = await addContact(store, { name: 'Ada', email: 'ada@shop.example', note: 'Prefers parcel lockers' })
  const order = {
    orderNumber: '#1001',
    createdAt: '2026-03-04T10:00:00Z',
    status: 'open',
    total: TOTAL,
    customerUuid: contact.id,
    lineItems: [{ title: 'Brass lamp', quantity: 2 }],
  }
  assert.deepEqual((await importLines(store, [{ kind: 'order', data: order }])).rejected, [])
  const of = { customerUuid: contact.id }
  const earlier = await addConversation(store, {
    ...of,
    messages: [
      message({ text: 'The shade arrived with a dent.' }),
      message({ text: 'We sent a new shade.', senderType: 'agent' }),
    ],
  })
  const { inbox } = await signInMember(at, store)
  ok(
    await inbox.post(`/api/chat/conversations/${earlier.id}/messages`, { text: 'Allergic to nickel', isNote: true }),
    201,
  )
  const open = await addConversation(store, { ...of, messages: [message({ text: 'Hello again' })] })
  const ask = (question: string, id = open.id) => inbox.post(`/api/chat/conversations/${id}/questions`, { question })
  return { store, inbox, earlier, open, ask }
}

test('without a model a question finds what was said, noted and ordered, with where it is', async () => {
  const { store, earlier, ask } = await makeCustomer(offline)
  const dent = ok(await ask('What arrived with a dent?'))
  assert.equal(dent.text, null)
  const [first] = dent.sources
  assert.deepEqual(Object.keys(first), ['kind', 'id', 'text', 'by', 'at', 'conversationId'])
  assert.deepEqual(
    [first.kind, first.text, first.conversationId],
    ['message', 'The shade arrived with a dent.', earlier.id],
  )
  assert.equal(ok(await ask('allergic'))?.sources[0].kind, 'note')
  const [order] = ok(await ask('Which lamp did they order?')).sources
  assert.deepEqual([order.kind, order.id], ['order', '#1001'])
  assert.match(order.text, /^2 × Brass lamp\n89\.00 EUR\n/)
  assert.equal(ok(await ask('parcel lockers')).sources[0].kind, 'contact')
  assert.deepEqual(ok(await ask('unicorn')), { text: null, sources: [] })
  refused(await ask('x', 'none'), 404, 'NOT_FOUND')
  refused(await ask(''), 400, 'INVALID_PARAMS')
  const owner = await signInOwner(offline, store)
  assert.equal(ok(await owner.get('/api/chat/me')).store.canRewrite, false)
  refused(await owner.post('/api/chat/ai/rewrite', { text: 'Hi', how: 'shorten' }), 400, 'INVALID_PARAMS')
})

test('another customer’s conversations, spam and deleted messages are not read', async () => {
  const { store, earlier, inbox, ask } = await makeCustomer(offline)
  await addConversation(store, { messages: [message({ text: 'A dent in my canoe' })] })
  const told = async () => ok(await ask('dent')).sources.map(({ text }: Any) => text)
  assert.deepEqual(await told(), ['The shade arrived with a dent.'])
  ok(await inbox.post(`/api/chat/conversations/${earlier.id}/spam`, { isSpam: true }))
  assert.deepEqual(await told(), [])
})

test('a model answers from the records, and what they do not say is not said', async () => {
  const { ask } = await makeCustomer(server)
  const documents: Any[] = []
  const behave = (answer: (ids: Record<string, string>) => object) =>
    provider.behave(({ messages }) => {
      const document = JSON.parse(textOf(messages.at(-1)?.content))
      documents.push(document)
      const ids = Object.fromEntries(document.records.map(({ id, kind }: Any) => [kind, id]))
      return JSON.stringify(answer(ids))
    })
  behave(({ order }) => ({ answer: 'They bought 2 brass lamps for 89.00 EUR.', sourceIds: [order] }))
  const told = ok(await ask('What did they buy?'))
  assert.equal(told.text, 'They bought 2 brass lamps for 89.00 EUR.')
  assert.deepEqual(
    told.sources.map(({ id }: Any) => id),
    ['#1001'],
  )
  assert.deepEqual(documents[0].counts, { contact: 1, order: 1, message: 3, note: 1 })
  // A number that is in no source, an unknown source, no source, no answer, and an answer of another form.
  for (const answer of [
    { answer: 'For 88.00 EUR.', sourceIds: ['r0', 'r1'] },
    { answer: 'A lamp.', sourceIds: ['r99'] },
    { answer: 'A lamp.', sourceIds: [] },
    { answer: null, sourceIds: [] },
    { text: 'A lamp.' },
  ]) {
    behave(() => answer)
    const offlineAnswer = ok(await ask('brass lamp'))
    assert.equal(offlineAnswer.text, null, JSON.stringify(answer))
    assert.equal(offlineAnswer.sources[0].id, '#1001')
  }
})

test('a draft is rewritten, and refused where numbers, links or codes would change', async () => {
  const { inbox } = await makeCustomer(server)
  const rewrite = (text: string, how = 'shorten') => inbox.post('/api/chat/ai/rewrite', { text, how })
  const draft = 'Well, you will get 12.50 EUR back, see https://shop.example/returns.'
  assert.equal(ok(await inbox.get('/api/chat/me')).store.canRewrite, true)
  const say = (text: unknown) => provider.behave(() => `Here it is: ${JSON.stringify({ text })}`)
  say('You get 12.50 EUR back: https://shop.example/returns')
  assert.deepEqual(ok(await rewrite(draft)), { text: 'You get 12.50 EUR back: https://shop.example/returns' })
  for (const text of [
    'You get 12.00 EUR back: https://shop.example/returns',
    'You get 12.50 EUR back: https://evil.example/returns',
    'You get 12.50 EUR back.',
    '',
    7,
  ]) {
    say(text)
    refused(await rewrite(draft), 503, 'UNAVAILABLE')
  }
  refused(await rewrite(draft, 'sing'), 400, 'INVALID_PARAMS')
  refused(await rewrite(''), 400, 'INVALID_PARAMS')
})

/** What the model is asked with: a text, or parts. */
const textOf = (content: string | { text: string }[] | null | undefined) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('')
