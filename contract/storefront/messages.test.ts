import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { ok, refused } from '#test/expect.ts'
import { readEvents } from '#test/fixtures/events.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'

// docs/storefront-protocol.md: what visitors say, over HTTP. What sockets are told is in realtime-*.test.ts.

const server = await startServer()
const store = await makeStore(server)
const memberId = store.owner.memberId
const conversationOf = async (id: string) => ok(await store.api.get(`/chat/conversations/${id}`))
const messagesOf = async (id: string) => ok(await store.api.get(`/chat/conversations/${id}/messages`))

test('a first message makes the contact, the conversation and the message', async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation, message, revision } = await visitor.say('Do you ship to Norway?')
  assert.deepEqual(
    [message.text, message.sender.type, message.revision, revision, conversation.revision],
    ['Do you ship to Norway?', 'customer', 1, 1, 1],
  )
  const record = await conversationOf(conversation.id)
  const { status, isRead, isCustomerRead, isChatBot, customerType, channels, messageCount, sessionId } = record
  assert.deepEqual(
    { status, isRead, isCustomerRead, isChatBot, customerType, channels, messageCount, sessionId },
    {
      status: 'open',
      isRead: false,
      isCustomerRead: true,
      isChatBot: false,
      customerType: 'anonymous',
      channels: ['online_store'],
      messageCount: 1,
      sessionId: visitor.sessionId,
    },
  )
  assert.match(record.pgConvoId, /^\d+$/)
  const contact = ok(await store.api.get(`/chat/customers/${record.customerUuid}`))
  assert.deepEqual([contact.type, contact.channels], ['anonymous', ['online_store']])
  assert.equal((await messagesOf(conversation.id))[0].isFirst, true)
})

test('spec 6.1.5, 6.1.7, 6.1.13: a first message tells of the customer, the conversation and the message, in this order', async () => {
  const other = await makeStoreWithEvents(server, { settings: { ai: { enabled: true } } })
  const visitor = await makeVisitor(server, other)
  ok(await visitor.api.patch('/storefront/visitor', { email: 'ada@example.com', phone: '+44 1' }))
  const { conversation, message } = await visitor.say('Hello')
  await visitor.say('Again')
  const events = await readEvents(server, other.shopId)
  assert.deepEqual(
    events.map(({ type }) => type).slice(0, 4), // the AI agent answers later
    ['customer.created', 'conversation.created', 'message.created', 'message.created'],
  )
  const [customer, created, first] = events
  const { customerUuid } = ok(await other.api.get(`/chat/conversations/${conversation.id}`))
  assert.equal(customer?.conversationId, null)
  assert.deepEqual(customer?.data, {
    customerId: customerUuid,
    email: 'ada@example.com',
    firstName: null,
    lastName: null,
    phone: '+44 1',
    tags: null,
    ordersCount: null,
    totalSpent: null,
  })
  assert.deepEqual(created?.data, {
    type: 'guest',
    customerId: customerUuid,
    channel: 'online_store',
    isChatBot: true,
    isFirstMessage: true,
  })
  assert.deepEqual([first?.data.messageId, first?.data.senderType], [message.id, 'customer'])
})

test('isChatBot of a new conversation follows the store’s setting', async () => {
  const other = await makeStore(server, { settings: { ai: { enabled: true } } })
  const { conversation } = await (await makeVisitor(server, other)).say('Hello')
  assert.equal(conversation.isChatBot, true)
  assert.equal(ok(await other.api.get(`/chat/conversations/${conversation.id}`)).isChatBot, true)
})

test('a clientId sent many times at once, and again later, is one message', async () => {
  const visitor = await makeVisitor(server, store)
  const clientId = randomUUID()
  const sends = Array.from({ length: 10 }, () => visitor.api.post('/storefront/messages', { clientId, text: 'Once' }))
  const answers = await Promise.all(sends)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(9).fill(200), 201])
  const ids = new Set(answers.map(({ body }) => body.data.message.id))
  assert.equal(ids.size, 1)
  const again = await visitor.api.post('/storefront/messages', {
    clientId: clientId.toUpperCase(),
    text: 'Other words',
  })
  assert.equal(ok(again).message.text, 'Once')
  assert.equal((await messagesOf(ok(again).conversation.id)).length, 1)
})

test('first messages of several tabs at once start one conversation and one contact', async () => {
  const visitor = await makeVisitor(server, store)
  const said = await Promise.all(Array.from({ length: 12 }, (_, i) => visitor.say(`tab ${i}`)))
  const ids = new Set(said.map(({ conversation }) => conversation.id))
  assert.equal(ids.size, 1)
  const [id] = ids
  assert.equal((await messagesOf(id as string)).length, 12)
  assert.equal((await conversationOf(id as string)).messageCount, 12)
})

