import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { startReceiver } from '#test/doubles/receiver.ts'
import { ok, readAllIds, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { deliveryEnv, EVENT_NAMES, subscribe } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Rules: what is done by itself with conversations, for admins.

const receiver = await startReceiver()
const server = await startServer({ env: deliveryEnv(receiver) })

type Fields = Record<string, unknown>
const rule = (more: Fields = {}) => ({
  name: 'Refunds',
  isOn: true,
  trigger: { on: 'message' },
  match: 'all',
  conditions: [],
  actions: [{ do: 'add_tags', values: ['refund'] }],
  stopProcessing: false,
  ...more,
})
const when = (about: string, ...values: string[]) => ({ about, not: false, values })

async function setUp(settings: Fields = {}) {
  const store = await makeStore(server, { settings })
  const inbox = await signInOwner(server, store)
  const add = async (more: Fields = {}) => ok(await inbox.post('/api/chat/rules', rule(more)), 201)
  const runs = async (id: string) => ok(await inbox.get(`/api/chat/rules/${id}/runs`)) as Fields[]
  const read = async (id: string) => ok(await store.api.get(`/chat/conversations/${id}`))
  return { store, inbox, add, runs, read }
}
const OPEN = '/api/chat/conversations?status=open'
const write = async (store: Store, id: string, text: string) =>
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, asCustomer: true }), 201)

test('a customer’s message that fits is acted on: tags, assignee, star, note, with the events and lines of members’ acts', async () => {
  const { store, inbox, add, runs, read } = await setUp()
  const lin = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  await subscribe(store, receiver.url('/rules'), EVENT_NAMES)
  const { id: ruleId } = await add({
    conditions: [when('words', 'refund'), when('channel', 'online_store')],
    actions: [
      { do: 'add_tags', values: ['refund'] },
      { do: 'assign', values: [lin.member.id] },
      { do: 'star' },
      { do: 'note', text: 'Look at the order first' },
      { do: 'mark_unread' },
    ],
  })
  const { id } = await addConversation(store)
  await write(store, id, 'Hello')
  await write(store, id, 'I want my REFUND')
  const run = await until('its run', async () => (await runs(ruleId))[0])
  assert.deepEqual(
    (run.outcomes as Fields[]).map(({ do: act, isDone, reason }) => [act, isDone, reason]),
    [
      ['add_tags', true, undefined],
      ['assign', true, undefined],
      ['star', true, undefined],
      ['note', true, undefined],
      ['mark_unread', false, 'already'],
    ],
  )
  assert.deepEqual([run.conversationId, run.trigger], [id, 'message'])
  const one = await read(id)
  assert.deepEqual([one.tags, one.memberId, one.isStarred, one.messageCount], [['refund'], lin.member.id, true, 2])
  const messages = ok(await inbox.get(`/api/chat/conversations/${id}/messages`))
  const note = messages.find(({ isNote }: Fields) => isNote)
  assert.deepEqual(
    [note.text, note.senderName, note.isAutomated, note.memberId],
    ['Look at the order first', 'Refunds', true, null],
  )
  const events = await until('their events', () => {
    const types = receiver.received('/rules').map(({ event }) => event.type as string)
    return types.includes('conversation.assigned') && types.includes('conversation.tags_updated') && types
  })
  assert.deepEqual(events.sort(), [
    'conversation.assigned',
    'conversation.tags_updated',
    'message.created',
    'message.created',
  ])
  const [told] = ok(await lin.inbox.get('/api/chat/notifications'))
  assert.deepEqual([told.kind, told.conversationId, told.actorId], ['assignment', id, null])
})

