import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Random } from '#base/random.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'

// Two conversations of one contact that are about one thing (docs/decisions/0078): where words go, what ids answer, and that
// undoing it is exact.

const server = await startServer()
const store = await makeStoreWithEvents(server)
const { api } = store
const { memberId } = store.owner
const inbox = await signInOwner(server, store)
const merge = (from: string, into: string) => inbox.post(`/api/chat/conversations/${from}/merge`, { into })
const undo = (id: string) => inbox.post(`/api/chat/conversation-merges/${id}/undo`)
const get = async (id: string) => ok(await api.get(`/chat/conversations/${id}`))
const forMember = async (id: string) => ok(await inbox.get(`/api/chat/conversations/${id}`))
const textsOf = async (id: string) =>
  ok(await api.get(`/chat/conversations/${id}/messages`)).map(({ text }: { text: string }) => text)
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()

async function pair(older: object = {}, newer: object = {}) {
  const person = await addContact(store)
  const both = { customerUuid: person.id }
  const first = await addConversation(store, {
    ...both,
    messages: [message({ text: 'My order is late', createdAt: at(50) })],
    ...older,
  })
  const second = await addConversation(store, {
    ...both,
    messages: [message({ text: 'Any news?', createdAt: at(5) })],
    ...newer,
  })
  return { person, first, second }
}

test('the one that goes is resolved and keeps its words; the other one gets its tags, notes, star and member', async () => {
  const { first, second } = await pair(
    { tags: ['late', 'vip'], isStarred: true, memberId, notes: [{ text: 'Call back' }] },
    { tags: ['vip'] },
  )
  const done = ok(await merge(first.id, second.id), 201)
  assert.deepEqual([done.conversationId, done.from], [second.id, first.id])
  const [went, stays] = [await get(first.id), await get(second.id)]
  assert.deepEqual([went.status, went.id, await textsOf(first.id)], ['resolved', first.id, ['My order is late']])
  assert.deepEqual(
    [stays.tags, stays.isStarred, stays.memberId, stays.status],
    [['vip', 'late'], true, memberId, 'open'],
  )
  assert.equal((await forMember(first.id)).mergedInto, second.id)
  assert.equal((await forMember(second.id)).mergedCount, 1)
  const { notes } = ok(await inbox.get(`/api/chat/conversations/${second.id}/context`))
  assert.deepEqual(
    notes.map(({ text }: { text: string }) => text),
    ['Call back'],
  )
  const told = ok(await inbox.get(`/api/chat/conversations/${second.id}/merges`))
  assert.deepEqual(
    told.merged.map((one: { id: string; mergeId: string; memberId: string }) => [one.id, one.mergeId, one.memberId]),
    [[first.id, done.id, memberId]],
  )
  assert.equal(ok(await inbox.get(`/api/chat/conversations/${first.id}/merges`)).own.mergeId, done.id)
  const events = (await dumpDatabase(server)).filter((line) => line.startsWith('events:') && line.includes(first.id))
  assert.ok(events.some((line) => /state_changed/.test(line) && /resolved/.test(line)))
  const [entry] = ok(await inbox.get('/api/chat/audit-log'))
  assert.deepEqual([entry.action, entry.target, entry.details], ['conversation.merged', second.id, { from: first.id }])
  // No integration sees more keys than the specification has.
  assert.equal(Object.keys(went).length, 31)
})

test('spec 4.0.3: what is said by the old id is said in the one that stays, and found by the old id, too', async () => {
  const { first, second } = await pair()
  ok(await merge(first.id, second.id), 201)
  const path = `/chat/conversations/${first.id}/messages`
  ok(await api.post(path, { text: 'It is here!', asCustomer: true }), 201)
  const reply = ok(await api.post(path, { text: 'Good to hear', memberId }), 201)
  ok(await api.post(path, { text: 'For us', memberId, isNote: true }), 201)
  const clientId = randomUUID()
  const say = () => inbox.post(`/api/chat${path.slice(5)}`, { text: 'From the inbox', clientId })
  assert.equal(ok(await say(), 201).id, ok(await say(), 201).id)
  assert.deepEqual(await textsOf(first.id), ['My order is late'])
  assert.deepEqual(await textsOf(second.id), ['Any news?', 'It is here!', 'Good to hear', 'For us', 'From the inbox'])
  assert.equal(ok(await api.get(`${path}/${reply.id}`)).text, 'Good to hear')
  assert.equal((await get(first.id)).status, 'resolved')
  refused(await api.post(`/chat/conversations/${first.id}/state`, { status: 'open' }), 400, 'INVALID_PARAMS')
  const later = { text: 'Later', sendAt: new Date(Date.now() + 3_600_000).toISOString() }
  refused(await inbox.post(`/api/chat/conversations/${first.id}/scheduled`, later), 400, 'INVALID_PARAMS')
})

