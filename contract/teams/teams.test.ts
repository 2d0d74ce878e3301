import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { openSocket } from '#test/clients/socket.ts'
import { startReceiver } from '#test/doubles/receiver.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { deliveryEnv, EVENT_NAMES, subscribe } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Teams: who conversations are given to, by hand, in turn or by load.

const receiver = await startReceiver()
const server = await startServer({ env: deliveryEnv(receiver) })

type Fields = Record<string, unknown>
const draft = (more: Fields = {}) => ({
  name: 'Sales',
  emoji: '🛍️',
  memberIds: [],
  assignment: 'by_hand',
  receivesNew: false,
  receivesHandoffs: false,
  ...more,
})

async function setUp(settings: Fields = {}) {
  const store = await makeStore(server, { settings })
  const inbox = await signInOwner(server, store)
  const add = async (more: Fields = {}) => ok(await inbox.post('/api/chat/teams', draft(more)), 201)
  const give = (id: string, team: string | null) => inbox.post(`/api/chat/conversations/${id}/team`, { team })
  const read = async (id: string) => ok(await inbox.get(`/api/chat/conversations/${id}`)) as Fields
  const holder = (id: string) => async () => (await read(id)).memberId as string | null
  /** Answers once the worker has looked at all that was given to teams before. */
  const looked = async () => {
    const { member, inbox: client } = await join(store, 'Probe')
    const team = await add({ name: member.id.slice(0, 40), assignment: 'in_turn', memberIds: [member.id] })
    const socket = await open(client)
    const { id } = await addConversation(store)
    ok(await give(id, team.id))
    await until('the probe', holder(id))
    await socket.close()
  }
  return { store, inbox, add, give, read, holder, looked }
}
/** One that is active now: what nobody has said anything in for 90 days takes no room. */
const addFresh = (store: Store) => addConversation(store, { lastActive: new Date().toISOString() })
const join = (store: Store, firstName: string) => signInMember(server, store, { firstName, lastName: 'B' })

/** Opens the inbox: from then on the member counts as there. */
async function open({ headers }: Client) {
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  return socket
}

test('admins keep teams; every member sees them, and nobody else’s store does', async () => {
  const { store, inbox, add } = await setUp()
  const lin = await join(store, 'Lin')
  const made = await add({ name: '  Sales ', memberIds: [lin.member.id] })
  assert.deepEqual([made.name, made.emoji, made.memberIds, made.assignment], ['Sales', '🛍️', [lin.member.id], 'by_hand'])
  const changed = ok(await inbox.patch(`/api/chat/teams/${made.id}`, { name: 'Shop', emoji: '' }))
  assert.deepEqual([changed.name, changed.emoji, changed.memberIds], ['Shop', '', [lin.member.id]])
  assert.deepEqual(ok(await lin.inbox.get('/api/chat/teams')), [changed])
  refused(await lin.inbox.post('/api/chat/teams', draft()), 403, 'FORBIDDEN')
  const other = await setUp()
  assert.deepEqual(ok(await other.inbox.get('/api/chat/teams')), [])
  refused(await other.inbox.patch(`/api/chat/teams/${made.id}`, { name: 'Mine' }), 404, 'NOT_FOUND')
  const { id } = await addConversation(other.store)
  refused(await other.give(id, made.id), 400, 'INVALID_PARAMS')
  const entries = ok(await inbox.get('/api/chat/audit-log')) as Fields[]
  const ofTeams = entries.filter(({ action }) => String(action).startsWith('team.')).map(({ action }) => action)
  assert.deepEqual(ofTeams, ['team.changed', 'team.created'])
})

test('a team that cannot be is refused, with the reason', async () => {
  const { inbox, add } = await setUp()
  await add()
  const cases: [Fields, RegExp][] = [
    [{ name: 'sales' }, /name is already used by another team/],
    [{ name: ' ' }, /name/],
    [{ name: 'x'.repeat(61) }, /name/],
    [{ name: 'A', emoji: 'ab' }, /emoji/],
    [{ name: 'A', emoji: '😀😀' }, /emoji/],
    [{ name: 'A', memberIds: ['nobody'] }, /not a member/],
    [{ name: 'A', assignment: 'randomly' }, /assignment/],
  ]
  for (const [more, reason] of cases) {
    const answer = await inbox.post('/api/chat/teams', draft(more))
    refused(answer, 400, 'INVALID_PARAMS')
    assert.match((answer.body as { error: { message: string } }).error.message, reason)
  }
  for (const emoji of ['👩🏽‍💻', '🇫🇷', '❤️', ''])
    ok(await inbox.post('/api/chat/teams', draft({ name: `A${emoji}`, emoji })), 201)
})

