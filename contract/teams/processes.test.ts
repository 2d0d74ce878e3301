import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, createClient } from '#test/clients/client.ts'
import { openSocket } from '#test/clients/socket.ts'
import { onPostgres } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { TEAM } from '#test/fixtures/body-cases.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { type Server, startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// What teams have to give out is given out whatever happens to the process, and once, however many there are.

async function prepare(server: Server, count: number) {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const ann = await signInMember(server, store, { firstName: 'Ann', lastName: 'B' })
  const bob = await signInMember(server, store, { firstName: 'Bob', lastName: 'B' })
  const memberIds = [ann.member.id, bob.member.id]
  const { id: team } = ok(await inbox.post('/api/chat/teams', { ...TEAM, assignment: 'in_turn', memberIds }), 201)
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await addConversation(store)).id)
  const holders = async () => {
    const found: (string | null)[] = []
    for (const id of ids) found.push(ok(await store.api.get(`/chat/conversations/${id}`)).memberId)
    return found
  }
  return { inbox, ann, bob, team, ids, holders }
}

async function open(baseUrl: string, { headers }: Client) {
  const socket = await openSocket(baseUrl, '/api/chat/socket', { headers: { ...headers, origin: baseUrl } })
  socket.send({ type: 'hello' })
  await socket.next('ready')
}

test('what waited with its team is given out after a kill', async () => {
  const server = await startServer({ ownProcess: true })
  const { inbox, ann, team, ids, holders } = await prepare(server, 5)
  for (const id of ids) ok(await inbox.post(`/api/chat/conversations/${id}/team`, { team }))
  await server.kill()
  await server.restart()
  assert.deepEqual(await holders(), [null, null, null, null, null])
  await open(server.baseUrl, ann.inbox)
  await until('all to be given', async () => (await holders()).every((holder) => holder === ann.member.id))
})

test('two processes give each conversation to one member, in turn, wherever members are', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const server = await startServer({ ownProcess: true })
  const { PORT: _, DATA_DIR: __, ...shared } = server.env
  const other = await startServer({ ownProcess: true, env: shared })
  const { inbox, ann, bob, team, ids, holders } = await prepare(server, 12)
  const there = createClient(other.baseUrl, { ...inbox.headers, origin: other.baseUrl })
  await open(server.baseUrl, ann.inbox)
  await open(other.baseUrl, bob.inbox)
  await Promise.all(
    ids.map(async (id, i) => ok(await (i % 2 ? inbox : there).post(`/api/chat/conversations/${id}/team`, { team }))),
  )
  await until('all to be given', async () => (await holders()).every(Boolean))
  const all = await holders()
  for (const { member } of [ann, bob]) assert.equal(all.filter((id) => id === member.id).length, 6)
  // Each was given once: who got it was told once.
  for (const { inbox: own } of [ann, bob]) assert.equal(ok(await own.get('/api/chat/notifications')).length, 6)
})
