import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Frame, openSocket, type TestSocket } from '#test/clients/socket.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf, signInMember } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// docs/storefront-protocol.md, "Member's socket": the inbox hears of every change of its store, and of no other.

const server = await shareServer()
const store = await makeStore(server)
const path = '/api/chat/socket'

/** A member's socket that has said hello. */
async function inboxSocket(of: Store, overrides: Record<string, unknown> = {}) {
  const { member } = await signInMember(server, of, overrides)
  const cookie = cookieOf(await pageOf(server).post('/api/chat/session', { email: member.email, password: PASSWORD }))
  const socket = await openSocket(server.baseUrl, path, { headers: { cookie, origin: server.baseUrl } })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  return { socket, member, cookie }
}
const changeOf = (socket: TestSocket, id: string, fits: (conversation: Frame) => boolean = () => true) =>
  socket.next('conversation', (frame) => frame.conversation.id === id && fits(frame.conversation))

test('every change of a conversation is sent, as the REST record', async () => {
  const { socket, member } = await inboxSocket(store)
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const { id } = conversation
  const told = await changeOf(socket, id, ({ messageCount }) => messageCount === 1)
  const listed = ok(await store.api.get('/chat/conversations')).find((one: Frame) => one.id === id)
  assert.deepEqual(Object.keys(told.conversation), Object.keys(listed))
  const acts: [string, unknown, (conversation: Frame) => boolean][] = [
    ['assign', { memberId: member.id }, (c) => c.memberId === member.id],
    ['tags', { tags: ['vip'] }, (c) => c.tags.includes('vip')],
    ['read', undefined, (c) => c.isRead],
    ['state', { status: 'resolved' }, (c) => c.status === 'resolved'],
    ['messages', { text: 'Hi', memberId: member.id }, (c) => c.lastMessage.text === 'Hi'],
  ]
  for (const [act, body, fits] of acts) {
    assert.ok((await store.api.post(`/chat/conversations/${id}/${act}`, body)).status < 300)
    await changeOf(socket, id, fits)
  }
})

test('a watched thread gets its messages, notes too, with position and revision', async () => {
  const { socket, member } = await inboxSocket(store)
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('One')
  const conversationId = conversation.id
  socket.send({ type: 'watch', conversationId, revision: 0 })
  const first = await socket.next('messages')
  assert.deepEqual([first.conversationId, first.messages[0].text, first.revision], [conversationId, 'One', 1])
  const [record] = ok(await store.api.get(`/chat/conversations/${conversationId}/messages`))
  const { isDeleted, contentType, position, revision, clientId, original, formatting, delivery, ...rest } =
    first.messages[0]
  assert.deepEqual(rest, record)
  assert.deepEqual([isDeleted, contentType, position, revision], [false, 'text', 1, 1])
  assert.deepEqual([original, formatting, delivery], [null, null, null])
  assert.ok(clientId)
  const messages = `/chat/conversations/${conversationId}/messages`
  ok(await store.api.post(messages, { text: 'note', memberId: member.id, isNote: true }), 201)
  const note = await socket.next('messages', (frame) => frame.messages[0]?.isNote)
  assert.deepEqual([note.since, note.revision], [1, 2])
  socket.send({ type: 'unwatch', conversationId })
  await sleep(50)
  ok(await store.api.post(messages, { text: 'unseen', memberId: member.id }), 201)
  await changeOf(socket, conversationId, ({ lastMessage }) => lastMessage.text === 'unseen')
  assert.ok(!socket.frames.some((frame) => frame.type === 'messages' && frame.messages[0]?.text === 'unseen'))
})

test('who watches without a revision gets the newest messages', async () => {
  const messages = Array.from({ length: 130 }, (_, i) => message({ id: `${i}`, text: `${i}` }))
  const { id } = await addConversation(store, { messages })
  const { socket } = await inboxSocket(store)
  socket.send({ type: 'watch', conversationId: id })
  const told = await socket.next('messages')
  assert.deepEqual([told.since, told.messages.length, told.messages.at(-1).text], [30, 100, '129'])
})