test('a clientId that two visitors send at once is the message of one of them', async () => {
  const [one, other] = [await makeVisitor(server, store), await makeVisitor(server, store)]
  for (let round = 0; round < 8; round++) {
    const post = { clientId: randomUUID(), text: 'Hello' }
    const answers = await Promise.all([one, other].map(({ api }) => api.post('/storefront/messages', post)))
    assert.deepEqual(
      answers.map(({ status }) => status).sort(),
      [201, 400],
      JSON.stringify(answers.map(({ body }) => body)),
    )
  }
})

test('another visitor’s clientId is refused and tells nothing', async () => {
  const [one, other] = [await makeVisitor(server, store), await makeVisitor(server, store)]
  const clientId = randomUUID()
  await one.say('Mine', { clientId })
  const answer = await other.api.post('/storefront/messages', { clientId, text: 'Theirs' })
  refused(answer, 400, 'INVALID_PARAMS')
  assert.ok(!JSON.stringify(answer.body).includes('Mine'))
})

test('spec C6.9: a visitor’s message reopens a resolved conversation, or starts a new one if the store wants that', async () => {
  for (const reopenOnCustomerMessage of [true, false]) {
    const other = await makeStore(server, { settings: { reopenOnCustomerMessage } })
    const visitor = await makeVisitor(server, other)
    const first = (await visitor.say('One')).conversation
    ok(await other.api.post(`/chat/conversations/${first.id}/state`, { status: 'resolved' }))
    const next = (await visitor.say('Two')).conversation
    assert.equal(next.id === first.id, reopenOnCustomerMessage)
    assert.equal(next.status, 'open')
  }
})

test('texts are counted in code points, never trimmed, and an empty one is refused', async () => {
  const visitor = await makeVisitor(server, store)
  const post = (text: unknown) => visitor.api.post('/storefront/messages', { clientId: randomUUID(), text })
  for (const text of ['🎈'.repeat(5_000), '  kept \n']) assert.equal(ok(await post(text), 201).message.text, text)
  for (const text of ['', ' \n', 'x'.repeat(5_001), '🎈'.repeat(5_001), null, 7, 'a\u0000b', undefined]) {
    refused(await post(text), 400, 'INVALID_PARAMS')
  }
  refused(await visitor.api.post('/storefront/messages', { clientId: 'no uuid', text: 'x' }), 400, 'INVALID_PARAMS')
})

test('a visitor never sees notes, nor the words of deleted messages', async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const path = `/chat/conversations/${conversation.id}/messages`
  ok(await store.api.post(path, { text: 'secret note', memberId, isNote: true }), 201)
  ok(await store.api.post(path, { text: 'reply', memberId }), 201)
  const page = await visitor.api.get('/storefront/messages')
  assert.deepEqual(
    ok(page).map(({ text }: { text: string }) => text),
    ['reply', 'Hello'],
  )
  assert.ok(!JSON.stringify(page.body).includes('secret note'))
  assert.ok(!JSON.stringify(ok(await visitor.api.get('/storefront/conversations'))).includes('secret'))
})

test('older messages come in pages, newest first, without loss or doubles', async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('0')
  const path = `/chat/conversations/${conversation.id}/messages`
  for (let i = 1; i < 25; i++) ok(await store.api.post(path, { text: `${i}`, memberId }), 201)
  const texts: string[] = []
  for (let before: string | null = ''; before !== null; ) {
    const answer = await visitor.api.get(`/storefront/messages?limit=7${before ? `&before=${before}` : ''}`)
    texts.push(...ok(answer).map(({ text }: { text: string }) => text))
    assert.equal(answer.body.paging.hasMore, answer.body.paging.nextCursor !== null)
    before = answer.body.paging.nextCursor
  }
  assert.deepEqual(
    texts,
    Array.from({ length: 25 }, (_, i) => `${24 - i}`),
  )
  refused(await visitor.api.get('/storefront/messages?before=x'), 400, 'INVALID_PARAMS')
})