test('a store has at most 50 teams', async () => {
  const { inbox, add } = await setUp()
  for (let i = 0; i < 50; i++) await add({ name: `Team ${i}` })
  const answer = await inbox.post('/api/chat/teams', draft({ name: 'One more' }))
  refused(answer, 400, 'INVALID_PARAMS')
})

test('spec 2.2.2: given to a team by hand: listed, counted, on open screens, and not in the REST record', async () => {
  const { store, inbox, add, give, read } = await setUp()
  const team = await add()
  const { id } = await addConversation(store)
  await addConversation(store)
  const socket = await open(inbox)
  const answer = ok(await give(id, team.id)) as Fields
  assert.deepEqual([answer.team, answer.teamId, answer.memberId], [team.id, null, null])
  const frame = await socket.next('conversation', ({ conversation }) => conversation.id === id)
  assert.equal((frame.conversation as Fields).team, team.id)
  const listed = ok(await inbox.get(`/api/chat/conversations?team=${team.id}`)) as Fields[]
  assert.deepEqual(
    listed.map((one) => [one.id, one.team]),
    [[id, team.id]],
  )
  const without = ok(await inbox.get('/api/chat/conversations?team=none')) as Fields[]
  assert.equal(without.length, 1)
  assert.equal('team' in (without[0] as Fields), false)
  assert.deepEqual(ok(await inbox.get('/api/chat/conversations/counts')).teams, { [team.id]: 1 })
  const rest = ok(await store.api.get(`/chat/conversations/${id}`)) as Fields
  assert.equal(rest.teamId, null)
  assert.equal('team' in rest, false)
  const filters = { status: 'open', team: team.id }
  const view = ok(await inbox.post('/api/chat/saved-views', { name: 'Shop', isShared: true, filters }), 201)
  assert.deepEqual(ok(await inbox.get('/api/chat/saved-views/counts')).counts, { [view.id]: 1 })
  ok(await give(id, null))
  assert.equal('team' in (await read(id)), false)
  await socket.close()
})

test('given to a team that its member is not of, a conversation is nobody’s; its own member keeps it', async () => {
  const { store, inbox, add, give, read } = await setUp()
  const [ann, bob] = [await join(store, 'Ann'), await join(store, 'Bob')]
  const team = await add({ memberIds: [ann.member.id] })
  const [first, second] = [await addConversation(store), await addConversation(store)]
  await subscribe(store, receiver.url('/teams'), EVENT_NAMES)
  for (const [id, memberId] of [
    [first.id, ann.member.id],
    [second.id, bob.member.id],
  ]) {
    ok(await inbox.post(`/api/chat/conversations/${id}/assign`, { memberId }))
    ok(await give(String(id), team.id))
  }
  assert.equal((await read(first.id)).memberId, ann.member.id)
  assert.equal((await read(second.id)).memberId, null)
  await until('the event of who lost it', () =>
    receiver.received('/teams').some(({ event }) => {
      const data = event.data as Fields
      return event.type === 'conversation.assigned' && data.memberId === null && data.previousMemberId === bob.member.id
    }),
  )
})

test('in turn: members who are online and not away, one after the other; each is notified', async () => {
  const { store, add, give, holder } = await setUp()
  const [ann, bob, cem] = [await join(store, 'Ann'), await join(store, 'Bob'), await join(store, 'Cem')]
  const team = await add({ assignment: 'in_turn', memberIds: [ann.member.id, bob.member.id, cem.member.id] })
  const sockets = [await open(ann.inbox), await open(bob.inbox), await open(cem.inbox)]
  ok(await bob.inbox.patch('/api/chat/me', { enableAwayMode: true }))
  const got: (string | null)[] = []
  for (let i = 0; i < 3; i++) {
    const { id } = await addConversation(store)
    ok(await give(id, team.id))
    got.push(await until('its member', holder(id)))
  }
  assert.deepEqual(got, [ann.member.id, cem.member.id, ann.member.id])
  const [told] = ok(await cem.inbox.get('/api/chat/notifications')) as Fields[]
  assert.deepEqual([told?.kind, told?.actorId], ['assignment', null])
  for (const socket of sockets) await socket.close()
})

