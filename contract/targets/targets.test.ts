import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { openSocket } from '#test/clients/socket.ts'
import { onPostgres } from '#test/database/database.ts'
import { ok, readAllIds, refused } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { haveWaited } from '#test/fixtures/missed-target.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Reply-time targets: how soon a store wants to answer and resolve, and the clock of each conversation.

const server = await startServer()

type Fields = Record<string, unknown>
const NONE = { first_reply: null, next_reply: null, resolve: null }
const targets = (more: Fields = {}, inHours = false) => ({
  inHours,
  targets: { urgent: NONE, high: NONE, normal: NONE, low: NONE, ...more },
})
const NORMAL = { first_reply: 60, next_reply: 30, resolve: null }
const MINUTE_MS = 60_000
const NOW = { createdAt: new Date().toISOString() }

async function setUp(set?: Fields, settings: Fields = {}) {
  const store = await makeStore(server, { settings })
  const inbox = await signInOwner(server, store)
  const put = (body: Fields) => inbox.put('/api/chat/targets', body)
  if (set) ok(await put(set))
  const read = async (id: string) => ok(await inbox.get(`/api/chat/conversations/${id}`)) as Fields
  const says = async (id: string, text = 'Is anybody there?') =>
    ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, asCustomer: true }), 201)
  const replies = async (id: string) =>
    ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'Yes.' }), 201)
  const act = async (id: string, what: string, body: Fields, client: Client = inbox) =>
    ok(await client.post(`/api/chat/conversations/${id}/${what}`, body)) as Fields
  /** Minutes from the customer's last message to what is due. */
  const minutes = async (id: string) => {
    const { dueAt, lastMessage } = (await read(id)) as { dueAt: string; lastMessage: { createdAt: string } }
    return dueAt && (Date.parse(dueAt) - Date.parse(lastMessage.createdAt)) / MINUTE_MS
  }
  return { store, inbox, put, read, says, replies, act, minutes }
}

test('admins set reply-time targets, every member reads them; what cannot be is refused with the reason', async () => {
  const { store, inbox, put } = await setUp()
  const { inbox: lin } = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  const none = targets({}, true)
  assert.deepEqual(ok(await lin.get('/api/chat/targets')), none)
  const set = targets({ normal: NORMAL })
  assert.deepEqual(ok(await put(set)), set)
  assert.deepEqual(ok(await lin.get('/api/chat/targets')), set)
  refused(await lin.put('/api/chat/targets', set), 403, 'FORBIDDEN')
  for (const bad of [0, -1, 43_201, 1.5, '60', undefined]) {
    refused(await put(targets({ normal: { ...NORMAL, resolve: bad } })), 400, 'INVALID_PARAMS')
  }
  refused(await put(targets({ soon: NORMAL })), 400, 'INVALID_PARAMS')
  ok(await put(set)) // nothing changes: nothing is logged
  const entries = ok(await inbox.get('/api/chat/audit-log')) as Fields[]
  const found = entries.filter(({ action }) => action === 'targets.changed').map(({ details }) => details)
  assert.deepEqual(found, [{ changed: ['inHours', 'targets'] }])
  assert.deepEqual(ok(await (await setUp()).inbox.get('/api/chat/targets')), none, 'another store has its own')
})

test('a customer’s clock runs from their first unanswered message to the team’s reply, and starts again with the next one', async () => {
  const { store, read, says, replies, minutes } = await setUp(targets({ normal: NORMAL }))
  const { id } = await addConversation(store)
  assert.ok(!('dueAt' in (await read(id))), 'what is imported has no clock')
  await says(id)
  assert.equal((await read(id)).dueFor, 'first_reply')
  assert.equal(await minutes(id), 60)
  const { dueAt } = await read(id)
  await says(id, 'Hello?')
  assert.equal((await read(id)).dueAt, dueAt, 'asking again does not begin anew')
  await replies(id)
  assert.ok(!('dueAt' in (await read(id))))
  await says(id, 'One more thing')
  assert.equal((await read(id)).dueFor, 'next_reply')
  assert.equal(await minutes(id), 30)
  // The public record knows nothing of it.
  const record = ok(await store.api.get(`/chat/conversations/${id}`))
  assert.ok(!('dueAt' in record) && !('priority' in record))
})

