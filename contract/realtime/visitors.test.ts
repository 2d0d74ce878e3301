import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Frame } from '#test/clients/socket.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// docs/storefront-protocol.md, "Visitor's socket": what a shopper's browser receives, and how it resumes.

const server = await startServer()
const store = await makeStore(server)
const memberId = store.owner.memberId

/** A visitor who has said one thing, and the conversation's path in the REST API. */
async function talk(text = 'Hello') {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say(text)
  return { visitor, id: conversation.id as string, path: `/chat/conversations/${conversation.id}` }
}
const reply = (path: string, text: string) => store.api.post(`${path}/messages`, { text, memberId })
const textsOf = (frame: Frame) => frame.messages.map(({ text }: { text: string }) => text)

test('hello is answered with where things stand', async () => {
  const { visitor, id, path } = await talk('One')
  ok(await reply(path, 'Two'), 201)
  const socket = await visitor.connect()
  const { ready } = socket
  assert.deepEqual([ready.visitor.id, ready.session.id, ready.online], [visitor.id, visitor.sessionId, false])
  assert.deepEqual([ready.conversation.id, ready.conversation.unreadCount, ready.complete], [id, 1, true])
  assert.deepEqual(textsOf(ready), ['One', 'Two'])
})

test('replies, resolving, assignment and handoff are sent as they happen', async () => {
  const { visitor, path } = await talk()
  const socket = await visitor.connect()
  ok(await reply(path, 'Hi there'), 201)
  const news = await socket.next('changes', (frame) => textsOf(frame).includes('Hi there'))
  assert.deepEqual(news.messages[0].sender, { type: 'agent', name: store.owner.email, avatarUrl: null })
  ok(await store.api.post(`${path}/assign`, { memberId }))
  const assigned = await socket.next('changes', (frame) => frame.conversation.assignee !== null)
  assert.equal(assigned.conversation.assignee.name, store.owner.email)
  ok(await store.api.post(`${path}/state`, { status: 'resolved' }))
  const resolved = await socket.next('changes', (frame) => frame.conversation.status === 'resolved')
  assert.deepEqual(resolved.messages, [])
})

test('all tabs of a visitor hear of the first message, and of every one after it', async () => {
  const visitor = await makeVisitor(server, store)
  const [one, other] = [await visitor.connect(), await visitor.connect()]
  const { message } = await visitor.say('First')
  for (const socket of [one, other]) {
    await socket.next('ready', (frame) => textsOf(frame).includes('First'))
  }
  const clientId = randomUUID()
  await visitor.say('Second', { clientId })
  for (const socket of [one, other]) {
    const told = await socket.next('changes', (frame) => textsOf(frame).includes('Second'))
    assert.equal(told.messages.at(-1).clientId, clientId)
    assert.ok(told.messages.at(-1).revision > message.revision)
  }
})

test('notes reach no visitor: neither their words nor a frame that holds them', async () => {
  const { visitor, path } = await talk()
  const socket = await visitor.connect()
  ok(await store.api.post(`${path}/messages`, { text: 'between us', memberId, isNote: true }), 201)
  ok(await reply(path, 'after the note'), 201)
  await socket.next('changes', (frame) => textsOf(frame).includes('after the note'))
  assert.ok(!JSON.stringify(socket.frames).includes('between us'))
})

test('who was away gets exactly what it missed, wherever it comes back', async () => {
  const { visitor, id, path } = await talk('0')
  const first = await visitor.connect()
  const { conversation } = first.ready
  first.close()
  for (let i = 1; i <= 5; i++) ok(await reply(path, `${i}`), 201)
  ok(await store.api.post(`${path}/state`, { status: 'resolved' }))
  const back = await visitor.connect({ conversationId: id, revision: conversation.revision })
  const { ready } = back
  assert.deepEqual(textsOf(ready), ['1', '2', '3', '4', '5'])
  assert.deepEqual([ready.complete, ready.conversation.status], [true, 'resolved'])
  const none = await visitor.connect({ conversationId: id, revision: ready.conversation.revision })
  assert.deepEqual([none.ready.messages, none.ready.complete], [[], true])
})

test('a visitor who was away for long, or names a revision that never was, gets the newest state and learns so', async () => {
  const { visitor, id, path } = await talk('0')
  await Promise.all(Array.from({ length: 120 }, (_, i) => reply(path, `${i}`)))
  for (const revision of [1, 100_000]) {
    const { ready } = await visitor.connect({ conversationId: id, revision })
    assert.deepEqual([ready.messages.length, ready.complete], [50, false])
    assert.equal(ready.messages.at(-1).revision, ready.conversation.revision)
  }
})