test('nobody is there: it waits with its team, and goes to the first who opens the inbox', async () => {
  const { store, add, give, read, holder, looked } = await setUp()
  const ann = await join(store, 'Ann')
  const team = await add({ assignment: 'by_load', memberIds: [ann.member.id] })
  const { id } = await addConversation(store)
  ok(await give(id, team.id))
  await looked()
  assert.equal((await read(id)).memberId, null)
  const socket = await open(ann.inbox)
  assert.equal(await until('its member', holder(id)), ann.member.id)
  await socket.close()
})

test('by load, up to each one’s capacity; what is over waits until one of theirs is resolved', async () => {
  const { store, inbox, add, give, read, holder, looked } = await setUp()
  const [ann, bob] = [await join(store, 'Ann'), await join(store, 'Bob')]
  const team = await add({ assignment: 'by_load', memberIds: [ann.member.id, bob.member.id] })
  for (const { member } of [ann, bob]) {
    ok(await inbox.put(`/api/chat/members/${member.id}/skills`, { capacity: 1, languages: [] }))
  }
  const sockets = [await open(ann.inbox), await open(bob.inbox)]
  const ids: string[] = []
  for (let i = 0; i < 3; i++) {
    const { id } = await addFresh(store)
    ids.push(id)
    ok(await give(id, team.id))
    if (i < 2) await until('its member', holder(id))
  }
  const [first, second, third] = ids as [string, string, string]
  const holders = [await holder(first)(), await holder(second)()]
  assert.deepEqual(holders.toSorted(), [ann.member.id, bob.member.id].toSorted())
  await looked()
  assert.equal((await read(third)).memberId, null)
  ok(await inbox.post(`/api/chat/conversations/${first}/state`, { status: 'resolved' }))
  assert.equal(await until('who is free again', holder(third)), holders[0])
  // More room is found at once, too.
  const { id: fourth } = await addFresh(store)
  ok(await give(fourth, team.id))
  await looked()
  ok(await inbox.put(`/api/chat/members/${bob.member.id}/skills`, { capacity: null, languages: [] }))
  assert.equal(await until('who has more room', holder(fourth)), bob.member.id)
  for (const socket of sockets) await socket.close()
})

test('who speaks the customer’s language goes first', async () => {
  const { store, inbox, add, give, holder } = await setUp()
  const [ann, bob] = [await join(store, 'Ann'), await join(store, 'Bob')]
  const team = await add({ assignment: 'in_turn', memberIds: [ann.member.id, bob.member.id] })
  ok(await inbox.put(`/api/chat/members/${bob.member.id}/skills`, { capacity: null, languages: ['de', 'de'] }))
  const listed = ok(await inbox.get('/api/chat/team')).members as Fields[]
  assert.deepEqual(listed.find(({ id }) => id === bob.member.id)?.languages, ['de'])
  refused(
    await inbox.put(`/api/chat/members/${bob.member.id}/skills`, { capacity: 0, languages: ['xx'] }),
    400,
    'INVALID_PARAMS',
  )
  const sockets = [await open(ann.inbox), await open(bob.inbox)]
  const messages = [message({ text: 'Guten Tag, wo bleibt meine Bestellung? Ich warte schon seit zwei Wochen.' })]
  const { id } = await addConversation(store, { messages })
  ok(await give(id, team.id))
  assert.equal(await until('its member', holder(id)), bob.member.id)
  for (const socket of sockets) await socket.close()
})

test('new conversations begin with the team that takes them, and one team takes them at a time', async () => {
  const { store, inbox, add } = await setUp()
  const first = await add({ name: 'First', receivesNew: true })
  const second = await add({ name: 'Second', receivesNew: true })
  const teams = ok(await inbox.get('/api/chat/teams')) as Fields[]
  assert.deepEqual(
    teams.map(({ id, receivesNew }) => [id, receivesNew]),
    [
      [first.id, false],
      [second.id, true],
    ],
  )
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const listed = ok(await inbox.get(`/api/chat/conversations?team=${second.id}`)) as Fields[]
  assert.deepEqual(
    listed.map(({ id }) => id),
    [conversation.id],
  )
})

test('a handoff of the AI agent goes to the team for handoffs; a conversation that it handles waits for no team', async () => {
  const { store, add, read, holder } = await setUp({ ai: { enabled: true, channels: ['online_store'] } })
  const ann = await join(store, 'Ann')
  await add({ name: 'New', receivesNew: true })
  const team = await add({ assignment: 'in_turn', memberIds: [ann.member.id], receivesHandoffs: true })
  const socket = await open(ann.inbox)
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('I want to talk to a human being')
  await until('the hand-over', async () => (await read(conversation.id)).isChatBot === false)
  assert.equal((await read(conversation.id)).team, team.id)
  assert.equal(await until('its member', holder(conversation.id)), ann.member.id)
  await socket.close()
})