test('where the team replied before targets were set, the next reply is a later one; notes and machines answer nobody', async () => {
  const { store, read, says, act, inbox } = await setUp(targets({ normal: NORMAL }))
  // One after the other: what was said is put in order by its time.
  const asked = message({ createdAt: new Date(Date.now() - 60_000).toISOString() })
  const replied = message({ senderType: 'agent', isAdmin: true })
  const { id } = await addConversation(store, { messages: [asked, replied] })
  await says(id)
  const { dueFor, dueAt } = await read(id)
  assert.equal(dueFor, 'next_reply')
  ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'Who knows?', isNote: true }), 201)
  await act(id, 'read', {})
  assert.equal((await read(id)).dueAt, dueAt)
})

test('the clock stands while the AI agent handles it, starts at the handoff, and ends with the conversation', async () => {
  const set = targets({ normal: { ...NORMAL, resolve: 600 } })
  const { store, read, says, act } = await setUp(set)
  const { id } = await addConversation(store, { isChatBot: true })
  await says(id)
  assert.ok(!('dueAt' in (await read(id))))
  await act(id, 'ai', { isChatBot: false })
  assert.equal((await read(id)).dueFor, 'first_reply')
  await act(id, 'state', { status: 'resolved' })
  assert.ok(!('dueAt' in (await read(id))))
  await act(id, 'state', { status: 'open' })
  assert.equal((await read(id)).dueFor, 'resolve', 'nobody waits for a reply, and the time to resolve begins anew')
})

test('the sooner target counts; the time to resolve stands still while it is snoozed, a customer’s waiting does not', async () => {
  const { store, read, says, replies, act } = await setUp(targets({ normal: { ...NORMAL, resolve: 45 } }))
  const { id } = await addConversation(store)
  await says(id)
  assert.equal((await read(id)).dueFor, 'resolve')
  await act(id, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() })
  assert.equal((await read(id)).dueFor, 'first_reply')
  await act(id, 'snooze', { until: null })
  assert.equal((await read(id)).dueFor, 'resolve')
  await replies(id)
  assert.equal((await read(id)).dueFor, 'resolve')
  await act(id, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() })
  assert.ok(!('dueAt' in (await read(id))), 'the customer has their answer, and the rest waits')
})

test('priority chooses the targets at once, is shown where it is not normal, and can be looked for', async () => {
  const urgent = { first_reply: 5, next_reply: 5, resolve: null }
  const { store, inbox, read, says, act, minutes } = await setUp(targets({ normal: NORMAL, urgent }))
  const { id } = await addConversation(store)
  const other = await addConversation(store)
  await says(id)
  assert.ok(!('priority' in (await read(id))))
  assert.equal((await act(id, 'priority', { priority: 'urgent' })).priority, 'urgent')
  assert.equal(await minutes(id), 5)
  assert.deepEqual(await readAllIds(inbox, '/api/chat/conversations?priority=urgent'), [id])
  assert.deepEqual(await readAllIds(inbox, '/api/chat/conversations?priority=normal'), [other.id])
  await act(id, 'priority', { priority: 'low' })
  assert.ok(!('dueAt' in (await read(id))), 'low has no target')
  refused(await inbox.post(`/api/chat/conversations/${id}/priority`, { priority: 'asap' }), 400, 'INVALID_PARAMS')
  const strange = await setUp()
  refused(await strange.inbox.post(`/api/chat/conversations/${id}/priority`, { priority: 'high' }), 404, 'NOT_FOUND')
})

