import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, readAllIds, refused } from '#test/expect.ts'
import { addConversation, addMember, makeStore, message } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 2.3, 4.2: reading messages, and what a post may hold. What posts do is in replies.test.ts.

const server = await shareServer()
const store = await makeStore(server)
const { api } = store
const memberId = store.owner.memberId
const messagesOf = (id: string) => `/chat/conversations/${id}/messages`
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

test('spec 4.2.7: messages come oldest first, with order desc newest first; pages lose and double nothing', async () => {
  // Many share their time: those of one moment keep the order in which they were brought in.
  const messages = Array.from({ length: 130 }, (_, i) => message({ id: `${i}`, createdAt: at(Math.floor(i / 5)) }))
  const { id } = await addConversation(store, { messages })
  const ids = messages.map((m) => String(m.id))
  for (const limit of [1, 9, 100]) {
    assert.deepEqual(await readAllIds(api, `${messagesOf(id)}?limit=${limit}`), ids)
    assert.deepEqual(await readAllIds(api, `${messagesOf(id)}?limit=${limit}&order=desc`), ids.toReversed())
  }
  assert.deepEqual(await readAllIds(api, `${messagesOf(id)}?order=asc`), ids)
})

test('spec 8.6: a page of messages has 50 unless told, and at most 100', async () => {
  const { id } = await addConversation(store, { messages: Array.from({ length: 120 }, () => message()) })
  const length = async (query: string) => ok(await api.get(messagesOf(id) + query)).length
  assert.deepEqual([await length(''), await length('?limit=100'), await length('?limit=1000')], [50, 100, 100])
})

test('spec 4.2.7: messages posted while pages are read come after them', async () => {
  const { id } = await addConversation(store, { messages: [message({ id: 1 }), message({ id: 2 })] })
  const first = await api.get(`${messagesOf(id)}?limit=1`)
  const { id: posted } = ok(await api.post(messagesOf(id), { text: 'third', memberId }), 201)
  assert.deepEqual(await readAllIds(api, `${messagesOf(id)}?limit=1`), ['1', '2', posted])
  const rest = ok(await api.get(`${messagesOf(id)}?cursor=${first.body.paging.nextCursor}`))
  assert.deepEqual(
    rest.map((m: { id: string }) => m.id),
    ['2', posted],
  )
})

test('spec 4.2.7: wrong orders, limits and cursors are refused', async () => {
  const { id } = await addConversation(store)
  const conversations = (await api.get('/chat/conversations?limit=1')).body.paging.nextCursor
  for (const query of ['order=up', 'order=ASC', 'order=asc&order=asc', 'limit=0', 'limit=', 'limit=x', 'cursor=x']) {
    refused(await api.get(`${messagesOf(id)}?${query}`), 400, 'INVALID_PARAMS')
  }
  assert.ok(conversations)
  refused(await api.get(`${messagesOf(id)}?cursor=${conversations}`), 400, 'INVALID_PARAMS')
  ok(await api.get(`${messagesOf(id)}?order=&cursor=`))
})

test('spec 2.3.3: lists leave deleted messages out; alone they are shown with isDeleted true', async () => {
  const messages = [message({ id: 1 }), message({ id: 2, isDeleted: true, text: 'gone' }), message({ id: 3 })]
  const { id, messageCount, lastMessage } = await addConversation(store, { messages })
  assert.deepEqual(await readAllIds(api, `${messagesOf(id)}?limit=1`), ['1', '3'])
  const deleted = ok(await api.get(`${messagesOf(id)}/2`))
  assert.deepEqual([deleted.isDeleted, deleted.text], [true, 'gone'])
  assert.equal(ok(await api.get(`${messagesOf(id)}/1`)).isDeleted, false)
  assert.deepEqual([messageCount, lastMessage.text], [2, messages[2]?.text])
})

test('spec 2.3.4: a message is found by UUID or number, in its own conversation only', async () => {
  const one = await addConversation(store, { messages: [message({ id: 41, text: 'one' })] })
  const other = await addConversation(store, { messages: [message({ id: '41', text: 'other' })] })
  assert.equal(ok(await api.get(`${messagesOf(one.id)}/41`)).text, 'one')
  assert.equal(ok(await api.get(`${messagesOf(other.id)}/41`)).text, 'other')
  assert.equal(ok(await api.get(`${messagesOf(one.id)}/41`)).id, '41')
  const { id } = ok(await api.post(messagesOf(one.id), { text: 'x', memberId }), 201)
  assert.equal(ok(await api.get(`${messagesOf(one.id)}/${id}`)).text, 'x')
  for (const missing of [`${messagesOf(other.id)}/${id}`, `${messagesOf(one.id)}/42`, `${messagesOf(one.id)}/041`]) {
    refused(await api.get(missing), 404, 'NOT_FOUND')
  }
})