test('who goes away may hand open conversations back; snoozed ones and those without a team stay theirs', async () => {
  const { store, inbox, add, give, read } = await setUp()
  const ann = await join(store, 'Ann')
  const team = await add({ memberIds: [ann.member.id] })
  const ids: string[] = []
  for (let i = 0; i < 3; i++) {
    const { id } = await addConversation(store)
    ids.push(id)
    ok(await inbox.post(`/api/chat/conversations/${id}/assign`, { memberId: ann.member.id }))
  }
  const [plain, snoozed, none] = ids as [string, string, string]
  for (const id of [plain, snoozed]) ok(await give(id, team.id))
  const until = new Date(Date.now() + 3_600_000).toISOString()
  ok(await inbox.post(`/api/chat/conversations/${snoozed}/snooze`, { until }))
  assert.deepEqual(ok(await ann.inbox.post('/api/chat/me/hand-back')), { count: 1, isWhole: true })
  const holders = []
  for (const id of ids) holders.push((await read(id)).memberId)
  assert.deepEqual(holders, [null, ann.member.id, ann.member.id])
  assert.equal((await read(none)).memberId, ann.member.id)
})

test('conversations of a deleted team keep their assignee, and have no team', async () => {
  const { store, inbox, add, give, read } = await setUp()
  const ann = await join(store, 'Ann')
  const team = await add({ memberIds: [ann.member.id] })
  const { id } = await addConversation(store)
  ok(await inbox.post(`/api/chat/conversations/${id}/assign`, { memberId: ann.member.id }))
  ok(await give(id, team.id))
  ok(await inbox.delete(`/api/chat/teams/${team.id}`))
  await until('no team', async () => !('team' in (await read(id))))
  assert.equal((await read(id)).memberId, ann.member.id)
  assert.deepEqual(ok(await inbox.get('/api/chat/conversations/counts')).teams, {})
})

test('a rule gives to a team; one that names no team is refused, and one whose team is gone says so', async () => {
  const { store, inbox, add, read } = await setUp()
  const team = await add()
  const rule = (values: string[]) => ({
    name: 'To sales',
    isOn: true,
    trigger: { on: 'tag', tag: 'sales' },
    match: 'all',
    conditions: [],
    actions: [{ do: 'give_to_team', values }],
    stopProcessing: false,
  })
  for (const values of [[], ['x'], [team.id, team.id]]) {
    refused(await inbox.post('/api/chat/rules', rule(values)), 400, 'INVALID_PARAMS')
  }
  const { id: ruleId } = ok(await inbox.post('/api/chat/rules', rule([team.id])), 201)
  const tagged = async () => {
    const { id } = await addConversation(store)
    ok(await inbox.post(`/api/chat/conversations/${id}/tags`, { tags: ['sales'] }))
    return id
  }
  const id = await tagged()
  await until('its team', async () => (await read(id)).team === team.id)
  ok(await inbox.delete(`/api/chat/teams/${team.id}`))
  const other = await tagged()
  const run = await until('its run', async () => {
    const runs = ok(await inbox.get(`/api/chat/rules/${ruleId}/runs`)) as Fields[]
    return runs.find(({ conversationId }) => conversationId === other)
  })
  assert.deepEqual(run.outcomes, [{ do: 'give_to_team', isDone: false, reason: 'not_a_team' }])
})

test('twenty at once go round fairly, and nobody gets more than they can take', async () => {
  const { store, inbox, add, give, read } = await setUp()
  const people = [await join(store, 'Ann'), await join(store, 'Bob'), await join(store, 'Cem')]
  const memberIds = people.map(({ member }) => member.id)
  const team = await add({ assignment: 'in_turn', memberIds })
  for (const id of memberIds) ok(await inbox.put(`/api/chat/members/${id}/skills`, { capacity: 5, languages: [] }))
  const sockets = []
  for (const { inbox: client } of people) sockets.push(await open(client))
  const made = await Promise.all(Array.from({ length: 20 }, () => addFresh(store)))
  await Promise.all(made.map(async ({ id }) => ok(await give(id, team.id))))
  const held = async () => (await Promise.all(made.map(({ id }) => read(id)))).map(({ memberId }) => memberId)
  await until('fifteen are given', async () => (await held()).filter(Boolean).length === 15)
  const all = await held()
  for (const id of memberIds) assert.equal(all.filter((one) => one === id).length, 5)
  for (const socket of sockets) await socket.close()
})