test('what is due is a list with what is missed first, page by page, with its counts', async () => {
  const { store, inbox, says, act } = await setUp(
    targets({ normal: NORMAL, high: { ...NORMAL, first_reply: 10 }, low: { ...NORMAL, first_reply: 90 } }),
  )
  const ids: string[] = []
  for (const priority of ['low', 'high', 'normal', 'urgent']) {
    const { id } = await addConversation(store)
    await says(id)
    if (priority !== 'normal') await act(id, 'priority', { priority })
    ids.push(id)
  }
  const [low, high, normal] = ids
  for (const limit of [1, 2, 100]) {
    const path = `/api/chat/conversations?isDue=true&limit=${limit}`
    assert.deepEqual(await readAllIds(inbox, path), [high, normal, low], `limit ${limit}`)
  }
  const counts = ok(await inbox.get('/api/chat/conversations/counts'))
  assert.deepEqual([counts.due, counts.overdue], [3, 0])
  const view = { name: 'Burning', isShared: true, filters: { status: 'open', isDue: true, priority: 'high' } }
  const { id: viewId } = ok(await inbox.post('/api/chat/saved-views', view), 201)
  assert.equal(ok(await inbox.get('/api/chat/saved-views/counts')).counts[viewId], 1)
})

test('new targets, and new opening hours, count for who waits already; without targets no clock is left', async () => {
  const { store, inbox, put, read, says, minutes } = await setUp(targets({ normal: NORMAL }))
  const { id } = await addConversation(store)
  await says(id)
  const socket = await open(inbox)
  ok(await put(targets({ normal: { ...NORMAL, first_reply: 120 } })))
  // A frame of the message itself may come before.
  const isLater = (dueAt: string) => Date.parse(dueAt) > Date.now() + 90 * MINUTE_MS
  await socket.next('conversation', ({ conversation }) => conversation.id === id && isLater(conversation.dueAt))
  socket.close()
  assert.equal(await minutes(id), 120)
  ok(await put(targets({ normal: { ...NORMAL, first_reply: 120 } }, true)))
  // Open on one day of the week only, a while from now: the time of the others does not count.
  const day = new Date(Date.now() + 3 * 24 * 3_600_000)
  const hours = { timeZone: 'UTC', open: [{ days: [day.getUTCDay() || 7], from: '09:00', to: '17:00' }] }
  ok(await inbox.patch('/api/chat/settings', { settings: { widget: { hours } } }))
  const expected = `${day.toISOString().slice(0, 10)}T11:00:00.000Z`
  await until('the clock by opening hours', async () => (await read(id)).dueAt === expected)
  ok(await put(targets()))
  await until('the end of the clock', async () => !('dueAt' in (await read(id))))
})

test('reports count targets that were met and missed, and open the conversations', async () => {
  const { store, inbox, says, replies, act } = await setUp(targets({ normal: { ...NORMAL, resolve: 600 } }))
  const [{ id }, { id: other }] = [await addConversation(store, NOW), await addConversation(store, NOW)]
  for (const one of [id, other]) await says(one)
  const span = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() }
  const report = async () => {
    const found = ok(await inbox.get(`/api/chat/reports?${new URLSearchParams({ ...span, timeZone: 'UTC' })}`))
    return Object.fromEntries(found.targets.map((one: Fields) => [one.kind, [one.conversations, one.missed]]))
  }
  const missed = `/api/chat/conversations?createdFrom=${span.from}&createdTo=${span.to}&missedTarget=first_reply`
  assert.deepEqual(await report(), {}, 'nothing has ended yet')
  await replies(id)
  assert.deepEqual(await report(), { first_reply: [1, 0] })
  assert.deepEqual(await readAllIds(inbox, missed), [])
  if (onPostgres) {
    await haveWaited(server.env.DATABASE_URL as string, other, 120)
    await replies(other)
    assert.deepEqual(await report(), { first_reply: [2, 1] })
    assert.deepEqual(await readAllIds(inbox, missed), [other])
  }
  await act(id, 'state', { status: 'resolved' })
  assert.deepEqual((await report()).resolve, [1, 0])
})

