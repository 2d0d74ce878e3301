import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, readAllIds } from '#test/expect.ts'
import { readEvents } from '#test/fixtures/events.ts'
import { addConversation, addMember, makeStore } from '#test/fixtures/factories.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'

// What was answered is kept, whatever happens to the process, and writers at once leave one consistent record.

const server = await startServer({ ownProcess: true })

test('a kill in the middle of parallel writes loses nothing that was answered', async () => {
  const store = await makeStoreWithEvents(server)
  const conversations = await Promise.all(Array.from({ length: 4 }, () => addConversation(store)))
  const answered: { path: string; id: string }[] = []
  const writers = conversations.flatMap(({ id }) => {
    const path = `/chat/conversations/${id}/messages`
    return [1, 2, 3].map(async () => {
      for (;;) {
        const answer = await store.api.post(path, { text: 'kept', memberId: store.owner.memberId }).catch(() => null)
        if (!answer) return
        answered.push({ path, id: ok(answer, 201).id })
      }
    })
  })
  while (answered.length < 60) await new Promise((resolve) => setTimeout(resolve, 5))
  await server.kill()
  await Promise.all(writers)
  await server.restart()
  for (const { id } of conversations) {
    const path = `/chat/conversations/${id}/messages`
    const kept = await readAllIds(store.api, `${path}?limit=100`)
    const lost = answered.filter((message) => message.path === path && !kept.includes(message.id))
    assert.deepEqual(lost, [])
    // At most the writes under way when the power went are there beside the answered ones.
    assert.ok(kept.length - answered.filter((message) => message.path === path).length <= 3)
    assert.equal(ok(await store.api.get(`/chat/conversations/${id}`)).messageCount, kept.length)
  }
  const events = await readEvents(server, store.shopId)
  const toldOf = new Set(events.map((event) => event.data.messageId))
  assert.deepEqual(
    answered.filter(({ id }) => !toldOf.has(id)),
    [],
  )
})

test('fifty tags appended at once are fifty tags', async () => {
  const store = await makeStore(server)
  const { id } = await addConversation(store)
  const tags = Array.from({ length: 50 }, (_, i) => `tag ${i}`)
  const answers = await Promise.all(
    tags.map((tag) => store.api.post(`/chat/conversations/${id}/tags`, { tags: [tag] })),
  )
  const lengths = answers.map((answer) => ok(answer).length).sort((a, b) => a - b)
  assert.deepEqual(
    lengths,
    Array.from({ length: 50 }, (_, i) => i + 1),
  )
  const { tags: kept } = ok(await store.api.get(`/chat/conversations/${id}`))
  assert.deepEqual(kept.toSorted(), tags.toSorted())
  assert.equal(ok(await store.api.get('/chat/tags')).length, 50)
})

test('fifty messages posted at once are counted, ordered and previewed as one thread', async () => {
  const store = await makeStore(server)
  const { id } = await addConversation(store, { isChatBot: true })
  const path = `/chat/conversations/${id}/messages`
  const bodies = Array.from({ length: 50 }, (_, i) =>
    i % 2 ? { text: `${i}`, asCustomer: true } : { text: `${i}`, memberId: store.owner.memberId },
  )
  await Promise.all(bodies.map(async (body) => ok(await store.api.post(path, body), 201)))
  const thread = ok(await store.api.get(`${path}?limit=100`))
  const visible = thread.filter((m: { isTransfer: boolean }) => !m.isTransfer)
  assert.deepEqual([thread.length, visible.length], [51, 50])
  assert.deepEqual(visible.map((m: { isFirst: boolean }) => m.isFirst).indexOf(true), 0)
  assert.equal(visible.filter((m: { isFirst: boolean }) => m.isFirst).length, 1)
  const { messageCount, lastMessage, lastActive } = ok(await store.api.get(`/chat/conversations/${id}`))
  const last = visible.at(-1)
  assert.deepEqual([messageCount, lastMessage.text, lastActive], [50, last.text, last.createdAt])
})

test('the same attribute set at once is one attribute, made once', async () => {
  const store = await makeStore(server)
  const { id } = await addConversation(store)
  const path = `/chat/conversations/${id}/attributes`
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => store.api.post(path, { name: 'a', value: `${i}` })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(9).fill(200), 201])
  assert.equal(ok(await store.api.get(path)).length, 1)
})

test('assignments at once tell one consistent story of who came after whom', async () => {
  const store = await makeStoreWithEvents(server)
  const members = await Promise.all(Array.from({ length: 6 }, () => addMember(store)))
  const { id } = await addConversation(store)
  const path = `/chat/conversations/${id}/assign`
  await Promise.all(members.map(async ({ id: memberId }) => ok(await store.api.post(path, { memberId }))))
  const events = await readEvents(server, store.shopId)
  assert.equal(events.length, 6)
  // Each one's successor, from nobody to the last.
  const after = new Map(events.map(({ data }) => [data.previousMemberId, data.memberId]))
  assert.equal(after.size, 6)
  let last = null
  while (after.has(last)) last = after.get(last)
  assert.equal(ok(await store.api.get(`/chat/conversations/${id}`)).memberId, last)
})

test('a state written at once by many changes once', async () => {
  const store = await makeStoreWithEvents(server)
  const { id } = await addConversation(store)
  const path = `/chat/conversations/${id}/state`
  await Promise.all(Array.from({ length: 10 }, async () => ok(await store.api.post(path, { status: 'resolved' }))))
  assert.equal((await readEvents(server, store.shopId)).length, 1)
})

test('an older conversation written to at once by many moves once and keeps one number', async () => {
  const store = await makeStore(server)
  const { id } = await addConversation(store, { datastore: 'firestore' })
  const path = `/chat/conversations/${id}`
  const answers = await Promise.all(Array.from({ length: 10 }, () => store.api.post(`${path}/read`)))
  assert.equal(new Set(answers.map((answer) => ok(answer).pgConvoId)).size, 1)
})