test('a new conversation starts rules for it and for messages, in their order, up to one that stops', async () => {
  const { store, inbox, add, read } = await setUp()
  const last = await add({ name: 'Never', actions: [{ do: 'star' }] })
  const first = await add({ trigger: { on: 'created' }, actions: [{ do: 'add_tags', values: ['new'] }] })
  const second = await add({
    name: 'Then',
    conditions: [when('tags', 'new'), when('contact', 'anonymous'), when('holder', 'team'), when('assignee', 'nobody')],
    actions: [{ do: 'add_tags', values: ['seen'] }],
    stopProcessing: true,
  })
  const ids = [first.id, second.id, last.id]
  const ordered = ok(await inbox.put('/api/chat/rules/order', { ids })) as Fields[]
  assert.deepEqual(
    ordered.map((one) => one.id),
    ids,
  )
  const visitor = await makeVisitor(server, store)
  const { id } = (await visitor.say('Hello')).conversation
  await until('its tags', async () => (await read(id)).tags.length === 2)
  const one = await read(id)
  assert.deepEqual([one.tags, one.isStarred], [['new', 'seen'], false])
})

test('nothing that a rule does starts another, nor itself', async () => {
  const { store, add, runs, read } = await setUp()
  const onTag = await add({
    trigger: { on: 'tag', tag: 'loop' },
    actions: [
      { do: 'add_tags', values: ['again'] },
      { do: 'note', text: 'tagged' },
    ],
  })
  const onMessage = await add({ actions: [{ do: 'add_tags', values: ['loop'] }] })
  const again = await add({ trigger: { on: 'tag', tag: 'again' }, actions: [{ do: 'remove_tags', values: ['loop'] }] })
  const { id } = await addConversation(store)
  await write(store, id, 'Hi')
  await until('its tag', async () => (await read(id)).tags.includes('loop'))
  // By a member the same tag starts the rule, once, and that one no other.
  ok(await store.api.post(`/chat/conversations/${id}/tags`, { tags: ['other'] }))
  ok(await store.api.delete(`/chat/conversations/${id}/tags/loop`))
  ok(await store.api.post(`/chat/conversations/${id}/tags`, { tags: ['loop'] }))
  await until('the second tag', async () => (await read(id)).tags.includes('again'))
  await write(store, id, 'Hi again')
  await until('the second run', async () => (await runs(onMessage.id)).length === 2)
  assert.equal((await runs(onTag.id)).length, 1)
  assert.equal((await runs(again.id)).length, 0)
  assert.deepEqual((await read(id)).tags, ['other', 'loop', 'again'])
})

test('resolve and snooze are as by members; language, opening hours and orders are looked at', async () => {
  const hours = { timeZone: 'UTC', open: [] }
  const { store, inbox, add, read } = await setUp({ widget: { hours } })
  await add({
    conditions: [when('language', 'de'), when('hours', 'closed'), when('order', 'cancelled')],
    actions: [{ do: 'resolve' }],
  })
  await add({ name: 'Later', conditions: [when('words', 'tomorrow')], actions: [{ do: 'snooze', hours: 5 }] })
  const customer = await addContact(store)
  const order = { orderNumber: '1001', customerUuid: customer.id, status: 'cancelled' }
  const total = { amount: '5', currencyCode: 'EUR' }
  await importLines(store, [
    { kind: 'order', data: { ...order, total, lineItems: [], createdAt: new Date().toISOString() } },
  ])
  const known = await addConversation(store, { customerUuid: customer.id })
  const other = await addConversation(store)
  const text = 'Warum wurde meine Bestellung storniert? Ich verstehe das nicht.'
  await write(store, other.id, text)
  await write(store, known.id, text)
  await until('the end', async () => (await read(known.id)).status === 'resolved')
  assert.equal((await read(other.id)).status, 'open')
  await write(store, other.id, 'I will write tomorrow')
  const snoozed = await until(
    'the snooze',
    async () => ok(await inbox.get(`/api/chat/conversations/${other.id}`)).snoozedUntil,
  )
  assert.ok(Math.abs(Date.parse(snoozed) - Date.now() - 5 * 3_600_000) < 60_000)
})