test('who watches a conversation hears that what stands beside it has changed, and nobody else does', async () => {
  const { socket } = await inboxSocket(store)
  const { socket: other } = await inboxSocket(store)
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const conversationId = conversation.id
  socket.send({ type: 'watch', conversationId })
  await socket.next('messages')
  const path = `/chat/conversations/${conversationId}`
  const note = ok(await store.api.post(`${path}/notes`, { text: 'Call' }), 201)
  const attribute = ok(await store.api.post(`${path}/attributes`, { name: 'size', value: 'XL' }), 201)
  const changes = [
    () => store.api.put(`${path}/notes/${note.id}`, { text: 'Call again' }),
    () => store.api.delete(`${path}/notes/${note.id}`),
    () => store.api.put(`${path}/attributes/${attribute.id}`, { value: 'L' }),
    () => store.api.delete(`${path}/attributes/${attribute.id}`),
    () => visitor.api.post('/storefront/pages', { pages: [{ url: 'https://shop.example/a' }] }),
    () => visitor.api.post('/storefront/events', { name: 'looked' }),
    () => visitor.api.put('/storefront/context', { kind: 'cart', data: { lines: 1 } }),
  ]
  for (let told = 0; told < 2; told++) await socket.next('details') // of the note and the attribute
  for (const change of changes) {
    ok(await change())
    assert.equal((await socket.next('details')).conversationId, conversationId)
  }
  assert.equal(other.frames.filter(({ type }) => type === 'details').length, 0)
})

test('typing goes both ways, and ends by itself', async () => {
  const { socket, member } = await inboxSocket(store)
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const conversationId = conversation.id
  const shopper = await visitor.connect()
  socket.send({ type: 'watch', conversationId })
  await socket.next('messages')
  shopper.send({ type: 'typing', active: true })
  const typing = await socket.next('typing')
  assert.deepEqual(typing, {
    type: 'typing',
    conversationId,
    from: 'customer',
    memberId: null,
    name: 'Visitor',
    active: true,
  })
  socket.send({ type: 'typing', conversationId, active: true })
  assert.equal((await shopper.next('typing')).name, member.fullName)
  const ended = await Promise.all([
    socket.next('typing', ({ from, active }) => from === 'customer' && !active),
    shopper.next('typing', ({ active }) => !active),
  ])
  assert.equal(ended.length, 2)
})

test('members see who else looks at a conversation', async () => {
  const { id } = await addConversation(store)
  const [one, other] = [await inboxSocket(store), await inboxSocket(store)]
  one.socket.send({ type: 'watch', conversationId: id })
  await one.socket.next('viewers', ({ memberIds }) => memberIds.length === 1)
  other.socket.send({ type: 'watch', conversationId: id })
  for (const { socket } of [one, other]) {
    const { memberIds } = await socket.next('viewers', (frame) => frame.memberIds.length === 2)
    assert.deepEqual(memberIds.sort(), [one.member.id, other.member.id].sort())
  }
  other.socket.close()
  await one.socket.next('viewers', ({ memberIds }) => memberIds.length === 1)
})

test('a member with the inbox open is somebody who is there; one who is away is not', async () => {
  const quiet = await makeStore(server)
  const visitor = await makeVisitor(server, quiet)
  assert.equal(visitor.ready.online, false)
  const shopper = await visitor.connect()
  await inboxSocket(quiet, { enableAwayMode: true })
  await sleep(300)
  assert.ok(!shopper.frames.some(({ type, online }) => type === 'online' && online))
  const { socket } = await inboxSocket(quiet)
  await shopper.next('online', ({ online }) => online)
  socket.close()
  await shopper.next('online', ({ online }) => !online, 20_000)
})

test('edits and deletions are sent to both sides, and counts and previews follow', async () => {
  const { socket, member } = await inboxSocket(store)
  const { inbox } = await signInMember(server, store)
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Question')
  const conversationId = conversation.id
  const shopper = await visitor.connect()
  socket.send({ type: 'watch', conversationId })
  await socket.next('messages')
  const messages = `/chat/conversations/${conversationId}/messages`
  const { id } = ok(await store.api.post(messages, { text: 'Anser', memberId: member.id }), 201)
  const sent = await shopper.next('changes', ({ messages: [one] }) => one?.id === id)
  ok(await inbox.call('PATCH', `/api${messages}/${id}`, { text: 'Answer' }))
  const edited = await shopper.next('changes', ({ messages: [one] }) => one?.text === 'Answer')
  assert.deepEqual([edited.messages[0].isEdited, edited.messages[0].position], [true, sent.messages[0].position])
  assert.ok(edited.messages[0].revision > sent.messages[0].revision)
  await socket.next('messages', (frame) => frame.messages[0]?.text === 'Answer')
  assert.equal(ok(await store.api.get(`/chat/conversations/${conversationId}`)).lastMessage.text, 'Answer')
  const before = edited.conversation.revision
  ok(await inbox.delete(`/api${messages}/${id}`))
  const removed = await shopper.next('changes', ({ messages: [one] }) => one?.isDeleted)
  assert.deepEqual([removed.messages[0].text, removed.messages[0].id], ['', id])
  await socket.next('messages', (frame) => frame.messages[0]?.isDeleted)
  const record = ok(await store.api.get(`/chat/conversations/${conversationId}`))
  assert.deepEqual([record.messageCount, record.lastMessage.text], [1, 'Question'])
  assert.equal(ok(await store.api.get(`${messages}/${id}`)).isDeleted, true)
  const back = await visitor.connect({ conversationId, revision: before })
  const ready = back.frames.find(({ type }) => type === 'ready')
  assert.deepEqual(
    ready?.messages.map((one: Frame) => [one.id, one.isDeleted]),
    [[id, true]],
  )
})