test('rules look at the priority and set it, and the clock is that of the new one', async () => {
  const high = { first_reply: 7, next_reply: null, resolve: null }
  const { store, inbox, read, says } = await setUp(targets({ normal: NORMAL, high }))
  const rule = {
    name: 'Refunds are urgent',
    isOn: true,
    trigger: { on: 'message' },
    match: 'all',
    conditions: [
      { about: 'words', not: false, values: ['refund'] },
      { about: 'priority', not: false, values: ['normal', 'low'] },
    ],
    actions: [{ do: 'set_priority', values: ['high'] }],
    stopProcessing: false,
  }
  ok(await inbox.post('/api/chat/rules', rule), 201)
  refused(await inbox.post('/api/chat/rules', { ...rule, actions: [{ do: 'set_priority' }] }), 400, 'INVALID_PARAMS')
  refused(
    await inbox.post('/api/chat/rules', { ...rule, actions: [{ do: 'set_priority', values: ['asap'] }] }),
    400,
    'INVALID_PARAMS',
  )
  const { id } = await addConversation(store)
  await says(id, 'I want my refund')
  await until('the rule', async () => (await read(id)).priority === 'high')
  const { dueAt, lastMessage } = (await read(id)) as { dueAt: string; lastMessage: { createdAt: string } }
  assert.equal((Date.parse(dueAt) - Date.parse(lastMessage.createdAt)) / MINUTE_MS, 7)
})

// What is older than a minute is only made by hand: a target is a minute at least.
test('rules have a turn when a target is missed, once, and two that undo each other come to an end', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const urgent = { first_reply: 5, next_reply: 5, resolve: null }
  const { store, inbox, read, says, act, replies } = await setUp(targets({ normal: NORMAL, urgent, low: urgent }))
  const rule = (priority: string, to: string) => ({
    name: `From ${priority} to ${to}`,
    isOn: true,
    trigger: { on: 'missed' },
    match: 'all',
    conditions: [{ about: 'priority', not: false, values: [priority] }],
    actions: [
      { do: 'set_priority', values: [to] },
      { do: 'add_tags', values: [`was-${priority}`] },
    ],
    stopProcessing: true,
  })
  ok(await inbox.post('/api/chat/rules', rule('urgent', 'low')), 201)
  ok(await inbox.post('/api/chat/rules', rule('low', 'urgent')), 201)
  refused(
    await inbox.post('/api/chat/rules', { ...rule('low', 'high'), trigger: { on: 'missed', minutes: 5 } }),
    400,
    'INVALID_PARAMS',
  )
  const [{ id }, { id: other }] = [await addConversation(store), await addConversation(store)]
  await says(other)
  await says(id)
  await haveWaited(server.env.DATABASE_URL as string, id, 30)
  await act(id, 'priority', { priority: 'urgent' })
  await until('the rule', async () => (await read(id)).priority === 'low')
  const tried = ok(await inbox.post('/api/chat/rules/try', { rule: rule('low', 'urgent') }))
  assert.deepEqual(
    tried.matches.map((one: Fields) => one.conversationId),
    [id],
  )
  // What comes later is worked off behind it: had the rules begun each other, more would be done by then.
  await says(other, 'Hello?')
  ok(await inbox.post('/api/chat/rules', { ...rule('normal', 'high'), trigger: { on: 'message' } }), 201)
  await says(other, 'Hello again?')
  await until('the other rule', async () => (await read(other)).priority === 'high')
  assert.deepEqual([(await read(id)).tags, (await read(id)).priority], [['was-urgent'], 'low'])
  await replies(id)
  assert.ok(!('dueAt' in (await read(id))))
})

async function open({ headers }: Client) {
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  return socket
}
