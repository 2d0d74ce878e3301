import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Canned replies that do something along with what they say, and replies that do so: all of it, or nothing.

const server = await shareServer()
const store = await makeStore(server, { settings: { autoAssign: true } })
const inbox = await signInOwner(server, store)
const me = store.owner.memberId
const lin = await signInMember(server, store)
const CANNED = '/api/chat/canned-replies'
const shortcuts = async (client = inbox) =>
  (ok(await client.get(CANNED)) as { shortcut: string }[]).map(({ shortcut }) => shortcut)
const add = () => addConversation(store, { tags: ['old'], messages: [message()] })
const read = async (id: string) => ok(await inbox.get(`/api/chat/conversations/${id}`))
const reply = (id: string, replyActions: object, more: object = {}) =>
  inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'It is on its way.', replyActions, ...more })

test('canned replies are the store’s or one’s own; a shortcut is one of those that one sees', async () => {
  const acts = { tags: ['refund'], assigneeId: 'me', status: 'resolved' }
  const shared = ok(await inbox.post(CANNED, { shortcut: 'refund', text: 'Refunded', actions: acts }), 201)
  assert.deepEqual([shared.isShared, shared.actions], [true, acts])
  const own = ok(await inbox.post(CANNED, { shortcut: 'mine', text: 'x', isShared: false }), 201)
  assert.deepEqual(await shortcuts(), ['mine', 'refund'])
  assert.deepEqual(await shortcuts(lin.inbox), ['refund'])
  ok(await lin.inbox.post(CANNED, { shortcut: 'mine', text: 'y', isShared: false }), 201)
  refused(await lin.inbox.post(CANNED, { shortcut: 'refund', text: 'y', isShared: false }), 400, 'INVALID_PARAMS')
  refused(await lin.inbox.patch(`${CANNED}/${own.id}`, { text: 'z' }), 404, 'NOT_FOUND')
  refused(await lin.inbox.delete(`${CANNED}/${own.id}`), 404, 'NOT_FOUND')
  const changed = ok(await inbox.patch(`${CANNED}/${shared.id}`, { actions: { snooze: 'tomorrow' } }))
  assert.deepEqual([changed.text, changed.actions], ['Refunded', { snooze: 'tomorrow' }])
})

test('acts are checked where they are saved', async () => {
  for (const acts of [
    { status: 'open' },
    { status: 'resolved', snooze: 'tomorrow' },
    { tags: [] },
    { tags: [' '] },
    { assigneeId: 'somebody' },
    { teamId: 'no-team' },
    { snooze: 'never' },
    { more: true },
  ]) {
    refused(await inbox.post(CANNED, { shortcut: 'wrong', text: 'x', actions: acts }), 400, 'INVALID_PARAMS')
  }
})

test('a canned reply leaves open only what the inbox fills in', async () => {
  const text = 'Hi {{name}}, {{order}} left today. {{member}}, {{store}} {curly} {{}'
  ok(await inbox.post(CANNED, { shortcut: 'left', text }), 201)
  for (const wrong of [
    'Hi {{first_name}}',
    'Hi {{ name }}',
    'Hi {{Name}}',
    '{{name}} {{}}',
    'Hallo {{größe}}',
    '{{name|there}}',
    '{{#if order}}',
  ]) {
    const why = refused(await inbox.post(CANNED, { shortcut: 'wrong', text: wrong }), 400, 'INVALID_PARAMS')
    assert.match(why, /is not known; \{\{name\}\}, /, wrong)
  }
})

test('a reply tags, assigns and resolves in one', async () => {
  const { id } = await add()
  ok(await reply(id, { tags: ['refund', 'old'], memberId: lin.member.id, status: 'resolved' }), 201)
  const { tags, memberId, status, lastMessage } = await read(id)
  assert.deepEqual([tags, memberId, status], [['old', 'refund'], lin.member.id, 'resolved'])
  assert.equal(lastMessage.text, 'It is on its way.')
  assert.ok(ok(await inbox.get('/api/chat/tags')).includes('refund'))
  const found = ok(await inbox.get('/api/chat/conversations?tag=refund')) as { id: string }[]
  assert.ok(found.some((one) => one.id === id))
  const [told] = ok(await lin.inbox.get('/api/chat/notifications'))
  assert.deepEqual([told.kind, told.conversationId, told.actorId], ['assignment', id, me])
})

