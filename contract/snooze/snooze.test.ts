import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { ok, readAllIds, refused } from '#test/expect.ts'
import { addContact, addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { cookieOf, pageOf, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Conversations that members put aside until a time, or until their customers write.

const server = await shareServer()
const store = await makeStore(server)
const inbox = await signInOwner(server, store)
const lin = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })

const soon = (ms: number) => new Date(Date.now() + ms).toISOString()
const HOUR = 60 * 60 * 1000
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const add = (overrides: Record<string, unknown> = {}) => addConversation(store, { messages: [message()], ...overrides })
const snooze = (id: string, to: string | null, client = inbox) =>
  client.post(`/api/chat/conversations/${id}/snooze`, { until: to })
const read = async (id: string) => ok(await inbox.get(`/api/chat/conversations/${id}`))
const OPEN = '/api/chat/conversations?status=open&isSnoozed=false'
const SNOOZED = '/api/chat/conversations?isSnoozed=true'
const counts = async () => ok(await inbox.get('/api/chat/conversations/counts'))

test('a snoozed conversation leaves the open views and their counts for one of its own; ending it brings it back', async () => {
  const { id } = await add()
  const before = await counts()
  const to = soon(HOUR)
  assert.equal(ok(await snooze(id, to)).snoozedUntil, to)
  assert.ok(!(await readAllIds(inbox, OPEN)).includes(id))
  assert.ok((await readAllIds(inbox, SNOOZED)).includes(id))
  const now = await counts()
  assert.deepEqual([now.open, now.unread, now.snoozed], [before.open - 1, before.unread - 1, before.snoozed + 1])
  const back = ok(await snooze(id, null))
  assert.ok(!('snoozedUntil' in back) && !('returnedAt' in back))
  assert.deepEqual(await counts(), before)
})

test('integrations see an open conversation with its usual keys: only members are told that it is snoozed', async () => {
  const { id } = await add()
  const before = ok(await store.api.get(`/chat/conversations/${id}`))
  ok(await snooze(id, soon(HOUR)))
  const { updatedAt, ...after } = ok(await store.api.get(`/chat/conversations/${id}`))
  assert.deepEqual({ ...after, updatedAt: before.updatedAt }, before)
  assert.ok(updatedAt > before.updatedAt)
  assert.ok((await readAllIds(store.api, '/chat/conversations?status=open')).includes(id))
})

test('its time brings it to the top of members’ lists, told over the socket and to who has it; its activity stays', async () => {
  const { id } = await add({
    memberId: lin.member.id,
    lastActive: at(500),
    messages: [message({ createdAt: at(500) })],
  })
  await add()
  const { email, password } = store.owner
  const cookie = cookieOf(await pageOf(server).post('/api/chat/session', { email, password }))
  const headers = { cookie, origin: server.baseUrl }
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  ok(await snooze(id, soon(700)))
  const told = await socket.next('conversation', ({ conversation }) => conversation.returnedAt)
  assert.equal(told.conversation.id, id)
  socket.close()
  const one = await read(id)
  assert.ok(one.returnedAt && !('snoozedUntil' in one))
  assert.equal(one.lastActive, (await readRest(id)).lastActive)
  assert.ok(Date.parse(one.lastActive) < Date.now() - 400 * 60_000)
  for (const limit of [1, 2, 100]) {
    const listed = await readAllIds(inbox, `${OPEN}&limit=${limit}`)
    assert.equal(listed[0], id, `limit ${limit}`)
    assert.equal(new Set(listed).size, listed.length)
  }
  assert.notEqual((await readAllIds(store.api, '/chat/conversations?status=open'))[0], id)
  const [note] = ok(await lin.inbox.get('/api/chat/notifications'))
  assert.deepEqual([note.kind, note.conversationId, note.actorId], ['return', id, null])
})

const readRest = async (id: string) => ok(await store.api.get(`/chat/conversations/${id}`))

test('the member who snoozed an unassigned conversation is notified; a reply takes it from the top', async () => {
  const { id } = await add()
  ok(await snooze(id, soon(300), lin.inbox))
  await until('its return', async () => (await read(id)).returnedAt)
  const [note] = ok(await lin.inbox.get('/api/chat/notifications'))
  assert.deepEqual([note.kind, note.conversationId], ['return', id])
  ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'For the team', isNote: true }), 201)
  assert.ok((await read(id)).returnedAt, 'an internal note is no answer')
  ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'Here you are' }), 201)
  assert.ok(!('returnedAt' in (await read(id))))
})

test('what its customer writes brings it back, by any door; what the team writes does not', async () => {
  const contact = await addContact(store)
  const { id } = await add({ customerUuid: contact.id })
  ok(await snooze(id, soon(HOUR)))
  ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'We will see' }), 201)
  assert.ok((await read(id)).snoozedUntil)
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'And now?', asCustomer: true }), 201)
  const one = await read(id)
  assert.ok(!('snoozedUntil' in one) && !('returnedAt' in one))
  assert.equal((await readAllIds(inbox, OPEN)).includes(id), true)
})

test('resolving ends it; a resolved conversation is not snoozed', async () => {
  const { id } = await add()
  ok(await snooze(id, soon(HOUR)))
  const resolved = ok(await inbox.post(`/api/chat/conversations/${id}/state`, { status: 'resolved' }))
  assert.ok(!('snoozedUntil' in resolved))
  assert.match(refused(await snooze(id, soon(HOUR)), 400, 'INVALID_PARAMS'), /reopen it first/)
})

test('a time that is past, too far away or none is refused, and so is another store’s conversation', async () => {
  const { id } = await add()
  for (const to of [soon(-1000), soon(400 * 24 * HOUR), 'tomorrow', '2026-13-45T99:00:00Z', 5, undefined]) {
    refused(await snooze(id, to as string), 400, 'INVALID_PARAMS')
  }
  const other = await makeStore(server)
  const stranger = await signInOwner(server, other)
  refused(await snooze(id, soon(HOUR), stranger), 404, 'NOT_FOUND')
})

test('the Snoozed view has the one first that comes back first, in pages of any size, and in saved views too', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const ids: string[] = []
  const times = [5, 2, 9, 2, 7].map((hours) => soon(hours * HOUR))
  times[3] = times[1] as string
  for (const until of times) {
    const { id } = await addConversation(store, { messages: [message()], tags: ['later'] })
    ok(await inbox.post(`/api/chat/conversations/${id}/snooze`, { until }))
    ids.push(id)
  }
  const [five, two, nine, otherTwo, seven] = ids as [string, string, string, string, string]
  const sorted = [...[two, otherTwo].sort(), five, seven, nine]
  const read = async (limit: number, more = '') => {
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const page = await inbox.get(`${SNOOZED}&limit=${limit}${more}${cursor}`)
      found.push(...ok(page).map(({ id }: { id: string }) => id))
      if (!page.body.paging.hasMore) return found
      cursor = `&cursor=${encodeURIComponent(page.body.paging.nextCursor)}`
    }
  }
  for (const limit of [1, 2, 4, 40]) assert.deepEqual(await read(limit), sorted, `pages of ${limit}`)
  assert.deepEqual(await read(2, '&tag=later&status=open'), sorted)
})