test('the deletion of a conversation is sent to both sides', async () => {
  const { socket } = await inboxSocket(store)
  const { inbox } = await signInMember(server, store, { role: 'admin' })
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const shopper = await visitor.connect()
  ok(await inbox.delete(`/api/chat/conversations/${conversation.id}`))
  await socket.next('removed', ({ conversationId }) => conversationId === conversation.id)
  const ready = await shopper.next('ready', (frame) => frame.conversation === null)
  assert.deepEqual(ready.messages, [])
  const next = await visitor.say('Anew')
  assert.notEqual(next.conversation.id, conversation.id)
})

test('no other store’s changes are told, watched or typed in', async () => {
  const other = await makeStore(server)
  const { socket } = await inboxSocket(other)
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const shopper = await visitor.connect()
  socket.send({ type: 'watch', conversationId: conversation.id })
  assert.equal((await socket.next('removed')).conversationId, conversation.id)
  socket.send({ type: 'typing', conversationId: conversation.id, active: true })
  await visitor.say('More')
  await shopper.next('changes')
  await sleep(200)
  assert.ok(!socket.frames.some(({ type }) => type === 'conversation' || type === 'messages'))
  assert.ok(!shopper.frames.some(({ type }) => type === 'typing'))
})

test('without a session, with an API key, or from another page nobody gets a member’s socket', async () => {
  const { cookie } = await inboxSocket(store)
  const origin = server.baseUrl
  const attempts: [Record<string, string>, number][] = [
    [{ origin }, 4401],
    [{ origin, cookie: 'parley_session=forged' }, 4401],
    [{ origin, 'x-api-key': store.key }, 4401],
    [{ origin: 'https://evil.example', cookie }, 4403],
    [{ cookie }, 4403],
  ]
  for (const [headers, code] of attempts) {
    assert.equal(await (await openSocket(server.baseUrl, path, { headers })).closed(), code, JSON.stringify(headers))
  }
})

test('frames of another kind of socket close it', async () => {
  for (const frame of [
    { type: 'nothing' },
    { type: 'watch' },
    { type: 'watch', conversationId: 7 },
    { type: 'hello' },
  ]) {
    const { socket } = await inboxSocket(store)
    socket.send(frame)
    assert.equal(await socket.closed(), 4400)
  }
})

test('a member who reads nothing has to load again, and is not cut off from what comes after', async () => {
  const busy = await makeStore(server)
  const { socket } = await inboxSocket(busy)
  socket.raw.pause()
  const ids = (await Promise.all(Array.from({ length: 25 }, () => addConversation(busy)))).map(({ id }) => id)
  const text = 'x'.repeat(4_900)
  for (let i = 0; i < 50; i++) {
    const posts = ids.map((id) =>
      busy.api.post(`/chat/conversations/${id}/messages`, { text, memberId: busy.owner.memberId }),
    )
    await Promise.all(posts)
  }
  socket.raw.resume()
  // What the operating system accepted is delivered; if that was not all, the socket learns that something was left out.
  const told = () =>
    ids.every((id) => socket.frames.some((f) => f.conversation?.id === id && f.conversation.messageCount === 50))
  await until('resync or everything', () => socket.frames.some(({ type }) => type === 'resync') || told(), 20_000)
  const [id = ''] = ids
  ok(await busy.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  await changeOf(socket, id, ({ status }) => status === 'resolved')
})
