import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { ok, readAllIds, refused } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { cookieOf, pageOf, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Lists of conversations that members keep under a name, with any filter of the list.

const server = await shareServer()
const store = await makeStore(server)
const inbox = await signInOwner(server, store)
const lin = await signInMember(server, store)
type View = { id: string; name: string; isShared: boolean; position: number }
const list = async (client = inbox): Promise<View[]> => ok(await client.get('/api/chat/saved-views'))
const names = async (client = inbox) => (await list(client)).map(({ name }) => name)
const add = async (name: string, isShared: boolean, filters: object = {}, client = inbox): Promise<View> =>
  ok(await client.post('/api/chat/saved-views', { name, isShared, filters }), 201)
const DAY = 24 * 60 * 60 * 1000

test('the store’s views are everybody’s, one’s own nobody else’s; each is renamed, shared and deleted', async () => {
  const shared = await add('Refunds', true, { status: 'open', tags: ['refund'] })
  const own = await add('Mine to read', false, { status: 'open', assigneeId: 'me', isRead: false })
  const theirs = await add('Lin’s', false, {}, lin.inbox)
  assert.deepEqual(await names(), ['Refunds', 'Mine to read'])
  assert.deepEqual(await names(lin.inbox), ['Refunds', 'Lin’s'])
  for (const call of [
    inbox.patch(`/api/chat/saved-views/${theirs.id}`, { name: 'Mine now' }),
    inbox.delete(`/api/chat/saved-views/${theirs.id}`),
    inbox.put('/api/chat/saved-views/order', { ids: [own.id, theirs.id] }),
  ]) {
    refused(await call, 404, 'NOT_FOUND')
  }
  ok(await lin.inbox.patch(`/api/chat/saved-views/${shared.id}`, { name: 'Money back' }))
  const changed = ok(await inbox.patch(`/api/chat/saved-views/${own.id}`, { isShared: true }))
  assert.deepEqual([changed.isShared, changed.filters], [true, { status: 'open', assigneeId: 'me', isRead: false }])
  assert.deepEqual(await names(lin.inbox), ['Money back', 'Mine to read', 'Lin’s'])
  ok(await inbox.delete(`/api/chat/saved-views/${shared.id}`))
  refused(await inbox.delete(`/api/chat/saved-views/${shared.id}`), 404, 'NOT_FOUND')
  assert.deepEqual(await names(), ['Mine to read'])
})

test('views stand in the order that they are given', async () => {
  const own = await makeStore(server)
  const client = await signInOwner(server, own)
  const made: View[] = []
  for (const name of ['a', 'b', 'c']) made.push(await add(name, true, {}, client))
  const [a, b, c] = made.map(({ id }) => id) as [string, string, string]
  const answer = ok(await client.put('/api/chat/saved-views/order', { ids: [c, a, b] })) as View[]
  assert.deepEqual(
    answer.map(({ name }) => name),
    ['c', 'a', 'b'],
  )
  assert.deepEqual(await names(client), ['c', 'a', 'b'])
  refused(await client.put('/api/chat/saved-views/order', { ids: [a, a] }), 400, 'INVALID_PARAMS')
  await add('d', true, {}, client)
  assert.deepEqual(await names(client), ['c', 'a', 'b', 'd'])
})

test('names, filters and numbers are bounded', async () => {
  const own = await makeStore(server)
  const client = await signInOwner(server, own)
  const send = (body: object) => client.post('/api/chat/saved-views', body)
  for (const wrong of [
    { name: ' ', isShared: true, filters: {} },
    { name: 'x'.repeat(61), isShared: true, filters: {} },
    { name: 'x', isShared: true, filters: { status: 'snoozed' } },
    { name: 'x', isShared: true, filters: { channel: 'fax' } },
    { name: 'x', isShared: true, filters: { tags: [] } },
    { name: 'x', isShared: true, filters: { tags: [' '] } },
    { name: 'x', isShared: true, filters: { activeWithinDays: 0 } },
    { name: 'x', isShared: true, filters: { email: 'ada@example.com' } },
    { name: 'x', isShared: true },
  ]) {
    refused(await send(wrong), 400, 'INVALID_PARAMS')
  }
  const answers = await Promise.all(
    Array.from({ length: 52 }, (_, i) => send({ name: `${i}`, isShared: true, filters: {} })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 50)
  assert.match(refused(await send({ name: 'x', isShared: true, filters: {} }), 400, 'INVALID_PARAMS'), /at most 50/)
  ok(await send({ name: 'x', isShared: false, filters: {} }), 201)
})

test('counts are those of the lists, for every filter; views that show resolved ones have none', async () => {
  const own = await makeStore(server)
  const client = await signInOwner(server, own)
  for (let i = 0; i < 24; i++) {
    await addConversation(own, {
      memberId: [null, own.owner.memberId][i % 2],
      status: i % 6 === 0 ? 'resolved' : 'open',
      isStarred: i % 5 === 0,
      isChatBot: i % 7 === 1,
      channel: i % 3 ? 'email' : 'online_store',
      isRead: i % 4 === 0,
      tags: [['vip'], ['late', 'vip'], []][i % 3],
      messages: [message({ createdAt: new Date(Date.now() - i * DAY).toISOString() })],
    })
  }
  const [first] = (await readAllIds(client, '/api/chat/conversations?status=open')) as [string]
  const until = new Date(Date.now() + DAY).toISOString()
  ok(await client.post(`/api/chat/conversations/${first}/snooze`, { until }))
  const filters: Record<string, unknown>[] = [
    { status: 'open' },
    { status: 'open', assigneeId: 'me' },
    { status: 'open', assigneeId: 'unassigned', isChatBot: false },
    { status: 'open', assigneeId: 'nobody-of-this-name' },
    { status: 'open', tags: ['late'] },
    { status: 'open', tags: ['late', 'vip'], isStarred: true },
    { status: 'open', channel: 'email', isRead: false },
    { status: 'open', isSnoozed: true },
    { status: 'open', isSnoozed: false, activeWithinDays: 7 },
    { status: 'resolved' },
    {},
  ]
  const views: View[] = []
  for (const [i, one] of filters.entries()) views.push(await add(`view ${i}`, i % 2 === 0, one, client))
  const { counts, isWhole } = ok(await client.get('/api/chat/saved-views/counts'))
  assert.equal(isWhole, true)
  for (const [i, { tags, ...one }] of filters.entries()) {
    const query = new URLSearchParams(
      Object.entries(one).map(([name, value]): [string, string] => [name, String(value)]),
    )
    for (const tag of (tags as string[] | undefined) ?? []) query.append('tag', tag)
    const listed = await readAllIds(client, `/api/chat/conversations?${query}`)
    const expected = one.status === 'open' ? listed.length : undefined
    assert.equal(counts[views[i]?.id ?? ''], expected, String(query))
  }
})

test('colleagues’ open inboxes hear that views were changed', async () => {
  const { email, password } = store.owner
  const cookie = cookieOf(await pageOf(server).post('/api/chat/session', { email, password }))
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers: { cookie, origin: server.baseUrl } })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  await add('New', true, {}, lin.inbox)
  await socket.next('views')
})
