import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { type Server, startServer } from '#test/service/server.ts'
import { beforeItsTime, until } from '#test/until.ts'

// What is snoozed comes back whatever happens to the process, and once, however many there are.

/** Snoozes as many new conversations for a moment; answers their ids. */
async function snoozeMany(server: Server, store: Store, count: number): Promise<string[]> {
  const inbox = await signInOwner(server, store)
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await addConversation(store)).id)
  const snooze = async (id: string, time: string) =>
    ok(await inbox.post(`/api/chat/conversations/${id}/snooze`, { until: time }))
  await beforeItsTime((time) => Promise.all(ids.map((id) => snooze(id, time))))
  return ids
}

async function returnsOnce(server: Server, store: Store, ids: string[]): Promise<void> {
  const inbox = await signInOwner(server, store)
  const path = '/api/chat/conversations?status=open&isSnoozed=false&limit=100'
  const back = async () => {
    const list = ok(await inbox.get(path)) as { id: string; returnedAt?: string }[]
    return list.filter(({ returnedAt }) => returnedAt).map(({ id }) => id)
  }
  await until('all to be back', async () => (await back()).length === ids.length)
  assert.deepEqual((await back()).sort(), ids.toSorted())
  const told = ok(await inbox.get('/api/chat/notifications')) as { kind: string; conversationId: string }[]
  const returns = told.filter(({ kind }) => kind === 'return').map(({ conversationId }) => conversationId)
  assert.deepEqual(returns.sort(), ids.toSorted(), 'each is told of once')
}

test('what comes due while no process runs is back after the next start', async () => {
  const server = await startServer({ ownProcess: true })
  const store = await makeStore(server)
  const ids = await snoozeMany(server, store, 3)
  await server.kill()
  await server.restart()
  await returnsOnce(server, store, ids)
})

test('of many, more than one look takes, each comes back once, with two processes looking', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const server = await startServer({ ownProcess: true })
  const { PORT: _, DATA_DIR: __, ...shared } = server.env
  await startServer({ ownProcess: true, env: shared })
  const store = await makeStore(server)
  const ids = await snoozeMany(server, store, 60)
  await returnsOnce(server, store, ids)
})