test('unread messages are counted until they are read; reading never goes back', async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const path = `/chat/conversations/${conversation.id}/messages`
  for (const text of ['one', 'two']) ok(await store.api.post(path, { text, memberId }), 201)
  const now = async () => ok(await visitor.api.get('/storefront/conversations'))[0]
  assert.deepEqual([(await now()).unreadCount, (await now()).readByAgent], [2, 3])
  const read = (revision: number) => visitor.api.post('/storefront/read', { conversationId: conversation.id, revision })
  ok(await read(2))
  assert.equal((await now()).unreadCount, 1)
  ok(await read(1))
  assert.equal((await now()).unreadCount, 1)
  assert.equal((await conversationOf(conversation.id)).isCustomerRead, false)
  ok(await read(999))
  assert.equal((await now()).unreadCount, 0)
  assert.equal((await conversationOf(conversation.id)).isCustomerRead, true)
})

test('spec 8.23: a visitor sends at most 15 messages per minute; the error says when to go on', async () => {
  const visitor = await makeVisitor(server, store)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => visitor.api.post('/storefront/messages', { clientId: randomUUID(), text: 'x' })),
  )
  const taken = answers.filter(({ status }) => status === 201).length
  assert.ok(taken >= 15 && taken <= 30, `${taken}`) // two minutes of the clock at most
  const late = answers.find(({ status }) => status === 429)
  refused(late as never, 429, 'RATE_LIMITED')
  assert.match(late?.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
})

test('a reset session starts a new conversation; the old one stays readable', async () => {
  const visitor = await makeVisitor(server, store)
  const first = (await visitor.say('One')).conversation
  const reset = ok(await visitor.api.post('/storefront/sessions/reset'))
  assert.notEqual(reset.session.id, visitor.sessionId)
  assert.deepEqual([reset.conversation, reset.messages], [null, []])
  const next = (await visitor.say('Two')).conversation
  assert.notEqual(next.id, first.id)
  const list = ok(await visitor.api.get('/storefront/conversations'))
  assert.deepEqual(list.map(({ id }: { id: string }) => id).sort(), [first.id, next.id].sort())
  const back = await visitor.say('Three', { conversationId: first.id })
  assert.equal(back.conversation.id, first.id)
})

test('a conversation of somebody else is out of reach, by whichever path', async () => {
  const foreign = await addConversation(store)
  const visitor = await makeVisitor(server, store)
  await visitor.say('Mine')
  const id = foreign.id
  refused(await visitor.api.get(`/storefront/messages?conversationId=${id}`), 404, 'NOT_FOUND')
  refused(await visitor.api.post('/storefront/read', { conversationId: id, revision: 1 }), 404, 'NOT_FOUND')
  const post = { clientId: randomUUID(), text: 'x', conversationId: id }
  refused(await visitor.api.post('/storefront/messages', post), 400, 'INVALID_PARAMS')
})

test('tokens are refused when they are forged, ended, or another store’s', async () => {
  const other = await makeStore(server)
  const visitor = await makeVisitor(server, store)
  const call = (appId: string, token: string) =>
    createClient(server.baseUrl, { 'x-app-id': appId, authorization: `Bearer ${token}` }).get(
      '/storefront/conversations',
    )
  for (const token of ['', 'vt_', `vt_${'0'.repeat(64)}`, visitor.token.slice(0, -1), `${visitor.token}0`, store.key]) {
    refused(await call(store.appId, token), 401, 'UNAUTHENTICATED')
  }
  refused(await call(other.appId, visitor.token), 401, 'UNAUTHENTICATED')
  refused(await call('app_nobody', visitor.token), 404, 'NOT_FOUND')
  ok(await visitor.api.post('/storefront/logout'))
  refused(await call(store.appId, visitor.token), 401, 'UNAUTHENTICATED')
  const again = ok(await visitor.api.post('/storefront/sessions', { appId: store.appId, token: visitor.token }))
  assert.notEqual(again.token, visitor.token)
  assert.equal(again.conversation, null)
})

test('a known token goes on where it was', async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const again = await makeVisitor(server, store, { token: visitor.token })
  assert.deepEqual(
    [again.token, again.id, again.sessionId, again.ready.conversation.id, again.ready.messages.length],
    [visitor.token, visitor.id, visitor.sessionId, conversation.id, 1],
  )
})

test('a message may answer another of its conversation, and none of another', async () => {
  const visitor = await makeVisitor(server, store)
  const first = await visitor.say('First')
  const answer = await visitor.say('Second', { replyTo: first.message.id, quickReply: true })
  assert.deepEqual(answer.message.replyTo, {
    id: first.message.id,
    text: 'First',
    senderType: 'customer',
    senderName: 'Visitor',
  })
  const stranger = await makeVisitor(server, store)
  const post = { clientId: randomUUID(), text: 'x', replyTo: first.message.id }
  refused(await stranger.api.post('/storefront/messages', post), 400, 'INVALID_PARAMS')
})