test('a shopper who writes into the one that went lands in the one that stays, and goes on there', async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation: older } = await visitor.say('First')
  ok(await visitor.api.post('/storefront/sessions/reset'))
  const { conversation: newer } = await visitor.say('Second')
  refused(await merge(newer.id, older.id), 400, 'INVALID_PARAMS')
  const { id } = ok(await merge(older.id, newer.id), 201)
  const said = await visitor.say('Third', { conversationId: older.id })
  assert.equal(said.conversation.id, newer.id)
  assert.equal((await visitor.say('Fourth')).conversation.id, newer.id)
  assert.deepEqual(await textsOf(newer.id), ['Second', 'Third', 'Fourth'])
  const own = ok(await visitor.api.get(`/storefront/messages?conversationId=${older.id}`))
  assert.deepEqual(
    own.map(({ text }: { text: string }) => text),
    ['First'],
  )
  ok(await undo(id))
  assert.equal((await visitor.say('Fifth', { conversationId: older.id })).conversation.id, older.id)
})

test('what cannot be merged is refused, saying why', async () => {
  const { person, first, second } = await pair()
  const because = async (from: string, into: string, why: RegExp) => {
    const answer = await merge(from, into)
    refused(answer, 400, 'INVALID_PARAMS')
    assert.match(answer.body.error.message, why)
  }
  const other = await addConversation(store, { messages: [message()] })
  const mail = await addConversation(store, { customerUuid: person.id, channel: 'email', messages: [message()] })
  await because(first.id, first.id, /itself/)
  await because(first.id, other.id, /two contacts/)
  await because(first.id, mail.id, /two channels/)
  await because(second.id, first.id, /newer one/)
  const held = await addConversation(store, { customerUuid: person.id, isChatBot: true, messages: [message()] })
  await because(first.id, held.id, /AI agent/)
  const later = { text: 'Later', sendAt: new Date(Date.now() + 3_600_000).toISOString() }
  const scheduled = ok(await inbox.post(`/api/chat/conversations/${first.id}/scheduled`, later), 201)
  await because(first.id, second.id, /scheduled/)
  ok(await inbox.delete(`/api/chat/conversations/${first.id}/scheduled/${scheduled.id}`))
  refused(await merge(first.id, randomUUID()), 404, 'NOT_FOUND')
  const foreign = await makeStore(server)
  refused(await merge(first.id, (await addConversation(foreign, {})).id), 404, 'NOT_FOUND')
  const { id } = ok(await merge(first.id, second.id), 201)
  await because(first.id, held.id, /goes on/)
  refused(await (await signInOwner(server, foreign)).post(`/api/chat/conversation-merges/${id}/undo`), 404, 'NOT_FOUND')
  refused(await inbox.post(`/api/chat/merges/${id}/undo`), 404, 'NOT_FOUND')
  ok(await undo(id))
  refused(await undo(id), 404, 'NOT_FOUND')
})

test('merged once more they are undone in turn; one that is deleted lets the others go', async () => {
  const { person, first, second } = await pair()
  const third = await addConversation(store, { customerUuid: person.id, messages: [message({ createdAt: at(1) })] })
  const one = ok(await merge(first.id, second.id), 201)
  const two = ok(await merge(second.id, third.id), 201)
  assert.deepEqual([(await forMember(first.id)).mergedInto, (await forMember(third.id)).mergedCount], [third.id, 2])
  refused(await undo(one.id), 400, 'INVALID_PARAMS')
  ok(await undo(two.id))
  assert.deepEqual([(await forMember(first.id)).mergedInto, (await forMember(second.id)).mergedCount], [second.id, 1])
  assert.equal((await forMember(third.id)).mergedCount, undefined)
  ok(await inbox.delete(`/api/chat/conversations/${second.id}`))
  assert.equal((await forMember(first.id)).mergedInto, undefined)
  ok(await merge(first.id, third.id), 201)
  ok(await inbox.delete(`/api/chat/conversations/${first.id}`))
  assert.equal((await forMember(third.id)).mergedCount, undefined)
})