test('assigns in turn or to the least busy, among members with the open inbox; otherwise it says that none is available', async () => {
  const { store, inbox, add, runs, read } = await setUp()
  const [lin, max, away] = await Promise.all([1, 2, 3].map(() => signInMember(server, store)))
  const values = [lin, max, away].map((one) => one?.member.id)
  const inTurn = await add({ actions: [{ do: 'assign_in_turn', values }] })
  const say = async () => {
    const { id } = await addConversation(store)
    await write(store, id, 'Anybody?')
    return id
  }
  await say()
  const run = await until('its run', async () => (await runs(inTurn.id))[0])
  assert.deepEqual(run.outcomes, [{ do: 'assign_in_turn', isDone: false, reason: 'nobody_available' }])
  const sockets = await Promise.all([lin, max].map((one) => openInboxSocket(one?.member.email)))
  const given = async () => {
    const id = await say()
    return until('who has it', async () => (await read(id)).memberId)
  }
  await until('both to be there', async () => new Set([await given(), await given()]).size === 2)
  const [first, second, third] = [await given(), await given(), await given()]
  assert.ok(first !== second && first === third && !([first, second] as unknown[]).includes(away?.member.id))
  const actions = [{ do: 'assign_to_least_busy', values: [third, second] }]
  ok(await inbox.patch(`/api/chat/rules/${inTurn.id}`, { actions }))
  const held = async (memberId: string) => (await readAllIds(inbox, `${OPEN}&assigneeId=${memberId}`)).length
  for (let i = 0; i < 3; i++) {
    const [a, b] = [await held(third), await held(second)]
    assert.equal(await given(), a <= b ? third : second)
  }
  for (const socket of sockets) socket.close()
})

async function openInboxSocket(email: string) {
  const cookie = cookieOf(await pageOf(server).post('/api/chat/session', { email, password: PASSWORD }))
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers: { cookie, origin: server.baseUrl } })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  return socket
}

test('a rule that is off does nothing; trying one says what it would have done, and writes nothing', async () => {
  const { store, inbox, add, runs, read } = await setUp()
  const off = await add({ isOn: false })
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const { id } = await addConversation(store, {
    customerName: 'Ada',
    messages: [message({ text: 'A refund, please', createdAt: at(200) })],
  })
  await addConversation(store, { messages: [message({ text: 'Hello', createdAt: at(100) })] })
  const answered = await addConversation(store, {
    messages: [
      message({ text: 'Hello', createdAt: at(100) }),
      message({ text: 'Hi', createdAt: at(90), senderType: 'agent', memberId: store.owner.memberId }),
    ],
  })
  const before = await read(id)
  const attempt = async (more: Fields, limit?: number) =>
    ok(await inbox.post('/api/chat/rules/try', { rule: rule(more), limit }))
  const tried = await attempt({ conditions: [when('words', 'refund')] })
  assert.equal(tried.looked, 3)
  assert.deepEqual(
    tried.matches.map(({ conversationId, customerName, text, outcomes }: Fields) => ({
      conversationId,
      customerName,
      text,
      outcomes,
    })),
    [
      {
        conversationId: id,
        customerName: 'Ada',
        text: 'A refund, please',
        outcomes: [{ do: 'add_tags', isDone: true }],
      },
    ],
  )
  assert.equal((await attempt({}, 2)).looked, 2)
  const idle = (minutes: number, waitsFor: string) => attempt({ trigger: { on: 'idle', minutes, waitsFor } })
  assert.equal((await idle(60, 'team')).matches.length, 2)
  assert.equal((await idle(150, 'team')).matches.length, 1)
  assert.deepEqual(
    (await idle(60, 'customer')).matches.map(({ conversationId }: Fields) => conversationId),
    [answered.id],
  )
  assert.equal((await attempt({ trigger: { on: 'tag', tag: 'none' } })).looked, 0)
  assert.deepEqual(await read(id), before)
  assert.deepEqual(await runs(off.id), [])
  await write(store, id, 'A refund')
  // A rule that is on has its turn after the message: were the other one on, it would have had it too.
  const on = await add({ name: 'On', actions: [{ do: 'star' }] })
  await write(store, id, 'A refund')
  await until('the other’s run', async () => (await runs(on.id)).length === 1)
  assert.deepEqual(await runs(off.id), [])
  ok(await inbox.patch(`/api/chat/rules/${off.id}`, { isOn: true }))
  await write(store, id, 'A refund')
  await until('its run', async () => (await runs(off.id)).length === 1)
})