test('a burst of messages arrives whole, once each and in order', async () => {
  const { visitor, path } = await talk()
  const socket = await visitor.connect()
  await Promise.all(Array.from({ length: 300 }, (_, i) => reply(path, `m${i}`)))
  const told = () =>
    socket.frames.filter(({ type }) => type === 'changes').flatMap((frame) => frame.messages as Frame[])
  await until('all messages', () => told().length >= 300)
  await sleep(300)
  const revisions = told().map(({ revision }) => revision)
  assert.equal(new Set(told().map(({ id }) => id)).size, 300)
  assert.deepEqual(
    revisions,
    revisions.toSorted((a, b) => a - b),
  )
  assert.equal(revisions.length, 300)
})

test('a visitor’s read and typing reach the store; typing ends by itself', async () => {
  const { visitor, id, path } = await talk()
  ok(await reply(path, 'Hi'), 201)
  const socket = await visitor.connect()
  socket.send({ type: 'read', revision: 2 })
  await until('the conversation to be read', async () => ok(await store.api.get(path)).isCustomerRead)
  assert.equal((await socket.next('changes', (f) => f.conversation.unreadCount === 0)).conversation.id, id)
  ok(await store.api.post(`${path}/typing`, { memberId, active: true }))
  assert.deepEqual(await socket.next('typing'), {
    type: 'typing',
    active: true,
    name: store.owner.email,
    avatarUrl: null,
  })
})

test('isOnline follows the visitor’s sockets, and outlives the step from page to page', async () => {
  const { visitor, path } = await talk()
  const isOnline = async () => ok(await store.api.get(path)).isOnline as boolean
  assert.equal(await isOnline(), false)
  const socket = await visitor.connect()
  await until('the conversation to be online', isOnline)
  socket.close()
  await sleep(1_000)
  assert.equal(await isOnline(), true)
  const next = await visitor.connect()
  await sleep(8_500)
  assert.equal(await isOnline(), true)
  next.close()
  await until('the conversation to be offline', async () => !(await isOnline()), 20_000)
})

test('shoppers who come and go in a crowd are each shown as there, and as gone', async () => {
  const crowded = await makeStore(server)
  const crowd = await Promise.all(Array.from({ length: 40 }, () => makeVisitor(server, crowded)))
  for (const one of crowd) await one.say('Hello')
  const online = async () =>
    ok(await crowded.api.get('/chat/conversations?limit=100')).filter(({ isOnline }: { isOnline: boolean }) => isOnline)
      .length
  const sockets = await Promise.all(crowd.map((one) => one.connect()))
  await until('all to be online', async () => (await online()) === crowd.length)
  const [staying, ...leaving] = sockets
  for (const socket of leaving) socket.close()
  await until('all but one to be offline', async () => (await online()) === 1, 30_000)
  staying?.close()
  await until('everybody to be offline', async () => (await online()) === 0, 30_000)
})

test('pages told by the socket are the conversation’s browsed pages', async () => {
  const { visitor, path } = await talk()
  const socket = await visitor.connect()
  socket.send({
    type: 'pages',
    pages: [
      { url: 'https://shop.example/a', title: 'A', viewedAt: new Date(Date.now() - 5_000).toISOString() },
      { url: 'https://shop.example/b', title: 'B', viewedAt: new Date().toISOString() },
      { url: 'javascript:alert(1)', title: 'X' },
    ],
  })
  const pages = await until('pages', async () => {
    const list = ok(await store.api.get(`${path}/browsed-pages`))
    return list.length > 0 && list
  })
  assert.deepEqual(
    pages.map(({ title }: { title: string }) => title),
    ['B', 'A'],
  )
})

test('logging out ends every tab; a reset shows every tab the new session', async () => {
  const { visitor } = await talk()
  const [one, other] = [await visitor.connect(), await visitor.connect()]
  const reset = ok(await visitor.api.post('/storefront/sessions/reset'))
  for (const socket of [one, other]) {
    const ready = await socket.next('ready', (frame) => frame.session.id === reset.session.id)
    assert.equal(ready.conversation, null)
  }
  ok(await visitor.api.post('/storefront/logout'))
  for (const socket of [one, other]) {
    await socket.next('ended')
    assert.equal(await socket.closed(), 4401)
  }
})

test('a redacted customer’s browser is logged out', async () => {
  const { visitor, path } = await talk()
  const socket = await visitor.connect()
  const { customerUuid } = ok(await store.api.get(path))
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid }))
  await socket.next('ended')
  assert.equal((await visitor.api.get('/storefront/conversations')).status, 401)
})

test('open shows another conversation of the visitor', async () => {
  const { visitor, id, path } = await talk('Old')
  ok(await visitor.api.post('/storefront/sessions/reset'))
  await visitor.say('New')
  const socket = await visitor.connect()
  assert.deepEqual(textsOf(socket.ready), ['New'])
  socket.send({ type: 'open', conversationId: id })
  const ready = await socket.next('ready', (frame) => frame.conversation?.id === id)
  assert.deepEqual(textsOf(ready), ['Old'])
  ok(await reply(path, 'Told too'), 201)
  await socket.next('changes', (frame) => textsOf(frame).includes('Told too'))
})
