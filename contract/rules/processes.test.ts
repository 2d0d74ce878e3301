import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { onPostgres } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { RULE } from '#test/fixtures/body-cases.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { type Server, startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// What rules have to do is done whatever happens to the process, and once, however many there are.

const noting = { ...RULE, isOn: true, actions: [{ do: 'note', text: 'seen' }] }
type Message = { isNote: boolean; text: string }

async function prepare(server: Server, count: number): Promise<{ store: Store; ids: string[] }> {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  ok(await inbox.post('/api/chat/rules', noting), 201)
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await addConversation(store)).id)
  return { store, ids }
}
const say = (store: Store, id: string) =>
  store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hello', asCustomer: true })

/** Each message that was accepted has one note, once nothing is left to do. */
async function notedOnce(store: Store, accepted: Map<string, number>): Promise<void> {
  for (const [id, count] of accepted) {
    const notes = async () => {
      const messages = ok(await store.api.get(`/chat/conversations/${id}/messages`)) as Message[]
      return messages.filter(({ isNote }) => isNote).length
    }
    await until(`the notes of ${id}`, async () => (await notes()) >= count)
    assert.equal(await notes(), count)
  }
}

test('what was accepted before the process was killed is done after the next start, once', async () => {
  const server = await startServer({ ownProcess: true })
  const { store, ids } = await prepare(server, 5)
  const accepted = new Map<string, number>()
  const all = Promise.all(
    ids.map(async (id) => {
      for (let i = 0; i < 10; i++) {
        const answer = await say(store, id).catch(() => null)
        if (answer?.status === 201) accepted.set(id, (accepted.get(id) ?? 0) + 1)
      }
    }),
  )
  await until('some to be accepted', () => accepted.size > 2)
  await server.kill()
  await all
  await server.restart()
  // What was written when the process died, and not answered, may count as well.
  for (const id of ids) {
    const messages = ok(await store.api.get(`/chat/conversations/${id}/messages`)) as Message[]
    const written = messages.filter(({ isNote }) => !isNote).length
    assert.ok(written >= (accepted.get(id) ?? 0))
    accepted.set(id, written)
  }
  await notedOnce(store, accepted)
})

test('with two processes each message has its turn once, and rules that one has changed the other knows', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const server = await startServer({ ownProcess: true })
  const { PORT: _, DATA_DIR: __, ...shared } = server.env
  const other = await startServer({ ownProcess: true, env: shared })
  const { store, ids } = await prepare(server, 10)
  const there = createClient(other.baseUrl, { 'x-api-key': store.key })
  const sayThere = (id: string) => there.post(`/chat/conversations/${id}/messages`, { text: 'Hello', asCustomer: true })
  for (const id of ids) {
    ok(await say(store, id), 201)
    ok(await sayThere(id), 201)
  }
  await notedOnce(store, new Map(ids.map((id) => [id, 2])))
  // The other process remembers the rules that there were.
  const inbox = await signInOwner(server, store)
  ok(await inbox.post('/api/chat/rules', { ...RULE, isOn: true, trigger: { on: 'tag', tag: 'vip' } }), 201)
  const [id] = ids as [string]
  await until('the rule to be known', async () => {
    ok(await there.delete(`/chat/conversations/${id}/tags/vip`))
    ok(await there.post(`/chat/conversations/${id}/tags`, { tags: ['vip'] }))
    return ok(await store.api.get(`/chat/conversations/${id}`)).isStarred
  })
})