test('rules are admins’ alone, the store’s own, bounded, and every mistake is named', async () => {
  const { store, inbox, add } = await setUp()
  const other = await setUp()
  const { id } = await add()
  const lin = await signInMember(server, store)
  refused(await lin.inbox.get('/api/chat/rules'), 403, 'FORBIDDEN')
  refused(await lin.inbox.post('/api/chat/rules', rule()), 403, 'FORBIDDEN')
  refused(await other.inbox.patch(`/api/chat/rules/${id}`, { isOn: false }), 404, 'NOT_FOUND')
  refused(await other.inbox.delete(`/api/chat/rules/${id}`), 404, 'NOT_FOUND')
  refused(await other.inbox.get(`/api/chat/rules/${id}/runs`), 404, 'NOT_FOUND')
  refused(await inbox.get(`/api/chat/rules/${id}/runs?cursor=x`), 400, 'INVALID_PARAMS')
  const mistakes: [Fields, RegExp][] = [
    [{ name: ' ' }, /name must not be empty/],
    [{ trigger: { on: 'idle', minutes: 5 } }, /trigger\.waitsFor is missing for idle/],
    [{ trigger: { on: 'created', tag: 'x' } }, /trigger\.tag does not belong to created/],
    [{ conditions: [when('channel', 'fax')] }, /conditions\[0\]\.values: channel is one of online_store/],
    [{ conditions: [when('language', 'English')] }, /such as en/],
    [{ conditions: [when('weather', 'rain')] }, /about/],
    [{ actions: [] }, /actions/],
    [{ actions: [{ do: 'note' }] }, /actions\[0\]\.text is missing/],
    [{ actions: [{ do: 'star', text: 'x' }] }, /text belongs to a note only/],
    [{ actions: [{ do: 'assign', values: [other.store.owner.memberId] }] }, /actions: unknown member "/],
    [{ actions: [{ do: 'snooze', hours: 1 }, { do: 'resolve' }] }, /not both/],
    [{ more: 1 }, /more/],
  ]
  for (const [more, why] of mistakes)
    assert.match(refused(await inbox.post('/api/chat/rules', rule(more)), 400, 'INVALID_PARAMS'), why)
  refused(await inbox.put('/api/chat/rules/order', { ids: [id, id] }), 400, 'INVALID_PARAMS')
  refused(await inbox.put('/api/chat/rules/order', { ids: ['unknown'] }), 404, 'NOT_FOUND')
  for (let i = 1; i < 50; i++) await add({ name: `Rule ${i}`, isOn: false })
  assert.match(refused(await inbox.post('/api/chat/rules', rule()), 400, 'INVALID_PARAMS'), /at most 50 rules/)
})

test('the audit log says who made, changed, switched, ordered and deleted a rule', async () => {
  const { store, inbox, add } = await setUp()
  const { id } = await add()
  ok(await inbox.patch(`/api/chat/rules/${id}`, { isOn: false }))
  ok(await inbox.patch(`/api/chat/rules/${id}`, { isOn: false }))
  ok(await inbox.patch(`/api/chat/rules/${id}`, { name: 'Money back' }))
  ok(await inbox.put('/api/chat/rules/order', { ids: [id] }))
  ok(await inbox.delete(`/api/chat/rules/${id}`))
  const log = (ok(await inbox.get('/api/chat/audit-log')) as Fields[]).filter(({ action }) =>
    String(action).startsWith('rule'),
  )
  assert.deepEqual(
    log.map(({ action, memberId, target, details }) => [action, memberId, target, details]),
    [
      ['rule.deleted', store.owner.memberId, id, { name: 'Money back' }],
      ['rules.ordered', store.owner.memberId, null, { ids: [id] }],
      ['rule.changed', store.owner.memberId, id, { name: 'Money back', changed: ['name'] }],
      ['rule.changed', store.owner.memberId, id, { name: 'Refunds', isOn: false, changed: ['isOn'] }],
      ['rule.created', store.owner.memberId, id, { name: 'Refunds', isOn: true }],
    ],
  )
  assert.deepEqual(ok(await inbox.get('/api/chat/rules')), [])
})