test('spec 2.3.6, C9.3: messages list internal notes; messageCount and lastMessage look past them', async () => {
  const messages = [
    message({ id: 1, text: 'hello' }),
    message({ id: 2, text: 'internal', isNote: true, memberId }),
    message({ id: 3, text: 'handed over', isTransfer: true }),
  ]
  const { id, messageCount, lastMessage } = await addConversation(store, { messages })
  assert.deepEqual(await readAllIds(api, messagesOf(id)), ['1', '2', '3'])
  assert.deepEqual([messageCount, lastMessage.text, lastMessage.senderType], [1, 'hello', 'customer'])
})

test('spec 4.2.9, 8.9, C6.7, C9.2: text needs 1 to 5,000 characters, counted as code points, and is kept as sent', async () => {
  const { id } = await addConversation(store)
  for (const text of ['x', '🎈'.repeat(5_000), '  two  spaces \n', 'e\u0301 \u00e9', '<b>&amp;</b>', '\u202e\u200b.']) {
    const posted = ok(await api.post(messagesOf(id), { text, memberId }), 201)
    assert.equal(posted.text, text)
    assert.equal(ok(await api.get(`${messagesOf(id)}/${posted.id}`)).text, text)
  }
  for (const text of [
    '',
    ' ',
    '\n\t\u00a0\u3000',
    '🎈'.repeat(5_001),
    'x'.repeat(5_001),
    null,
    7,
    {},
    ['x'],
    undefined,
  ]) {
    refused(await api.post(messagesOf(id), { text, memberId }), 400, 'INVALID_PARAMS')
  }
})

test('spec 4.2.10: a reply and a note need an active member of this store', async () => {
  const inactive = await addMember(store, { active: false })
  const foreign = await addMember(await makeStore(server))
  const { id, messageCount } = await addConversation(store)
  for (const wrong of [inactive.id, foreign.id, 'nobody', '', null, undefined, 7, {}]) {
    for (const isNote of [true, false]) {
      refused(await api.post(messagesOf(id), { text: 'x', memberId: wrong, isNote }), 400, 'INVALID_PARAMS')
    }
  }
  assert.equal(ok(await api.get(`/chat/conversations/${id}`)).messageCount, messageCount)
  assert.deepEqual(ok(await api.get(messagesOf(id))), [])
})

test('spec 4.2.11: isNote and asCustomer must be booleans', async () => {
  const { id } = await addConversation(store)
  for (const wrong of [{ isNote: 'true' }, { asCustomer: 'true' }, { isNote: 1 }, { asCustomer: {} }]) {
    refused(await api.post(messagesOf(id), { text: 'x', memberId, ...wrong }), 400, 'INVALID_PARAMS')
  }
})

test('spec 4.2.8, C6.1, C9.12: a post answers 201 with the message as the single-message endpoint gives it', async () => {
  const { id } = await addConversation(store)
  const member = await addMember(store, { firstName: 'Lin', lastName: 'Chen' })
  const answer = await api.post(messagesOf(id), { text: 'Hi', memberId: member.id, extra: 'ignored', isBot: true })
  const { id: messageId, createdAt, ...rest } = ok(answer, 201)
  assert.match(messageId, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
  assert.deepEqual(Object.keys(answer.body), ['data'])
  assert.deepEqual(rest, {
    text: 'Hi',
    senderName: 'Lin Chen',
    memberId: member.id,
    isAdmin: true,
    isAutomated: false,
    isBot: false,
    isNote: false,
    isFirst: true,
    isTransfer: false,
    isQuickReplyMsg: false,
    isAskBotMessage: false,
    isDeleted: false,
    contentType: 'text',
    topic: null,
    chatbotProducts: [],
    chatbotFaqs: [],
    files: [],
    replyMessage: null,
  })
  assert.deepEqual(ok(await api.get(`${messagesOf(id)}/${messageId}`)), ok(answer, 201))
})

test('spec 4.2.5, 4.2.6: posting is not idempotent, and messages are neither edited nor deleted here', async () => {
  const { id } = await addConversation(store)
  const posts = [1, 2].map(() => api.post(messagesOf(id), { text: 'again', memberId }))
  const [one, other] = (await Promise.all(posts)).map((answer) => ok(answer, 201))
  assert.notEqual(one.id, other.id)
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    refused(await api.call(method, `${messagesOf(id)}/${one.id}`, { text: 'edited' }), 405, 'METHOD_NOT_ALLOWED')
  }
})