test('contacts are not parted while a conversation of one goes on in the other’s', async () => {
  const [stays, goes] = [await addContact(store), await addContact(store)]
  const first = await addConversation(store, { customerUuid: goes.id, messages: [message({ createdAt: at(9) })] })
  const second = await addConversation(store, { customerUuid: stays.id, messages: [message()] })
  const contacts = ok(await inbox.post(`/api/chat/customers/${stays.id}/merge`, { from: goes.id }), 201)
  const both = ok(await merge(first.id, second.id), 201)
  refused(await inbox.post(`/api/chat/merges/${contacts.id}/undo`), 400, 'INVALID_PARAMS')
  ok(await undo(both.id))
  ok(await inbox.post(`/api/chat/merges/${contacts.id}/undo`))
  assert.equal((await get(first.id)).customerUuid, goes.id)
})

/** Everything of a store but what only rises: when records changed last, and how far they were read, which counts where they are not. */
async function rowsOf(shopId: string): Promise<string[]> {
  const lines = await dumpDatabase(server)
  return lines
    .filter((line) => line.includes(shopId) && !/^(audit_log|events|sessions|member_sessions)/.test(line))
    .map((line) =>
      line
        .replace(/"updated_at": ?"[^"]*"/, '')
        .replace(/"agent_position": ?\d+/, '')
        .replace(/\\"updatedAt\\":\\"[^"]*\\"/, ''),
    )
}

test('merging any two conversations and undoing it leaves every row as it was', async () => {
  const own = await makeStore(server)
  const member = await signInOwner(server, own)
  const stream = Random.of(11)
  const random = () => stream.fraction()
  const some = <T>(values: T[]) => values.filter(() => random() < 0.5)
  const talks = Array.from({ length: 24 }, (_, i) => ({
    id: `c${i}`,
    customerUuid: `p${Math.floor(i / 4)}`,
    channel: random() < 0.7 ? 'online_store' : 'email',
    datastore: random() < 0.2 ? 'firestore' : 'postgresql',
    status: random() < 0.6 ? 'open' : 'resolved',
    isRead: random() < 0.5,
    isStarred: random() < 0.3,
    tags: some(['a', 'b', 'c']),
    ...(random() < 0.4 && { memberId: own.owner.memberId }),
    ...(random() < 0.5 && { notes: [{ text: `Note ${i}` }] }),
    messages: [message({ createdAt: at(1 + Math.floor(random() * 500)) })],
  }))
  const lines = [
    ...Array.from({ length: 6 }, (_, i) => ({ kind: 'contact', data: { id: `p${i}` } })),
    ...talks.map((data) => ({ kind: 'conversation', data })),
  ]
  assert.deepEqual((await importLines(own, lines)).rejected, [])
  ok(await own.operator.post(`/operator/stores/${own.shopId}/migrate-legacy`))
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  for (const { id, status } of talks) {
    if (status === 'open' && random() < 0.4) {
      ok(await member.post(`/api/chat/conversations/${id}/snooze`, { until: soon }))
    }
  }
  const before = await rowsOf(own.shopId)
  const done: string[] = []
  for (const from of talks) {
    for (const into of talks) {
      if (from.customerUuid !== into.customerUuid) continue
      const answer = await member.post(`/api/chat/conversations/${from.id}/merge`, { into: into.id })
      if (answer.status === 201) done.push(answer.body.data.id)
      else refused(answer, 400, 'INVALID_PARAMS')
    }
  }
  assert.ok(done.length >= 6, `${done.length} merges`)
  for (const id of done.reverse()) ok(await member.post(`/api/chat/conversation-merges/${id}/undo`))
  const after = await rowsOf(own.shopId)
  assert.deepEqual(
    after.filter((line) => !before.includes(line)),
    [],
  )
  assert.equal(after.length, before.length)
})