test('a reply gives to a team, which takes it off a member who is not of it, instead of auto-assign', async () => {
  const draft = { name: 'Returns', emoji: '', memberIds: [lin.member.id], assignment: 'by_hand' }
  const team = ok(await inbox.post('/api/chat/teams', { ...draft, receivesNew: false, receivesHandoffs: false }), 201)
  const acts = { teamId: team.id, tags: ['return'] }
  const kept = ok(await inbox.post(CANNED, { shortcut: 'return', text: 'Returned', actions: acts }), 201)
  assert.deepEqual(kept.actions, acts)
  const both = { teamId: team.id, assigneeId: 'me' }
  refused(await inbox.post(CANNED, { shortcut: 'both', text: 'x', actions: both }), 400, 'INVALID_PARAMS')
  const { id } = await add()
  ok(await inbox.post(`/api/chat/conversations/${id}/assign`, { memberId: me }))
  refused(await reply(id, { teamId: team.id, memberId: me }), 400, 'INVALID_PARAMS')
  refused(await reply(id, { teamId: 'no-team' }), 400, 'INVALID_PARAMS')
  assert.equal((await read(id)).memberId, me)
  ok(await reply(id, { teamId: team.id }), 201)
  const { team: given, memberId } = await read(id)
  assert.deepEqual([given, memberId], [team.id, null])
  ok(await inbox.post(`/api/chat/conversations/${id}/assign`, { memberId: lin.member.id }))
  ok(await reply(id, { teamId: team.id }), 201)
  assert.equal((await read(id)).memberId, lin.member.id, 'who is of the team keeps it')
})

test('a reply snoozes, and says whose the conversation is instead of auto-assign', async () => {
  const { id } = await add()
  const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString()
  ok(await reply(id, { memberId: null, snoozedUntil }), 201)
  const one = await read(id)
  assert.deepEqual([one.memberId, one.snoozedUntil, one.status], [null, snoozedUntil, 'open'])
  const { id: other } = await add()
  ok(await reply(other, { tags: ['x'] }), 201)
  assert.equal((await read(other)).memberId, me, 'auto-assign as ever')
})

test('where one part is refused nothing is done, and nothing is said', async () => {
  const { id } = await add()
  const before = await read(id)
  for (const replyActions of [
    { tags: ['new'], memberId: 'nobody-of-this-name' },
    { tags: ['new'], status: 'resolved', snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() },
    { tags: ['new'], snoozedUntil: new Date(Date.now() - 1_000).toISOString() },
    { tags: ['new', ' '] },
    { tags: ['new'], status: 'open' },
    { tags: ['new'], more: 1 },
  ]) {
    const answer = await reply(id, replyActions)
    assert.ok([400, 404].includes(answer.status), JSON.stringify(answer.body))
    assert.deepEqual(await read(id), before)
  }
  assert.equal(ok(await inbox.get(`/api/chat/conversations/${id}/messages`)).length, 1)
  assert.ok(!ok(await inbox.get('/api/chat/tags')).includes('new'))
  refused(await reply(id, { tags: ['new'] }, { isNote: true }), 400, 'INVALID_PARAMS')
})

test('sent again by a browser that got no answer, it does nothing twice', async () => {
  const { id } = await add()
  const clientId = `again-${Date.now()}`
  ok(await reply(id, { status: 'resolved' }, { clientId }), 201)
  ok(await inbox.post(`/api/chat/conversations/${id}/state`, { status: 'open' }))
  ok(await reply(id, { status: 'resolved' }, { clientId }), 201)
  assert.equal((await read(id)).status, 'open')
  assert.equal(ok(await inbox.get(`/api/chat/conversations/${id}/messages`)).length, 2)
})
