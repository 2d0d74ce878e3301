import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf, signInMember } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Notifications of members: mentions in internal notes, and conversations that others gave them.

const server = await shareServer()
const store = await makeStore(server)
const [lin, noor] = [
  await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' }),
  await signInMember(server, store, { firstName: 'Noor', lastName: 'Ali' }),
]
type Told = { id: string; kind: string; conversationId: string; messageId: string; isRead: boolean; text: string }
const told = async ({ inbox }: typeof lin): Promise<Told[]> => ok(await inbox.get('/api/chat/notifications'))
const note = (from: typeof lin, id: string, text: string) =>
  from.inbox.post(`/api/chat/conversations/${id}/messages`, { text, isNote: true })
const add = () => addConversation(store, { customerName: 'Ada', messages: [message()] })

test('a mention tells whom it names, and nobody else; not its author', async () => {
  const { id } = await add()
  const made = ok(await note(lin, id, 'Can you look, @noor ali? @Lin Chu says yes. @Nobody'), 201)
  const [one, ...others] = await told(noor)
  assert.deepEqual(others, [])
  assert.deepEqual(one, {
    id: one?.id,
    kind: 'mention',
    conversationId: id,
    messageId: made.id,
    actorId: lin.member.id,
    createdAt: made.createdAt,
    isRead: false,
    text: 'Can you look, @noor ali? @Lin Chu says yes. @Nobody',
    contactName: 'Ada',
  })
  assert.deepEqual(await told(lin), [])
  // A reply mentions nobody: customers read it.
  ok(await lin.inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'Hello @Noor Ali' }), 201)
  assert.equal((await told(noor)).length, 1)
})

test('an edit tells those whom the note did not mention before; a deleted note keeps its words to itself', async () => {
  const { id } = await add()
  const path = `/api/chat/conversations/${id}/messages`
  const made = ok(await note(lin, id, 'For @Noor Ali'), 201)
  const before = (await told(noor)).length
  ok(await lin.inbox.patch(`${path}/${made.id}`, { text: 'For you, @Noor Ali' }))
  assert.equal((await told(noor)).length, before)
  const other = ok(await note(lin, id, 'For nobody'), 201)
  ok(await lin.inbox.patch(`${path}/${other.id}`, { text: 'For @Noor Ali, after all' }))
  assert.equal((await told(noor)).length, before + 1)
  ok(await lin.inbox.delete(`${path}/${other.id}`))
  assert.equal((await told(noor))[0]?.text, null)
})

test('a member who gets a conversation from a colleague is notified, through any API; one who takes it is not', async () => {
  const { id } = await add()
  const before = (await told(noor)).length
  ok(await noor.inbox.post(`/api/chat/conversations/${id}/assign`, { memberId: noor.member.id }))
  assert.equal((await told(noor)).length, before)
  ok(await noor.inbox.post(`/api/chat/conversations/${id}/assign`, { memberId: null }))
  ok(await lin.inbox.post(`/api/chat/conversations/${id}/assign`, { memberId: noor.member.id }))
  ok(await store.api.post(`/chat/conversations/${id}/assign`, { memberId: null }))
  ok(await store.api.post(`/chat/conversations/${id}/assign`, { memberId: noor.member.id }))
  const news = (await told(noor)).slice(0, 2) as (Told & { actorId: string | null })[]
  assert.deepEqual(
    news.map(({ kind, conversationId, actorId }) => [kind, conversationId, actorId]),
    [
      ['assignment', id, null],
      ['assignment', id, lin.member.id],
    ],
  )
})

test('they are read by conversation, or all at once; and by nobody else', async () => {
  const [first, second] = [await add(), await add()]
  for (const { id } of [first, second]) ok(await note(lin, id, '@Noor Ali'), 201)
  const unread = async () => (await told(noor)).filter(({ isRead }) => !isRead).map((one) => one.conversationId)
  ok(await lin.inbox.post('/api/chat/notifications/read', { conversationId: first.id }))
  assert.ok((await unread()).includes(first.id))
  ok(await noor.inbox.post('/api/chat/notifications/read', { conversationId: first.id }))
  assert.ok(!(await unread()).includes(first.id) && (await unread()).includes(second.id))
  ok(await noor.inbox.post('/api/chat/notifications/read', {}))
  assert.deepEqual(await unread(), [])
  refused(await noor.inbox.post('/api/chat/notifications/read', { conversationId: 7 }), 400, 'INVALID_PARAMS')
  refused(await store.api.get('/api/chat/notifications'), 401, 'UNAUTHENTICATED')
})

test('the newest are kept, and they go with their conversation', async () => {
  const own = await makeStore(server)
  const [from, to] = [
    await signInMember(server, own, { firstName: 'A' }),
    await signInMember(server, own, { firstName: 'B', lastName: 'B' }),
  ]
  const { id } = await addConversation(own, { messages: [message()] })
  for (let i = 0; i < 104; i++) {
    ok(await from.inbox.post(`/api/chat/conversations/${id}/messages`, { text: `${i} @B B`, isNote: true }), 201)
  }
  const list = ok(await to.inbox.get('/api/chat/notifications'))
  assert.deepEqual([list.length, list[0].text, list.at(-1).text], [100, '103 @B B', '4 @B B'])
  ok(await (await signInMember(server, own, { role: 'admin' })).inbox.delete(`/api/chat/conversations/${id}`))
  assert.deepEqual(ok(await to.inbox.get('/api/chat/notifications')), [])
})

test('an open inbox hears of it at once, and colleagues’ do not', async () => {
  const socketOf = async ({ member }: typeof lin) => {
    const cookie = cookieOf(await pageOf(server).post('/api/chat/session', { email: member.email, password: PASSWORD }))
    const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers: { cookie, origin: server.baseUrl } })
    socket.send({ type: 'hello' })
    await socket.next('ready')
    return socket
  }
  const [theirs, mine] = [await socketOf(noor), await socketOf(lin)]
  const { id } = await add()
  ok(await note(lin, id, '@Noor Ali'), 201)
  assert.deepEqual(await theirs.next('notified'), { type: 'notified' })
  ok(await noor.inbox.post('/api/chat/notifications/read', { conversationId: id }))
  await theirs.next('notified')
  assert.ok(!mine.frames.some(({ type }) => type === 'notified'))
})
